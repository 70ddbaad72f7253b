// The requests of notes in the rights matrix: each place has a picture in an activity, and a note beside it of its student, who is no subject.
import { until } from '@lyceum/kit/test/wait'
import { dot } from '../../media.ts'
import { send } from '../send.ts'
import type { Place } from './places.ts'
import type { Request } from './request.ts'

type Noted = { activity: string; upload: string; note: string }
const kept = new Map<string, Promise<Noted>>()
const notedIn = (place: Place): Promise<Noted> => {
  const known = kept.get(place.course) ?? make(place)
  kept.set(place.course, known)
  return known
}
const bodyOf = ({ course }: Place, { activity, upload }: Omit<Noted, 'note'>) => ({
  ...{ course_id: course, activity_id: activity, target_type: 'image' as const, target_id: upload },
  ...{ anchor: 1, content: 'North is up' },
})

async function make(place: Place): Promise<Noted> {
  const { teacher, student, course } = place
  const { id: upload } = await send(teacher, 'map.png', dot())
  const body = { type: 'material' as const, title: 'Map', upload_ids: [upload], published: true }
  const { id: activity } = await teacher.call('POST /api/courses/:id/activities', { params: { id: course }, body })
  const draft = bodyOf(place, { activity, upload })
  const { id: note } = await until(() => student.call('POST /api/notes', { body: draft }).catch(() => undefined))
  return { activity, upload, note }
}

const ofNote =
  (more: { body?: unknown; query?: Record<string, string> } = {}): Request =>
  async ({ place }) => ({ params: { id: (await notedIn(place)).note }, ...more })

export const noteRequests: Record<string, Request> = {
  'GET /api/notes': () => ({ query: {} }),
  'GET /api/notes/courses': () => ({ query: {} }),
  'POST /api/notes/export': () => ({ body: {} }),
  'POST /api/notes': async ({ place }) => ({ body: bodyOf(place, await notedIn(place)) }),
  'PUT /api/notes/:id': ofNote({ body: { content: 'South is up', version: 1 } }),
  'DELETE /api/notes/:id': ofNote({ query: { version: '1' } }),
  // each try takes back another one
  'PUT /api/notes/:id/audience': async ({ place }) => {
    const body = { ...bodyOf(place, await notedIn(place)), audience: 'course' as const }
    const { id } = await place.student.call('POST /api/notes', { body })
    return { params: { id }, body: { audience: 'me' } }
  },
  'PUT /api/notes/:id/restore': ofNote(),
}
