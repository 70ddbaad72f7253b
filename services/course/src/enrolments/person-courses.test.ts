// Tests of the courses of a person, for who manages people.
import { newId } from '@lyceum/kit/ids'
import type { TestService } from '@lyceum/kit/test/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testCourses } from '../test/courses.ts'
import type { School } from '../test/school.ts'

let it: TestService
let school: School
let far: School
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ it, school, far, stop } = await testCourses())
})
afterAll(() => stop?.())

const make = async (name: string) => (await it.call(school.teacher, 'POST', '/api/course', { name })).body.id as string
const enrol = async (course: string, person: string) =>
  (await it.call(school.teacher, 'POST', `/api/courses/${course}/enrollments`, { person_ids: [person], role: 'student' })).body
    .enrollments[0].id as string
const list = (person: string, actor = school.manager, query = '') => it.call(actor, 'GET', `/api/users/${person}/courses${query}`)

test('present ones, then those that were left, with role, source and whether they may be read; paged, and by state', async () => {
  const person = await school.person('Noah Berg', 'student')
  const [first, second, third] = [await make('Tides'), await make('Reefs'), await make('Dunes')]
  await enrol(first, person.person)
  const left = await enrol(second, person.person)
  const ofRegister = await enrol(third, person.person)
  await it.call(school.teacher, 'DELETE', '/api/course/enrollments', { enrollment_ids: [left] })
  await school.db.query(
    `insert into kit.external_ids (org_id, kind, source, external_id, subject) values ($1, 'enrolment', 'sis', $2, $3)`,
    [school.org, newId(), ofRegister],
  )
  const { status, body } = await list(person.person)
  expect([status, body.total]).toEqual([200, 3])
  expect(body.items.map((one: any) => [one.course.name, one.role, one.state, one.source, one.course.readable])).toEqual([
    ['Dunes', 'student', 'active', 'sis', true],
    ['Tides', 'student', 'active', null, true],
    ['Reefs', 'student', 'left', null, true],
  ])
  expect((await list(person.person, school.manager, '?state=left')).body.items).toHaveLength(1)
  expect((await list(person.person, school.manager, '?page=2&page_size=2')).body).toMatchObject({ total: 3, items: [{}] })
  // courses of other organisations are theirs alone to list
  expect((await list(far.student.person)).status).toBe(404)
  expect((await list(newId())).status).toBe(404)
  for (const query of ['?state=gone', '?page_size=101', '?page=0'])
    expect((await list(person.person, school.manager, query)).status, query).toBe(400)
})

test('a manager of one department lists those of its people alone; a suspended person is listed by who manages the whole organisation', async () => {
  const department = newId()
  await school.db.query(
    `insert into mirror.departments (id, org_id, name, path, code, deleted, version) values ($1, $2, 'Sea', $3, '', false, 1)`,
    [department, school.org, [department]],
  )
  const bound = { ...school.manager, department }
  const person = await school.person('Ida Holm', 'student')
  expect((await list(person.person, bound)).body.code).toBe('department.only')
  await school.db.query('update mirror.memberships set department_id = $2 where person_id = $1', [person.person, department])
  expect((await list(person.person, bound)).status).toBe(200)
  const resume = await school.suspend(person)
  expect([(await list(person.person)).status, (await list(person.person, bound)).status]).toEqual([200, 403])
  await resume()
  expect((await list(person.person, school.inspector)).status).toBe(403)
  expect((await list(person.person, school.student)).status).toBe(403)
})
