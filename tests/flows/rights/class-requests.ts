// The requests of classes in the rights matrix: each place has a class that runs with its roll call and its vote, and one that was noted for a lesson.
import { newId } from '@lyceum/kit/ids'
import type { Place } from './places.ts'
import type { Request } from './request.ts'

type Class = { session: string; rollCall: string; vote: string; noted: string }
const kept = new Map<string, Promise<Class>>()
const classIn = (place: Place): Promise<Class> => {
  const known = kept.get(place.course) ?? make(place)
  kept.set(place.course, known)
  return known
}

async function make({ teacher, course }: Place): Promise<Class> {
  const params = { id: course }
  const held = { title: 'Lesson 1', lesson_id: newId(), held_at: '2026-03-02T09:00:00.000Z' }
  const lesson = await teacher.call('POST /api/courses/:id/class-sessions', { params, body: held })
  const { id: session } = await teacher.call('POST /api/courses/:id/class-sessions', { params, body: { title: 'Lecture 7' } })
  const opened = await teacher.call('POST /api/class-sessions/:id/roll-calls', {
    params: { id: session },
    body: { ways: ['qr'], minutes: 240 },
  })
  const vote = await teacher.call('POST /api/class-sessions/:id/votes', {
    params: { id: session },
    body: { question: { type: 'true_false', stem: '', content: {} }, anonymous: false },
  })
  await teacher.call('PUT /api/votes/:id', { params: { id: vote.id }, body: { results_shown: true, version: vote.version } })
  return { session, rollCall: opened.id, vote: vote.id, noted: lesson.roll_calls[0]?.id ?? '' }
}

const inSession =
  (body?: unknown): Request =>
  async ({ place }) => ({ params: { id: (await classIn(place)).session }, ...(body !== undefined && { body }) })
const inNoted =
  (body?: unknown): Request =>
  async ({ place }) => ({ params: { id: (await classIn(place)).noted }, ...(body !== undefined && { body }) })

const inVote =
  (body?: unknown): Request =>
  async ({ place }) => ({ params: { id: (await classIn(place)).vote }, ...(body !== undefined && { body }) })

export const classRequests: Record<string, Request> = {
  // one runs already: 409 shows the right
  'POST /api/courses/:id/class-sessions': async ({ place }) => {
    await classIn(place)
    return { params: { id: place.course }, body: { title: 'Lecture 8' } }
  },
  // an old version shows the right and changes nothing
  'PUT /api/class-sessions/:id': inSession({ timer: null, version: 0 }),
  'GET /api/class-sessions/:id/state': inSession(),
  'GET /api/class-sessions/:id/board': inSession(),
  'GET /api/class-sessions/:id/report': inSession(),
  'POST /api/class-sessions/:id/report/export': inSession({}),
  'POST /api/course/:id/inclass-report': async ({ place }) => ({
    params: { id: place.course },
    body: { session_id: (await classIn(place)).session, send_to: 'teachers' },
  }),
  'PUT /api/class-sessions/:id/hand': inSession({ raised: true }),
  'POST /api/class-sessions/:id/pick': inSession({ n: 1, among: 'all' }),
  // one is open already
  'POST /api/class-sessions/:id/roll-calls': inSession({ ways: ['qr'], minutes: 5 }),
  'GET /api/class-sessions/:id/votes': inSession(),
  'POST /api/class-sessions/:id/votes': inSession({ question: { type: 'true_false', stem: '', content: {} }, anonymous: false }),
  'PUT /api/votes/:id': inVote({ results_shown: false, version: 0 }),
  'PUT /api/votes/:id/answer': inVote({ answer: { value: true }, seq: 1 }),
  'GET /api/votes/:id/files': inVote(),
  'GET /api/votes/:id/results': inVote(),
  'GET /api/roll-calls/:id/code': async ({ place }) => ({ params: { id: (await classIn(place)).rollCall } }),
  'POST /api/roll-calls/:id/claim': async ({ place }) => {
    const params = { id: (await classIn(place)).rollCall }
    const { qr } = await place.teacher.call('GET /api/roll-calls/:id/code', { params })
    return { params, body: { qr, device: newId() } }
  },
  'GET /api/roll-calls/:id/people': inNoted(),
  'GET /api/roll-calls/:id/people/:person/changes': async ({ place }) => ({
    params: { id: (await classIn(place)).noted, person: place.student.id },
  }),
  'PUT /api/roll-calls/:id/people': async ({ place }) => ({
    params: { id: (await classIn(place)).noted },
    body: { person_ids: [place.student.id], state: 'present', version: 0 },
  }),
  'POST /api/roll-calls/:id/spot-check': inNoted({ n: 1 }),
  'POST /api/roll-calls/:id/close': inNoted(),
}
