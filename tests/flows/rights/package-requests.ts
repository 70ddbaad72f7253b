// The requests of packages in the rights matrix: each place has an activity with a package, opened as activity knows it, and an attempt of its student.
import { randomUUID } from 'node:crypto'
import { newId } from '@lyceum/kit/ids'
import pg from 'pg'
import { product } from '../product.ts'
import type { Place } from './places.ts'
import type { Request, Sent } from './request.ts'

type Packaged = { activity: string; attempt: string }
const kept = new Map<string, Promise<Packaged>>()
const packagedIn = (place: Place): Promise<Packaged> => {
  const known = kept.get(place.course) ?? make(place)
  kept.set(place.course, known)
  return known
}
const device = randomUUID()

/** A package of the teacher's: none is sent for it. */
async function lessons(person: string, org: string): Promise<string> {
  const client = new pg.Client(product().databases.activity)
  await client.connect()
  try {
    const id = newId()
    await client.query(
      `insert into uploads (id, org_id, person_id, name, type, size, status, playable, allow_download, videos, deleted, version, extension, stored)
       values ($1, $2, $3, 'lab.zip', 'scorm', 1, 'ready', true, false, '[]', false, 1, 'zip', true)`,
      [id, org, person],
    )
    const items = [{ id: 'a', parent: '', title: 'Gloves', sco: true, mastery: '' }]
    await client.query(`insert into opened_packages (upload_id, kind, etag, title, items) values ($1, 'scorm12', 'x', 'Laboratory', $2)`, [
      id,
      JSON.stringify(items),
    ])
    return id
  } finally {
    await client.end()
  }
}

async function make({ teacher, student, course, org }: Place): Promise<Packaged> {
  const body = { type: 'scorm' as const, title: 'Laboratory', upload_ids: [await lessons(teacher.id, org)], published: true }
  const { id: activity } = await teacher.call('POST /api/courses/:id/activities', { params: { id: course }, body })
  const { attempt } = await student.call('POST /api/activities/:id/package-attempts', { params: { id: activity }, body: { device } })
  return { activity, attempt: attempt?.id ?? '' }
}

const of =
  (more: Omit<Sent, 'params'> = {}): Request =>
  async ({ place }) => ({ params: { id: (await packagedIn(place)).activity }, ...more })
const ofAttempt =
  (more: Omit<Sent, 'params'> = {}): Request =>
  async ({ place }) => {
    const { activity, attempt } = await packagedIn(place)
    return { params: { id: activity, attempt }, ...more }
  }

export const packageRequests: Record<string, Request> = {
  'GET /api/activities/:id/package': of({ query: {} }),
  'POST /api/activities/:id/package-attempts': of({ body: { device } }),
  // an attempt of one's own; of nobody where none can be begun
  'PUT /api/activities/:id/package-attempt': async ({ place, who }) => {
    const params = { id: (await packagedIn(place)).activity }
    const begun = await who?.call('POST /api/activities/:id/package-attempts', { params, body: { device } }).catch(() => undefined)
    return { params, body: { attempt: begun?.attempt?.id ?? newId(), device, entries: [] } }
  },
  'GET /api/activities/:id/package-attempts': of({ query: {} }),
  'GET /api/activities/:id/package-attempts/csv': of(),
  'GET /api/activities/:id/package-attempts/:attempt': ofAttempt({ query: {} }),
  // an old version shows the right and changes nothing
  'DELETE /api/activities/:id/package-attempts/:attempt': ofAttempt({ query: { version: '0' } }),
  'PUT /api/activities/:id/package-attempts/:attempt/restore': ofAttempt(),
}
