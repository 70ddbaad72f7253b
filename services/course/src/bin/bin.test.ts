// Deleted courses: who may delete them finds them for 30 days, with who and when, and brings them back as they were.
import type { Actor } from '@lyceum/kit/calls/actor'
import { plain } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import type { TestService } from '@lyceum/kit/test/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testCourses } from '../test/courses.ts'
import type { School } from '../test/school.ts'
import { binLifetime } from '../courses/bin-lifetime.ts'
import { purgeCourses } from './purge.ts'

let it: TestService
let school: School
let stop: () => Promise<void>
let assistant: Actor
beforeAll(async () => {
  ;({ it, school, stop } = await testCourses())
  assistant = await school.person('Siti Aminah', 'instructor_assistant')
})
afterAll(() => stop?.())

async function made(name = 'Marine Biology', actor = school.teacher): Promise<string> {
  const { id } = (await it.call(actor, 'POST', '/api/course', { name })).body
  for (const [who, role] of [
    [school.student, 'student'],
    [assistant, 'instructor_assistant'],
  ] as const)
    await it.call(actor, 'POST', `/api/courses/${id}/enrollments`, { person_ids: [who.person], role })
  return id
}
const drop = (id: string, actor = school.teacher) => it.call(actor, 'DELETE', `/api/course/${id}`)
const restore = (id: string, actor = school.teacher) => it.call(actor, 'PUT', `/api/courses/${id}/restore`)
const bin = async (actor = school.teacher, conditions: object = {}) =>
  (await it.call(actor, 'GET', `/api/deleted-courses?page_size=100&conditions=${encodeURIComponent(JSON.stringify(conditions))}`)).body
const ids = async (actor = school.teacher) => (await bin(actor)).items.map(({ id }: { id: string }) => id)
const age = (id: string, milliseconds: number) =>
  school.db.query('update courses set deleted_at = $2 where id = $1', [id, new Date(Date.now() - milliseconds)])

test('those who may restore it find it with actor and time; nobody else does', async () => {
  const id = await made()
  await drop(id)
  const { items } = await bin()
  expect(items[0]).toMatchObject({ id, status: 'deleted', deleted_by: { id: school.teacher.person, name: 'Elena Petrova' } })
  expect(Date.parse(items[0].purge_at) - Date.parse(items[0].deleted_at)).toBe(binLifetime)
  expect(await ids(school.manager)).toContain(id)
  for (const who of [school.student, assistant, school.other, school.stranger]) expect(await ids(who)).not.toContain(id)
  for (const who of [school.student, assistant, school.other]) expect((await restore(id, who)).status).toBe(403)
  expect((await bin(school.teacher, { keyword: 'no such course' })).total).toBe(0)
  expect((await restore(id)).body).toMatchObject({ id, status: 'draft', role: 'instructor' })
  expect(await ids()).not.toContain(id)
})

test('a manager of a department finds its deleted courses alone', async () => {
  const [biology, law] = [newId(), newId()]
  const id = await made()
  await drop(id)
  for (const department of [biology, law])
    await school.db.query(
      `insert into mirror.departments (id, org_id, name, path, code, deleted, version) values ($1, $2, '', $3, '', false, 1)`,
      [department, school.org, [department]],
    )
  await school.db.query('update courses set department_id = $2 where id = $1', [id, biology])
  expect(await ids({ ...school.manager, department: biology })).toContain(id)
  expect(await ids({ ...school.manager, department: law })).not.toContain(id)
})

test('its access code comes back; when another course has it meanwhile there is a new one', async () => {
  const code = async (id: string) => (await it.call(school.teacher, 'GET', `/api/course/${id}/access_code`)).body.access_code
  const [id, other] = [await made(), await made('Tides')]
  const before = await code(id)
  await drop(id)
  await restore(id)
  expect(await code(id)).toBe(before)
  await drop(id)
  await school.db.query('delete from access_codes where course_id = $1', [id])
  await school.db.query('update access_codes set code = $2 where course_id = $1', [other, before])
  expect((await restore(id)).status).toBe(200)
  expect(await code(other)).toBe(before)
  expect(await code(id)).not.toBe(before)
  const joined = await it.call(school.stranger, 'POST', '/api/course/join', { access_code: before })
  expect(joined.body.course.id).toBe(other)
})

test('after 30 days it does not come back, also before it is forgotten', async () => {
  const id = await made()
  await drop(id)
  await age(id, binLifetime - 60_000)
  expect((await restore(id)).status).toBe(200)
  await drop(id)
  await age(id, binLifetime + 1000)
  expect(await ids()).not.toContain(id)
  expect(await restore(id)).toMatchObject({ status: 404, body: { code: 'deletedCourse.notFound' } })
})

test('after 30 days it is forgotten with everything of it, and others are told; younger ones stay', async () => {
  const [old, young] = [await made(), await made()]
  for (const id of [old, young]) await drop(id)
  await age(old, binLifetime + 1000)
  const tx = plain(school.db)
  while ((await purgeCourses(tx, new Date(), 1)) > 0);
  const left = async (table: string, id: string) =>
    (await school.db.query(`select 1 from ${table} where ${table === 'courses' ? 'id' : 'course_id'} = $1`, [id])).rowCount
  for (const table of ['courses', 'enrolments', 'access_codes']) {
    expect(await left(table, old), table).toBe(0)
    expect(await left(table, young), table).toBeGreaterThan(0)
  }
  const told = await school.db.query(`select type from kit.outbox where key = $1 order by seq desc limit 1`, [`course:${old}`])
  expect(told.rows[0].type).toMatch(/CoursePurged$/)
  expect((await restore(old)).status).toBe(404)
  expect((await restore(young)).status).toBe(200)
})
