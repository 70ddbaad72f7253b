// Tests of the search of courses.
import { isPrepared } from '@lyceum/kit/database/connections'
import { newId } from '@lyceum/kit/ids'
import type { TestService } from '@lyceum/kit/test/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCourse, testCourses } from '../test/courses.ts'
import type { School } from '../test/school.ts'
import { myCoursesSql } from './search.ts'

let it: TestService
let school: School
let far: School
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ it, school, far, stop } = await testCourses())
})
afterAll(() => stop?.())
const createCourse = (draft: object = {}, actor = school.teacher) => makeCourse(it, actor, draft)

const search = (actor = far.manager, conditions: object = {}, query = '', sort?: string) =>
  it.call(actor, 'POST', `/api/courses${query}`, { conditions, ...(sort && { sort }) })
beforeAll(async () => {
  await createCourse({ name: 'Algebra 100%', semester: 'Spring', compulsory: true, course_type: 7 }, far.teacher)
  await createCourse({ name: 'Botany', course_code: 'BOT', public_scope: 'organisation', course_outline: 'Moss, 海藻与苔藓' }, far.teacher)
  await createCourse({ name: 'Chemistry', department: { name: 'Science' }, learning_mode: 'checkpoint' }, far.other)
})
test('a manager finds all of the organisation, paged and sorted', async () => {
  const { body } = await search(far.manager, {}, '?page=2&page_size=2', 'name')
  expect(body).toMatchObject({
    page: 2,
    page_size: 2,
    pages: 2,
    total: 3,
    start: 3,
    end: 3,
    items: [{ name: 'Chemistry', instructors: [{ name: 'Arthit Suwan' }] }],
  })
})
test.each([
  [{ keyword: 'alg' }, ['Algebra 100%']],
  [{ keyword: '100%' }, ['Algebra 100%']],
  [{ keyword: '%' }, ['Algebra 100%']],
  [{ keyword: 'suwan' }, ['Chemistry']],
  [{ semester: 'Spring' }, ['Algebra 100%']],
  [{ compulsory: true }, ['Algebra 100%']],
  [{ course_type: [7, 8] }, ['Algebra 100%']],
  [{ course_code: 'BOT' }, ['Botany']],
  [{ department: 'Science', learning_mode: 'checkpoint' }, ['Chemistry']],
  [{ status: 'draft' }, ['Algebra 100%', 'Botany', 'Chemistry']],
  [{ status: 'published' }, []],
  [{ instructor: 'petrova' }, ['Algebra 100%', 'Botany']],
  [{ course_outline: 'mos' }, ['Botany']],
  [{ course_outline: '苔藓' }, ['Botany']],
  [{ course_outline: 'moss algebra' }, []],
  [{ keyword: 'moss' }, []],
  [{ course_importer_status: 2 }, []],
])('by %j', async (conditions, names) => {
  const { body } = await search(far.manager, conditions, '', 'name')
  expect(body.items.map(({ name }: { name: string }) => name)).toEqual(names)
})
test('a teacher finds their own, a student nothing that is not theirs until it is published for the organisation', async () => {
  expect((await search(far.other)).body.items.map(({ name }: { name: string }) => name)).toEqual(['Chemistry'])
  expect((await search(far.student)).body.total).toBe(0)
  const { body } = await search(far.teacher, { keyword: 'Botany' })
  await it.call(far.teacher, 'PUT', `/api/courses/${body.items[0].id}/publish`, { published: true })
  expect((await search(far.student)).body.items.map(({ name }: { name: string }) => name)).toEqual(['Botany'])
})
test('400 for a condition that does not exist', async () => {
  expect((await search(far.manager, { colour: 'red' })).status).toBe(400)
  expect((await it.call(far.manager, 'POST', '/api/courses?page_size=1000', {})).status).toBe(400)
  expect((await it.call(far.manager, 'GET', '/api/my-courses?conditions={"role":3}')).status).toBe(400)
  expect((await it.call(far.manager, 'GET', '/api/my-courses?conditions={')).status).toBe(400)
})
test.each(['constructor', 'toString', '__proto__', 'nothing'])('400 for the status %s', async (status) => {
  const conditions = encodeURIComponent(`{"status":"${status}"}`)
  expect((await it.call(school.teacher, 'GET', `/api/my-courses?conditions=${conditions}`)).status).toBe(400)
})
test('a match has its outline and my role; mine alone on request', async () => {
  await createCourse({ name: 'Zoology', course_outline: 'Animals', public_scope: 'organisation' }, far.teacher)
  const { body } = await search(far.teacher, { keyword: 'Zoology' })
  expect(body.items).toMatchObject([{ course_outline: 'Animals', role: 'instructor' }])
  await it.call(far.teacher, 'PUT', `/api/courses/${body.items[0].id}/publish`, { published: true })
  expect((await search(far.student, { keyword: 'Zoology' })).body.items).toMatchObject([{ role: null }])
  expect((await search(far.student, { keyword: 'Zoology', mine: true })).body.total).toBe(0)
  expect((await search(far.teacher, { keyword: 'Zoology', mine: true })).body.total).toBe(1)
})
test('the best match of a keyword comes first', async () => {
  await createCourse({ name: 'OX 1', course_code: 'A' }, far.other)
  await createCourse({ name: 'Oxen', course_code: 'OX 12' }, far.other)
  await createCourse({ name: 'Physics', display_name: 'ox 1' }, far.other)
  await createCourse({ name: 'Boxes of OX 1' }, far.other)
  const names = async (...sort: string[]) =>
    (await search(far.manager, { keyword: 'ox 1' }, '', ...sort)).body.items.map(({ name }: { name: string }) => name)
  expect(await names()).toEqual(['Physics', 'OX 1', 'Oxen', 'Boxes of OX 1'])
  expect(await names('-updated_at')).toEqual(['Boxes of OX 1', 'Physics', 'Oxen', 'OX 1'])
})
test('the outline of an unpublished course is neither given to its students nor found by them', async () => {
  const course = await createCourse({ name: 'Botany of shores', course_outline: 'Kelp' }, far.teacher)
  await it.call(far.teacher, 'POST', `/api/courses/${course.id}/enrollments`, { person_ids: [far.stranger.person], role: 'student' })
  const found = async (conditions: object, who = far.stranger) =>
    (await search(who, conditions)).body.items.map(({ course_outline: outline }: { course_outline: string }) => outline)
  expect(await found({ keyword: 'shores' })).toEqual([''])
  expect(await found({ course_outline: 'kelp' })).toEqual([])
  expect(await found({ course_outline: 'kelp' }, far.teacher)).toEqual(['Kelp'])
  await it.call(far.teacher, 'PUT', `/api/courses/${course.id}/publish`, { published: true })
  expect([await found({ keyword: 'shores' }), await found({ course_outline: 'kelp' })]).toEqual([['Kelp'], ['Kelp']])
})
test('a course ends with its last day by the clock of its zone, or of its organisation', async () => {
  // at no time is it the same day in both
  const [east, west] = ['Pacific/Kiritimati', 'Etc/GMT+12']
  const end_date = new Date(Date.now() + (14 - 24) * 3_600_000).toISOString().slice(0, 10)
  const make = async (zone: object) => {
    const course = await createCourse({ name: 'A last day', ...zone })
    await it.call(school.teacher, 'PUT', `/api/courses/${course.id}/publish`, { published: true })
    expect((await it.call(school.teacher, 'PUT', `/api/courses/${course.id}`, { end_date })).status).toBe(200)
    return course.id
  }
  const [over, running, ofSchool] = [await make({ time_zone: east }), await make({ time_zone: west }), await make({})]
  const read = async (id: string) => (await it.call(school.teacher, 'GET', `/api/courses/${id}`)).body.status
  const found = async (status: string) =>
    (await search(school.manager, { keyword: 'A last day', status })).body.items.map(({ id }: { id: string }) => id).toSorted()
  const setZone = (zone: string) =>
    school.db.query(`update mirror.orgs set settings = jsonb_build_object('time_zone', $2::text) where id = $1`, [school.org, zone])
  await setZone(east)
  expect([await read(over), await read(running), await read(ofSchool)]).toEqual(['ended', 'published', 'ended'])
  expect([await found('ended'), await found('published')]).toEqual([[over, ofSchool].toSorted(), [running]])
  await setZone(west)
  expect([await found('ended'), await found('published')]).toEqual([[over], [running, ofSchool].toSorted()])
  expect((await it.call(school.teacher, 'GET', `/api/course/${over}/access_code`)).body.resetable).toBe(false)
  const moved = await it.call(school.teacher, 'PUT', `/api/courses/${over}`, { time_zone: null })
  expect(moved.body.status).toBe('published')
  await school.db.query(`update mirror.orgs set settings = '{}' where id = $1`, [school.org])
})
test('mine, of every organisation, with my role', async () => {
  const course = await createCourse({ name: 'Guest teaching' }, far.teacher)
  await school.db.query(
    `insert into enrolments (id, org_id, course_id, person_id, role, version) values ($1, $2, $3, $4, 'instructor_assistant', 1)`,
    [newId(), far.org, course.id, school.other.person],
  )
  const { body } = await it.call(school.other, 'GET', '/api/my-courses')
  expect(body).toMatchObject({ total: 1, items: [{ name: 'Guest teaching', role: 'instructor_assistant', org_id: far.org }] })
  expect((await it.call(school.other, 'GET', '/api/my-courses?conditions={"keyword":"nothing"}')).body.total).toBe(0)
  await it.call(far.teacher, 'PUT', `/api/courses/${course.id}`, { display_name: 'Tides for all' })
  for (const shown of ['tides', 'petrova', 'guest'])
    expect((await it.call(school.other, 'GET', `/api/my-courses?conditions={"keyword":"${shown}"}`)).body.total, shown).toBe(1)
  expect((await it.call(school.other, 'GET', '/api/my-courses?conditions={"course_type":1}')).body.total).toBe(1)
  expect((await it.call(school.other, 'GET', '/api/my-courses?conditions={"course_type":7}')).body.total).toBe(0)
  expect((await it.call(school.other, 'GET', '/api/my-courses?conditions={"course_type":"7"}')).status).toBe(400)
  expect((await it.call(school.other, 'GET', `/api/courses/${course.id}`)).body.can.teach).toBe(true)
})

test('the statement of my courses is prepared: to plan it takes longer than to run it', () => {
  expect(isPrepared(myCoursesSql(['not c.deleted'], 'e.joined_at desc', 'mine.place > $2'))).toBe(true)
})
