// The table of searches in courses and people.
import { addSearched, brokenSearches, conditions, planOf } from '@lyceum/kit/test/searches'
import type { TestService } from '@lyceum/kit/test/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCourse, testCourses } from '../test/courses.ts'
import type { School } from '../test/school.ts'

let it: TestService
let school: School
let stop: () => Promise<void>
let course: string
let courses: Map<string, string>
let people: Map<string, string>
beforeAll(async () => {
  ;({ it, school, stop } = await testCourses())
  const { teacher, db } = school
  course = (await makeCourse(it, teacher, { name: 'Seas' })).id
  courses = await addSearched(db, { table: 'courses', like: course, column: 'name' })
  people = await addSearched(db, { table: 'mirror.persons', like: school.student.person, column: 'name', more: { user_no: '' } })
  await db.query(
    `insert into mirror.memberships (person_id, org_id, roles, department_name) select unnest($1::uuid[]), $2, '{student}', ''`,
    [[...people.keys()], school.org],
  )
})
afterAll(() => stop?.())
const ids = (items: { id: string }[]) => items.map(({ id }) => id)
const read = async (url: string) => (await it.call(school.manager, 'GET', url)).body.items

test('courses are found by every row of the table', async () => {
  const find = async (keyword: string) =>
    ids((await it.call(school.manager, 'POST', '/api/courses?page_size=100', { conditions: { keyword } })).body.items)
  expect(await brokenSearches(courses, find)).toEqual([])
})
test('people of the organisation are found by every row of the table', async () => {
  const find = async (sought: string) => ids(await read(`/api/my-people?page_size=100&keyword=${encodeURIComponent(sought)}`))
  expect(await brokenSearches(people, find)).toEqual([])
})
test('members of a course are found by every row of the table, and courses by their teachers', async () => {
  await school.db.query(
    `insert into enrolments (id, org_id, course_id, person_id, role, version) select gen_random_uuid(), $2, $3, unnest($1::uuid[]), 'instructor', 1`,
    [[...people.keys()], school.org, course],
  )
  const members = async (sought: string) =>
    (await read(`/api/courses/${course}/members?page_size=100&conditions=${conditions(sought)}`)).map(
      ({ person }: { person: { id: string } }) => person.id,
    )
  expect(await brokenSearches(people, members)).toEqual([])
  const taught = async (instructor: string) =>
    (await it.call(school.manager, 'POST', '/api/courses', { conditions: { instructor } })).body.total as number
  expect([await taught('garcia maria'), await taught('王芳'), await taught('nobody')]).toEqual([1, 1, 0])
})
test('deleted courses, and those offered to copy, are found by every row of the table', async () => {
  await school.db.query('update courses set template = true where id = any($1)', [[...courses.keys()]])
  const offered = (sought: string) => read(`/api/offered-courses?page_size=100&conditions=${conditions(sought)}`).then(ids)
  expect(await brokenSearches(courses, offered)).toEqual([])
  await school.db.query('update courses set deleted = true, deleted_at = now() where id = any($1)', [[...courses.keys()]])
  const deleted = (sought: string) => read(`/api/deleted-courses?page_size=100&conditions=${conditions(sought)}`).then(ids)
  expect(await brokenSearches(courses, deleted)).toEqual([])
})
test('invited people and those who wait to join are found by every row of the table', async () => {
  const { db, org, teacher } = school
  await db.query(
    `insert into invites (id, org_id, course_id, person_id, role, state, inviter_id, sent_at, version)
     select gen_random_uuid(), $2, $3, unnest($1::uuid[]), 'student', 'sent', $4, now(), 1`,
    [[...people.keys()], org, course, teacher.person],
  )
  await db.query(
    `insert into join_requests (course_id, person_id, org_id, state, asked_at, version) select $3, unnest($1::uuid[]), $2, 'waiting', now(), 1`,
    [[...people.keys()], org, course],
  )
  for (const list of ['invites', 'join-requests']) {
    const find = async (sought: string) =>
      (await read(`/api/courses/${course}/${list}?page_size=100&conditions=${conditions(sought)}`)).map(
        ({ person }: { person: { id: string } }) => person.id,
      )
    expect(await brokenSearches(people, find), list).toEqual([])
  }
})
test('groups, their sets, their students and their history are found by every row of the table', async () => {
  const { db, org, teacher } = school
  const own = (await makeCourse(it, teacher, { name: 'Reefs' })).id
  const made = await it.call(teacher, 'POST', `/api/courses/${own}/group-sets`, { name: 'Seas', groups: ['Tides'] })
  const set: string = made.body.id
  const first = (await db.query('select id from groups where set_id = $1', [set])).rows[0].id
  const sets = await addSearched(db, { table: 'group_sets', like: set, column: 'name' })
  const groups = await addSearched(db, { table: 'groups', like: first, column: 'name' })
  await db.query(
    `insert into enrolments (id, org_id, course_id, person_id, role, version) select gen_random_uuid(), $2, $3, unnest($1::uuid[]), 'student', 1`,
    [[...people.keys()], org, own],
  )
  await db.query(
    `insert into group_members (id, org_id, course_id, set_id, group_id, person_id, since)
     select gen_random_uuid(), $2, $3, $4, $5, unnest($1::uuid[]), now()`,
    [[...people.keys()], org, own, set, first],
  )
  const list = async (url: string, sought: string) =>
    (await it.call(teacher, 'GET', `${url}?page_size=100&conditions=${conditions(sought)}`)).body.items
  const idsIn = (url: string) => (sought: string) => list(url, sought).then(ids)
  expect(await brokenSearches(sets, idsIn(`/api/courses/${own}/group-sets`))).toEqual([])
  expect(await brokenSearches(groups, idsIn(`/api/courses/${own}/groups`))).toEqual([])
  for (const url of [`/api/course/${own}/students`, `/api/group-sets/${set}/history`]) {
    const find = async (sought: string) =>
      (await list(url, sought)).map(({ id, person }: { id: string; person?: { id: string } }) => person?.id ?? id)
    expect(await brokenSearches(people, find), url).toEqual([])
  }
})
test('searches of many rows are made by indexes', async () => {
  const { db } = school
  expect(await planOf(db, `select from courses where folded like '%phy101%'`)).toContain('courses_found')
  expect(await planOf(db, `select from courses where words @@ kit.search_query('水质')`)).toContain('courses_by_words')
  expect(await planOf(db, `select from mirror.persons where folded like '%nunez%'`)).toContain('persons_found')
  expect(await planOf(db, `select from mirror.persons where kit.search_words(folded) @@ kit.search_query('王芳')`)).toContain(
    'persons_found_words',
  )
})
