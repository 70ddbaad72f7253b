// The requests of live lectures in the rights matrix: each place has one that begins in ten minutes, with its address and a recording.
import { newId } from '@lyceum/kit/ids'
import type { Place } from './places.ts'
import type { Request } from './request.ts'

type Lecture = { id: string; recording: string }
const kept = new Map<string, Promise<Lecture>>()
const lectureIn = (place: Place): Promise<Lecture> => {
  const known = kept.get(place.course) ?? make(place)
  kept.set(place.course, known)
  return known
}
const page = 'https://films.example.edu/tides'

async function make({ teacher, course }: Place): Promise<Lecture> {
  const start_time = new Date(Date.now() + 600_000).toISOString()
  const body = { type: 'live_lecture', title: 'Live: tides', published: true, start_time } as const
  const { id } = await teacher.call('POST /api/courses/:id/activities', { params: { id: course }, body })
  const address = 'https://meet.example.edu/tides'
  await teacher.call('PUT /api/activities/:id/meeting', {
    params: { id },
    body: { provider: 'link', address, version: Number.MAX_SAFE_INTEGER },
  })
  return { id, recording: await addRecording({ teacher }, id) }
}

async function addRecording({ teacher }: Pick<Place, 'teacher'>, id: string): Promise<string> {
  const rid = newId()
  const body = { title: 'Lecture 6', page, published: true }
  await teacher.call('PUT /api/activities/:id/meeting/recordings/:rid', { params: { id, rid }, body })
  return rid
}

const inLecture =
  (body?: unknown): Request =>
  async ({ place }) => ({ params: { id: (await lectureIn(place)).id }, ...(body !== undefined && { body }) })

export const liveRequests: Record<string, Request> = {
  'PUT /api/org/meeting-providers': () => ({ body: { provider: 'tencent', account: {}, on: false, version: 0 } }),
  // there is no account to try
  'POST /api/org/meeting-providers/test': () => ({ body: { provider: 'tencent' } }),
  'GET /api/management/live': () => ({ query: {} }),
  'GET /api/activities/:id/meeting': inLecture(),
  // an old version shows the right and changes nothing
  'PUT /api/activities/:id/meeting': inLecture({ provider: 'link', version: 0 }),
  'POST /api/activities/:id/meeting/join': inLecture(),
  // it goes on
  'POST /api/activities/:id/meeting/end': inLecture({ ended: false }),
  'GET /api/activities/:id/meeting/people': inLecture(),
  'PUT /api/activities/:id/meeting/recordings/:rid': async ({ place }) => {
    const { id, recording } = await lectureIn(place)
    return { params: { id, rid: recording }, body: { title: 'Lecture 6', page, published: true } }
  },
  // it has no film, and stays as it is
  'POST /api/activities/:id/meeting/recordings/:rid/fetch': async ({ place }) => {
    const { id, recording } = await lectureIn(place)
    return { params: { id, rid: recording } }
  },
  'DELETE /api/activities/:id/meeting/recordings/:rid': async ({ place }) => {
    const { id } = await lectureIn(place)
    return { params: { id, rid: await addRecording(place, id) } }
  },
}
