// Partners of a course, and what its members open.
import type { TestService } from '@lyceum/kit/test/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testCourses } from '../test/courses.ts'
import type { School } from '../test/school.ts'

let it: TestService
let school: School
let stop: () => Promise<void>
let course: string
beforeAll(async () => {
  ;({ it, school, stop } = await testCourses())
  course = (await it.call(school.teacher, 'POST', '/api/course', { name: 'Marine Biology' })).body.id
  await it.call(school.teacher, 'POST', `/api/courses/${course}/enrollments`, { person_ids: [school.student.person], role: 'student' })
  await it.call(school.teacher, 'PUT', `/api/courses/${course}/publish`, { published: true })
})
afterAll(() => stop?.())

const address = () => `/api/courses/${course}/associated-partner-info`
const put = (partners: object[], version?: number, actor = school.teacher) =>
  it.call(actor, 'PUT', address(), { partners, ...(version !== undefined && { version }) })
const partner = { name: 'Coral Reef Trust', role: 'Field sites', contact: 'Ines', url: 'https://reef.example.org/' }

test('partners are written in their order under the version of the course, and members read them', async () => {
  const { body: none } = await it.call(school.student, 'GET', address())
  expect(none.partners).toEqual([])
  const two = [{ ...partner, name: '  Tide  Lab ' }, partner]
  const { body } = await put(two, none.version)
  expect(body.partners.map(({ name }: { name: string }) => name)).toEqual(['Tide Lab', 'Coral Reef Trust'])
  expect(await put([], none.version)).toMatchObject({ status: 409, body: { code: 'course.newer' } })
  expect((await it.call(school.student, 'GET', address())).body).toEqual(body)
  expect((await put([], undefined, school.student)).status).toBe(403)
  expect((await put([])).body.partners).toEqual([])
})

test.each([
  [{ ...partner, name: ' ' }, 'partners.0.name'],
  [{ ...partner, url: 'javascript:alert(1)' }, 'partners.0.url'],
  [{ ...partner, url: 'reef' }, 'partners.0.url'],
])('400 names the field of %j', async (one, field) => {
  const { status, body } = await put([one])
  expect([status, Object.keys(body.errors)]).toEqual([400, [field]])
})

test('the pages that a member opens are stored once a minute; nothing of a person who is none, or sees the course as somebody else', async () => {
  const read = async (actor: typeof school.teacher, type = 'content') =>
    (await it.call(actor, 'POST', `/api/course/${course}/record-user-reads`, { type })).status
  for (const type of ['content', 'content', 'outline']) expect(await read(school.student, type)).toBe(204)
  expect(await read(school.manager)).toBe(204)
  await it.call(school.teacher, 'PUT', `/api/course/${course}/role`, { active: 'student' })
  expect(await read(school.teacher)).toBe(204)
  expect(await read(school.stranger)).toBe(403)
  for (const type of ['drop table', 'zzz']) expect(await read(school.student, type)).toBe(400)
  const { rows } = await school.db.query('select person_id::text as person, type from course_reads where course_id = $1 order by type', [
    course,
  ])
  expect(rows).toEqual([
    { person: school.student.person, type: 'content' },
    { person: school.student.person, type: 'outline' },
  ])
  await school.db.query(`update course_reads set at = at - interval '2 minutes'`)
  await read(school.student)
  expect((await school.db.query('select 1 from course_reads where course_id = $1', [course])).rowCount).toBe(3)
})
