// Bulletins of courses through their calls: those for groups, and those that the page of a course shows.
import { newId } from '@lyceum/kit/ids'
import { GroupChangedSchema, GroupSetChangedSchema } from '@lyceum/proto/course'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { as, key, nextVersion, org, type TestNotifications, teacher, testNotifications, until } from '../test/notification-facts.ts'

let env: TestNotifications
beforeAll(async () => {
  env = await testNotifications()
  await env.organisation()
})
afterAll(() => env?.stop())

/** A group of a course with these people, known here. */
async function groupOf(course: string, name: string, people: string[]): Promise<string> {
  const [set, id] = [newId(), newId()]
  const ofCourse = { orgId: org, courseId: course, deleted: false }
  await env.course.emit(GroupSetChangedSchema, key(course), { ...ofCourse, id: set, name, signUp: false, version: nextVersion() })
  await env.course.emit(GroupChangedSchema, key(course), {
    ...ofCourse,
    id,
    setId: set,
    name,
    members: people.map((personId) => ({ personId, since: new Date(Date.now() - 60_000).toISOString() })),
    placed: [],
    version: nextVersion(),
  })
  await until(async () => expect((await env.database.query('select 1 from mirror.groups where id = $1', [id])).rowCount).toBe(1))
  return id
}
const post = (course: string, body: object) =>
  env.service.call(as(teacher), 'POST', `/api/courses/${course}/bulletins`, { content: '<p>x</p>', state: 'published', ...body })
const titlesAt = async (person: string, path: string) =>
  (await env.service.call(as(person), 'GET', path)).body.items.map(({ title }: { title: string }) => title)
const shown = (person: string, course: string) => titlesAt(person, `/api/bulletins?type=course&course_id=${course}`)
const current = (person: string, course: string) => titlesAt(person, `/api/courses/${course}/current-bulletins`)

test('one for groups is for their students and who teaches; 400 for a group of another course', async () => {
  const [ann, bo] = [await env.person(), await env.person()]
  const [course, other] = [await env.courseWith([ann, bo], true), await env.courseWith([], true)]
  const [tides, elsewhere] = [await groupOf(course, 'Tides', [ann]), await groupOf(other, 'Reefs', [])]
  const { body } = await post(course, { title: 'Boat at nine', groups: [tides] })
  expect(body.audience.groups).toEqual([{ id: tides, name: 'Tides' }])
  expect([await shown(ann, course), await shown(bo, course), await shown(teacher, course)]).toEqual([
    ['Boat at nine'],
    [],
    ['Boat at nine'],
  ])
  expect((await env.service.call(as(bo), 'GET', `/api/bulletins/${body.id}`)).status).toBe(404)
  await until(async () => expect((await env.list(ann)).items).toMatchObject([{ type: 'course_bulletin' }]))
  expect((await env.list(bo)).total).toBe(0)
  const managed = await env.service.call(as(teacher), 'GET', `/api/courses/${course}/bulletins`)
  expect(managed.body.items).toMatchObject([{ recipients: 1, audience: { groups: [{ name: 'Tides' }] } }])
  const refused = await post(course, { title: 'x', groups: [elsewhere] })
  expect([refused.status, refused.body.details]).toMatchObject([400, { groups: [{ code: 'bulletin.unknownAudience' }] }])
})

test('the page of a course shows pinned ones first, then what is new and unread; nothing of one’s own, and nothing old', async () => {
  const [ann, stranger] = [await env.person(), await env.person()]
  const course = await env.courseWith([ann], true)
  const old = (await post(course, { title: 'Long ago' })).body.id
  await env.database.query(`update bulletins set publish_at = now() - interval '31 days' where id = $1`, [old])
  await post(course, { title: 'Rules of the lab', pinned: true })
  const fresh = (await post(course, { title: 'Room change' })).body.id
  expect([await current(ann, course), await current(stranger, course)]).toEqual([['Rules of the lab', 'Room change'], []])
  await env.service.call(as(ann), 'PUT', `/api/bulletins/${fresh}/read`)
  expect([await current(ann, course), await current(teacher, course)]).toEqual([['Rules of the lab'], ['Rules of the lab']])
  expect(await shown(ann, course)).toEqual(['Rules of the lab', 'Room change', 'Long ago'])
})

test('of more than fit, unread ones come before pinned ones that were read', async () => {
  const ann = await env.person()
  const course = await env.courseWith([ann], true)
  for (const title of ['One', 'Two', 'Three']) {
    const { body } = await post(course, { title, pinned: true })
    await env.service.call(as(ann), 'PUT', `/api/bulletins/${body.id}/read`)
  }
  expect(await current(ann, course)).toEqual(['Three', 'Two', 'One'])
  await post(course, { title: 'Room change' })
  expect(await current(ann, course)).toEqual(['Room change', 'Three', 'Two'])
  // of one's own none is unread
  expect(await current(teacher, course)).toEqual(['Three', 'Two', 'One'])
})
