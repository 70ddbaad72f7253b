// The requests of packages in the rights matrix: each place has an activity with a package and an attempt of its student.
import { randomUUID } from 'node:crypto'
import { newId } from '@lyceum/kit/ids'
import { reached, until } from '@lyceum/kit/test/wait'
import { manifest12 } from '../../../services/upload/src/test/packages.ts'
import { sendPackage } from '../packages.ts'
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

async function make({ teacher, student, course }: Place): Promise<Packaged> {
  const upload = await sendPackage(teacher, { 'imsmanifest.xml': manifest12(['lesson.html']), 'lesson.html': '<p>Gloves</p>' })
  const state = async () => (await teacher.call('GET /api/uploads/scorm/:id', { params: { id: upload }, query: {} })).status_code
  await reached(state, 'ready', 30_000)
  const body = { type: 'scorm' as const, title: 'Laboratory', upload_ids: [upload], published: true }
  const { id: activity } = await teacher.call('POST /api/courses/:id/activities', { params: { id: course }, body })
  // activity hears of the package a moment later
  const begin = () =>
    student.call('POST /api/activities/:id/package-attempts', { params: { id: activity }, body: { device } }).catch(() => undefined)
  const { attempt } = await until(begin, 30_000)
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
