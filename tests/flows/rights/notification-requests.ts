// The requests of notification's calls in the rights matrix.
import { createECDH } from 'node:crypto'
import { newId } from '@lyceum/kit/ids'
import type { Person, School } from '../school.ts'
import { listedBy, type Place } from './places.ts'
import { inCourse, type Request, type Try } from './request.ts'

const bulletin = { title: 'Library open until 22:00', content: '<p>Up to the exams.</p>' }
const out = { ...bulletin, state: 'published' as const }

const admins = new Map<string, Promise<Person>>()
/** One session of the administrator: signing in for every try would be too often. */
const adminOf = (home: School) => {
  const known = admins.get(home.id) ?? home.signIn('admin')
  admins.set(home.id, known)
  return known
}
const published = new Map<string, Promise<{ id: string }>>()
/** One of the school for everybody. */
const ofSchool = (home: School) => {
  const made = published.get(home.id) ?? adminOf(home).then((admin) => admin.call('POST /api/org/bulletins', { body: out }))
  published.set(home.id, made)
  return made
}
const ofDepartment = ({ department }: School) => ({ ...bulletin, departments: [department] })
/** One for the school's department: a draft unless it is published. */
async function forDepartment({ home, place }: Try, state: 'draft' | 'published' = 'draft'): Promise<string> {
  const { id } = await (await adminOf(home)).call('POST /api/org/bulletins', { body: { ...ofDepartment(home), state } })
  place.hidden.push(id)
  return id
}
const publishedFor = (tried: Try) => listedBy('GET /api/org/bulletins', tried.place, () => forDepartment(tried, 'published'))
const inPlace = async ({ teacher, course }: Place) =>
  (await teacher.call('POST /api/courses/:id/bulletins', { params: { id: course }, body: bulletin })).id

const forEverybody: Request = async ({ home }) => ({ params: { id: (await ofSchool(home)).id } })
const nobodys: Request = () => ({ params: { id: newId() } })
const device = () => {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  return {
    endpoint: `https://push.example/${newId()}`,
    p256dh: keys.getPublicKey('base64url'),
    auth: Buffer.alloc(16, 1).toString('base64url'),
    name: 'Firefox on Linux',
  }
}

export const notificationRequests: Record<string, Request> = {
  'GET /api/notifications/:id': nobodys,
  'PUT /api/notifications/read': () => ({ body: { all: true } }),
  'PUT /api/notifications/unread': () => ({ body: { ids: [newId()] } }),
  'PUT /api/notification-preferences': () => ({ body: { digest: 'hourly' } }),
  'PUT /api/org/notification-rules': () => ({ body: { forced: {}, version: 0 } }),
  'POST /api/notification-mail/unsubscribe': () => ({ query: { token: `${newId()}.x` }, body: {} }),
  'POST /api/notification-mail/subscribe': () => ({ query: { token: `${newId()}.x` } }),
  'POST /api/push-devices': () => ({ body: device() }),
  'DELETE /api/push-devices/:id': nobodys,
  'POST /api/push-devices/:id/test': nobodys,
  'GET /api/bulletins': () => ({ query: { type: 'org' } }),
  'GET /api/courses/:id/current-bulletins': ({ place }) => ({ params: { id: place.course } }),
  'PUT /api/bulletins/seen': () => ({ body: { ids: [newId()] } }),
  'GET /api/bulletins/:id': forEverybody,
  'PUT /api/bulletins/:id/read': forEverybody,
  'PUT /api/bulletins/:id/confirm': forEverybody,
  'GET /api/org/bulletins': async (tried) => {
    await publishedFor(tried)
    return { query: { page_size: '100' } }
  },
  'POST /api/org/bulletins': ({ home }) => ({ body: ofDepartment(home) }),
  'PUT /api/org/bulletins/:id': async (tried) => ({ params: { id: await forDepartment(tried) }, body: { pinned: true, version: 0 } }),
  'DELETE /api/org/bulletins/:id': async (tried) => ({ params: { id: await forDepartment(tried) } }),
  'PUT /api/org/bulletins/:id/restore': async (tried) => {
    const id = await forDepartment(tried)
    await (await adminOf(tried.home)).call('DELETE /api/org/bulletins/:id', { params: { id } })
    return { params: { id } }
  },
  'GET /api/org/bulletins/:id/readers': async (tried) => ({ params: { id: await publishedFor(tried) } }),
  'POST /api/courses/:id/bulletins': inCourse(() => bulletin),
  'POST /api/courses/:id/messages': inCourse(({ student }) => ({ text: 'The boat leaves at nine.', person_ids: [student.id] })),
  'PUT /api/course-bulletins/:id': async ({ place }) => ({ params: { id: await inPlace(place) }, body: { pinned: true, version: 0 } }),
  'DELETE /api/course-bulletins/:id': async ({ place }) => ({ params: { id: await inPlace(place) } }),
  'PUT /api/course-bulletins/:id/restore': async ({ place }) => {
    const id = await inPlace(place)
    await place.teacher.call('DELETE /api/course-bulletins/:id', { params: { id } })
    return { params: { id } }
  },
  'GET /api/course-bulletins/:id/readers': async ({ place }) => ({ params: { id: await inPlace(place) } }),
}
