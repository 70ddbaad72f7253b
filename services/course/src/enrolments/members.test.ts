// Tests of the members of a course.
import type { Actor } from '@lyceum/kit/calls/actor'
import { asText, setOf } from '@lyceum/identity/mirror/permissions'
import { newId } from '@lyceum/kit/ids'
import { actorOf } from '@lyceum/kit/test/actors'
import type { TestService } from '@lyceum/kit/test/test-service'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testCourses } from '../test/courses.ts'
import type { School } from '../test/school.ts'
import type { Member, PreviewLine } from './api.ts'

let it: TestService
let school: School
let far: School
let stop: () => Promise<void>
let course: string
beforeAll(async () => {
  ;({ it, school, far, stop } = await testCourses())
})
afterAll(() => stop?.())
beforeEach(async () => {
  course = (await it.call(school.teacher, 'POST', '/api/course', { name: 'Marine Biology II' })).body.id
})

const put = (people: string[], role = 'student', actor = school.teacher) =>
  it.call(actor, 'POST', `/api/courses/${course}/enrollments`, { person_ids: people, role })

test('a course is followed from its publication on by its students, and before by who sees drafts there; by nobody who is suspended', async () => {
  await put([school.student.person])
  await put([school.stranger.person], 'instructor_assistant')
  const bff = actorOf({ kind: 'job', person: '', org: '', roles: [], session: '' })
  const followed = async ({ person }: Actor) => {
    const { courses, hidden } = (await it.call(bff, 'GET', `/internal-api/members/${person}/courses`)).body
    return [courses.includes(course), hidden.includes(course)]
  }
  const all = async () => [await followed(school.teacher), await followed(school.stranger), await followed(school.student)]
  expect(await all()).toEqual([
    [true, false],
    [true, false],
    [true, true],
  ])
  await it.call(school.teacher, 'PUT', `/api/courses/${course}/publish`, { published: true })
  expect(await followed(school.student)).toEqual([true, false])
  expect(await followed(far.student)).toEqual([false, false])
  const resume = await school.suspend(school.student)
  expect(await followed(school.student)).toEqual([false, false])
  await resume()
})

describe('a pasted list', () => {
  const preview = (lines: string[], actor = school.teacher) =>
    it.call(actor, 'POST', `/api/courses/${course}/enrollments/preview`, { lines })
  const numberOf = async ({ person }: Actor) =>
    (await school.db.query('select user_no from mirror.persons where id = $1', [person])).rows[0].user_no as string

  test('names found people, members, repeated and unknown ones, and enrols nobody', async () => {
    await school.db.query(`update mirror.persons set email = 'zoë@xn--bcher-kva.example' where id = $1`, [school.stranger.person])
    const lines = [
      await numberOf(school.student),
      ' Zoë@Bücher.example ',
      await numberOf(school.teacher),
      `${school.student.person}@EXAMPLE.org`,
      await numberOf(far.student),
      'nobody@example.org',
      "'; drop table enrolments; --",
    ]
    const { status, body } = await preview(lines)
    expect(status).toBe(201)
    expect(body.lines.map((line: PreviewLine) => [line.state, line.person?.name, line.role])).toEqual([
      ['found', 'Maya Tan', null],
      ['found', 'Omar Haddad', null],
      ['member', 'Elena Petrova', 'instructor'],
      ['repeated', 'Maya Tan', null],
      ['unknown', undefined, null],
      ['unknown', undefined, null],
      ['unknown', undefined, null],
    ])
    expect((await it.call(school.teacher, 'GET', `/api/courses/${course}/members`)).body.total).toBe(1)
    expect((await preview(['1'], school.student)).status).toBe(403)
    expect((await preview([])).status).toBe(400)
    expect((await preview(Array.from({ length: 10_000 }, (_, nth) => String(nth)))).body.errors).toHaveProperty('lines')
  })
  test('of a thousand is previewed and enrolled by two calls', async () => {
    await school.db.query(
      `with p as (insert into mirror.persons (id, org_id, name, user_no, email, avatar, locale, deleted, version)
         select gen_random_uuid(), $1::uuid, 'Student ' || n, 'L' || n, '', '', 'en', false, 1 from generate_series(1, 1000) n returning id)
       insert into mirror.memberships (person_id, org_id, roles, department_name) select id, $1, '{student}', '' from p`,
      [school.org],
    )
    const { body } = await preview(Array.from({ length: 1000 }, (_, nth) => `L${nth + 1}`))
    const people = body.lines.map(({ person }: PreviewLine) => person!.id)
    expect((await put(people)).body.enrollments).toHaveLength(1000)
    const everybody = { course_id: course, conditions: '{"role":"student"}' }
    const { enrollment_ids } = (await it.call(school.teacher, 'DELETE', '/api/course/enrollments', everybody)).body
    const restored = await it.call(school.teacher, 'PUT', '/api/course/enrollments/restore', { enrollment_ids })
    expect(restored.body.enrollments).toHaveLength(1000)
  })
})

test('classes of members are named, counted and filtered, several at once; guests are of their own organisation', async () => {
  const units = [newId(), newId()]
  await school.db.query(
    `insert into mirror.study_units (id, org_id, kind, name, deleted, version) select id, $1, 'klass', name, false, 1
     from unnest($2::uuid[], '{Class A,Class B}'::text[]) u(id, name)`,
    [school.org, units],
  )
  const of = (person: Actor, unit: number) =>
    school.db.query('update mirror.memberships set klass_id = $2 where person_id = $1', [person.person, units[unit]])
  await of(school.student, 0)
  await of(school.stranger, 1)
  await put([school.student.person, school.stranger.person])
  await school.db.query(
    `insert into enrolments (id, org_id, course_id, person_id, role, version) values ($1, $2, $3, $4, 'instructor', 1)`,
    [newId(), school.org, course, far.teacher.person],
  )
  const list = async (query = '') =>
    (await it.call(school.teacher, 'GET', `/api/courses/${course}/members?${query}`)).body.items.map((member: Member) => [
      member.person.name,
      member.klass?.name ?? member.organisation,
    ])
  expect(await list('sort=klass')).toEqual([
    ['Maya Tan', 'Class A'],
    ['Omar Haddad', 'Class B'],
    ['Elena Petrova', null],
    ['Elena Petrova', 'Aldermoor University'],
  ])
  expect(await list(`conditions=${JSON.stringify({ klass_ids: [units[1]] })}`)).toEqual([['Omar Haddad', 'Class B']])
  expect(await list(`conditions=${JSON.stringify({ klass_ids: units })}`)).toHaveLength(2)
  expect((await it.call(school.teacher, 'GET', `/api/courses/${course}/members?conditions={"klass_ids":["x"]}`)).status).toBe(400)
  expect((await it.call(school.teacher, 'GET', `/api/courses/${course}/klasses`)).body.klasses).toEqual([
    { id: units[0], name: 'Class A', members: 1 },
    { id: units[1], name: 'Class B', members: 1 },
  ])
})

test('a suspended person stays in the list, and teachers alone see that they are', async () => {
  await it.call(school.teacher, 'PUT', `/api/courses/${course}/publish`, { published: true })
  await put([school.student.person, school.stranger.person])
  const resume = await school.suspend(school.stranger)
  const list = async (actor: Actor) =>
    (await it.call(actor, 'GET', `/api/courses/${course}/members`)).body.items.map(({ person, organisation, suspended }: Member) => [
      person.name,
      organisation,
      suspended,
    ])
  expect((await list(school.teacher))[2]).toEqual(['Omar Haddad', null, true])
  expect((await list(school.student))[2]).toEqual(['Omar Haddad', null, undefined])
  await resume()
})

test('members are paged, teachers first, and only teachers see addresses', async () => {
  await it.call(school.teacher, 'PUT', `/api/courses/${course}/publish`, { published: true })
  await put([school.student.person, school.stranger.person])
  const list = async (actor = school.teacher, query = '') => (await it.call(actor, 'GET', `/api/courses/${course}/members${query}`)).body
  expect((await list()).items.map(({ person }: Member) => person.name)).toEqual(['Elena Petrova', 'Maya Tan', 'Omar Haddad'])
  expect((await list()).items[1].person.email).toContain('@')
  expect((await list(school.student)).items[1].person.email).toBeNull()
  expect(await list(school.student, '?conditions={"keyword":"haddad"}')).toMatchObject({ total: 1, items: [{ role: 'student' }] })
  const external = '?conditions={"external_source":"sis","external_id":"1"}'
  expect([(await list(school.student, external)).code, (await list(school.teacher, external)).total]).toEqual(['forbidden', 0])
  expect(await list(school.student, '?page=2&page_size=2')).toMatchObject({ total: 3, pages: 2, start: 3, end: 3 })
})

test('a person in no course is found by those who manage and search people, by everybody of their department alone; nobody else finds them', async () => {
  const find = async (actor: Actor, keyword = 'Zelda') =>
    (await it.call(actor, 'GET', `/api/my-people?keyword=${encodeURIComponent(keyword)}`)).body as {
      total: number
      items: { name: string; courses: number; course_id: string | null; role: string | null }[]
    }
  const names = async (actor: Actor, keyword?: string) => (await find(actor, keyword)).items.map(({ name }) => name)
  const [alone, member, gone, foreign] = [
    await school.person('Zelda Alone', 'student'),
    await school.person('Zelda Member', 'student'),
    await school.person('Zelda Gone', 'student'),
    await school.person('Zelda Foreign', 'student'),
  ]
  await put([member.person])
  await school.db.query('update mirror.persons set deleted = true where id = $1', [gone.person])
  await school.db.query('update mirror.memberships set org_id = $2 where person_id = $1', [foreign.person, newId()])
  const { items, total } = await find(school.manager)
  expect([total, items.map(({ name, courses, course_id, role }) => [name, courses, course_id, role])]).toEqual([
    2,
    [
      ['Zelda Alone', 0, null, null],
      ['Zelda Member', 1, course, 'student'],
    ],
  ])
  const number = (await school.db.query('select user_no from mirror.persons where id = $1', [alone.person])).rows[0].user_no
  expect([await names(school.manager, number), await names(school.manager, 'lone zel')]).toEqual([['Zelda Alone'], ['Zelda Alone']])
  expect(await names(school.inspector)).toEqual(['Zelda Alone', 'Zelda Member'])
  // one's own name is not looked for
  expect(await names(alone)).toEqual([])
  // teachers search people too, but do not manage; the rest reads or learns
  const wgAdmin = await school.person('Wanda', 'wg_admin')
  const faculty = await school.person('Fred', 'faculty')
  expect(await names(school.teacher)).toEqual(['Zelda Member'])
  for (const actor of [school.other, school.student, school.stranger, wgAdmin, faculty]) expect(await names(actor)).toEqual([])
  // by permission, not by role
  const taken = { ...school.manager, can: asText(setOf(['course.read'])) }
  expect(await names(taken)).toEqual([])
  // bound to a department: its people and those below it
  const [own, below] = [newId(), newId()]
  const bound = { ...school.manager, department: own }
  expect(await names(bound)).toEqual(['Zelda Member'])
  await school.db.query(
    `insert into mirror.departments (id, org_id, name, code, path, deleted, version) values ($1, $2, 'Reefs', '', $3, false, 1)`,
    [below, school.org, [own, below]],
  )
  await school.db.query('update mirror.memberships set department_id = $2 where person_id = $1', [alone.person, below])
  expect(await names(bound)).toEqual(['Zelda Alone', 'Zelda Member'])
  // an administrator of another organisation
  expect(await names({ ...school.manager, org: newId() })).toEqual([])
})

test('people of my courses are found by name and number, those of courses that I cannot see are not', async () => {
  const found = async (keyword: string, actor: Actor) =>
    (await it.call(actor, 'GET', `/api/my-people?keyword=${encodeURIComponent(keyword)}`)).body.items?.map(
      ({ name, role, courses }: { name: string; role: string; courses: number }) => [name, role, courses],
    )
  await put([school.student.person, school.other.person])
  await school.db.query(`update mirror.persons set name = 'สมชาย ใจดี', user_no = 'Q-77' where id = $1`, [school.other.person])
  const mine = async (keyword: string) => (await found(keyword, school.student)) as unknown[]
  // a draft shows its students nothing
  expect(await mine('ใจดี')).toEqual([])
  await it.call(school.teacher, 'PUT', `/api/courses/${course}/publish`, { published: true })
  expect([await mine('ใจดี'), await mine('q-77'), await mine('%'), await mine(' ')]).toEqual([
    [['สมชาย ใจดี', 'student', 1]],
    [['สมชาย ใจดี', 'student', 1]],
    [],
    [],
  ])
  expect(await found('ใจดี', school.stranger)).toEqual([])
  // who manages finds people of every course, in their department and below it
  expect(await found('ใจดี', school.manager)).toEqual([['สมชาย ใจดี', 'student', 1]])
  const [own, other] = [newId(), newId()]
  const bound = { ...school.inspector, department: own }
  expect(await found('ใจดี', bound)).toEqual([['สมชาย ใจดี', 'student', 1]])
  await school.db.query('update courses set department_id = $2 where id = $1', [course, other])
  expect(await found('ใจดี', bound)).toEqual([])
  await school.db.query(
    `insert into mirror.departments (id, org_id, name, code, path, deleted, version) values ($1, $2, 'Reefs', '', $3, false, 1)`,
    [other, school.org, [own, other]],
  )
  expect(await found('ใจดี', bound)).toEqual([['สมชาย ใจดี', 'student', 1]])
  await it.call(school.teacher, 'DELETE', '/api/course/enrollments', { course_id: course, conditions: '{"keyword":"Q-77"}' })
  expect(await mine('ใจดี')).toEqual([])
  expect((await it.call(school.student, 'GET', '/api/my-people')).status).toBe(400)
  expect((await it.call(undefined, 'GET', '/api/my-people?keyword=a')).status).toBe(401)
})
