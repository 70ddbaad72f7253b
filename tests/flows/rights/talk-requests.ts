// The requests of talk in the rights matrix: each place has a topic of its teacher's with posts; what is deleted and removed to be brought back is
// used again, for nobody posts more often than twenty times in ten minutes.
import { newId } from '@lyceum/kit/ids'
import type { Place } from './places.ts'
import type { Request } from './request.ts'

type Talk = { topic: string; post: string; binned: Binned[]; removed: Binned[]; next: number }
type Binned = { id: string; restore(): Promise<unknown>; remove(): Promise<unknown> }
const kept = new Map<string, Promise<Talk>>()
const talkIn = (place: Place): Promise<Talk> => {
  const key = `${place.course} ${place.teacher.id}`
  const known = kept.get(key) ?? make(place)
  kept.set(key, known)
  return known
}
const topicBody = { scope: 'course', kind: 'question', title: 'Spring tides', body: '<p>Why twice a month?</p>' } as const
const reply = { body: '<p>Sun and moon.</p>' }
const atOnce = 4

async function make({ teacher, student, course }: Place): Promise<Talk> {
  const begin = (who = teacher) => who.call('POST /api/courses/:id/topics', { params: { id: course }, body: topicBody })
  const { id: topic } = await begin()
  const post = (who = teacher) => who.call('POST /api/topics/:id/posts', { params: { id: topic }, body: reply })
  const first = await post()
  const binned: Binned[] = []
  const removed: Binned[] = []
  for (let n = 0; n < atOnce; n++) {
    const who = n % 2 ? teacher : student
    const { id } = await begin(who)
    const params = { id }
    const version = async () => (await teacher.call('GET /api/topics/:id', { params })).version
    binned.push({
      id,
      restore: () => teacher.call('PUT /api/topics/:id/restore', { params }),
      remove: async () => teacher.call('DELETE /api/topics/:id', { params, query: { version: await version() } }),
    })
    const { post: made } = await post(who)
    const of = { id: made.id }
    const present = async () => (await teacher.call('PUT /api/posts/:id/restore', { params: of })).post.version
    removed.push({
      id: made.id,
      restore: present,
      remove: async () => teacher.call('DELETE /api/posts/:id', { params: of, query: { version: await present() } }),
    })
  }
  return { topic, post: first.post.id, binned, removed, next: 0 }
}

const inTopic =
  (more: { body?: unknown; query?: Record<string, string> } = {}): Request =>
  async ({ place }) => ({ params: { id: (await talkIn(place)).topic }, ...more })
const ofPost =
  (more: { body?: unknown; query?: Record<string, string> } = {}): Request =>
  async ({ place }) => ({ params: { id: (await talkIn(place)).post }, ...more })
/** One that is gone, whatever was tried with it before. */
const gone =
  (of: 'binned' | 'removed'): Request =>
  async ({ place }) => {
    const talk = await talkIn(place)
    const one = talk[of][talk.next++ % atOnce]!
    await one.restore().catch(() => undefined)
    await one.remove()
    return { params: { id: one.id } }
  }
const forums = new Map<string, Promise<string>>()
/** A forum of the place that is marked by a rubric. */
async function makeForum({ teacher, course }: Place): Promise<string> {
  const draft = { type: 'forum', title: 'Tides', published: true, points: '10' } as const
  const { id } = await teacher.call('POST /api/courses/:id/activities', { params: { id: course }, body: draft })
  const level = { id: newId(), points: '10', title: 'Thorough', about: '' }
  const criteria = [{ id: newId(), title: 'Depth', about: '', levels: [level] }]
  await teacher.call('PUT /api/activities/:id/rubric', { params: { id }, body: { criteria, version: 0 } })
  return id
}
/** Posts of the place's student in it. */
const ofParticipant =
  (body?: unknown): Request =>
  async ({ place }) => {
    const forum = forums.get(place.course) ?? makeForum(place)
    forums.set(place.course, forum)
    return { params: { id: await forum, person: place.student.id }, ...(body !== undefined && { body }) }
  }
const inActivity =
  (body: unknown): Request =>
  ({ place }) => ({ params: { id: place.activity }, body })

export const talkRequests: Record<string, Request> = {
  'GET /api/courses/:id/topics': ({ place }) => ({ params: { id: place.course }, query: { scope: 'course' } }),
  'GET /api/courses/:id/mentionable': ({ place }) => ({ params: { id: place.course }, query: { scope: 'course' } }),
  'POST /api/courses/:id/topics': ({ place }) => ({ params: { id: place.course }, body: topicBody }),
  'GET /api/topics/:id': inTopic(),
  // a version that is old shows the right and changes nothing
  'PUT /api/topics/:id': inTopic({ body: { title: 'Neap tides', version: 0 } }),
  'DELETE /api/topics/:id': inTopic({ query: { version: '0' } }),
  'PUT /api/topics/:id/restore': gone('binned'),
  'PUT /api/topics/:id/read': inTopic({ body: { n: 1 } }),
  'PUT /api/topics/:id/follow': inTopic({ body: { following: true } }),
  'GET /api/topics/:id/outline': inTopic(),
  'GET /api/topics/:id/posts': inTopic(),
  'POST /api/topics/:id/export': inTopic({ body: { format: 'html' } }),
  'POST /api/topics/:id/posts': inTopic({ body: reply }),
  'PUT /api/posts/:id': ofPost({ body: { ...reply, version: 0 } }),
  'DELETE /api/posts/:id': ofPost({ query: { version: '0' } }),
  'PUT /api/posts/:id/restore': gone('removed'),
  'GET /api/posts/:id/versions': ofPost(),
  'POST /api/posts/:id/author': ofPost({ body: { reason: 'Reported at 10:12' } }),
  'PUT /api/posts/:id/reactions': ofPost({ body: { name: 'like', on: true } }),
  'POST /api/posts/:id/report': ofPost({ body: { reason: 'spam' } }),
  'PUT /api/posts/:id/state': ofPost({ body: { state: 'hidden', version: 0 } }),
  // a set without groups shows the right and begins nothing
  'POST /api/courses/:id/group-topics': ({ place }) => ({
    params: { id: place.course },
    body: { group_set_id: newId(), kind: 'discussion', title: 'Tides', body: '<p>Agree on a day.</p>' },
  }),
  'PUT /api/courses/:id/talk-settings': ({ place }) => ({ params: { id: place.course }, body: { moderation: 'nobody', version: 0 } }),
  'POST /api/activities/:id/comments': inActivity(reply),
  'GET /api/activities/:id/participation/:person': ofParticipant(),
  'GET /api/activities/:id/participation/:person/posts': ofParticipant(),
  // a version that is old shows the right and changes nothing
  'PUT /api/activities/:id/participation/:person': ofParticipant({ points: '5', version: 7 }),
}
