// Courses of a roster: made, changed, closed and opened again, checked without a trace, and undone.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import type { TestService } from '@lyceum/kit/test/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testCourses } from '../test/courses.ts'
import type { School } from '../test/school.ts'
import { testRosters, type TestRosters } from '../test/rosters.ts'

let it: TestService
let school: School
let far: School
let stop: () => Promise<void>
let office: Actor
let roster: TestRosters
beforeAll(async () => {
  ;({ it, school, far, stop } = await testCourses())
  office = await school.person('Ingrid Berg', 'admin')
  roster = testRosters(it, school, office)
})
afterAll(() => stop?.())

const read = async (id: string) => (await it.call(office, 'GET', `/api/courses/${id}`)).body
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('courses are made under the ids of the source, in their terms and departments; the same rows again emit nothing', async () => {
  const department = newId()
  await school.db.query(
    `insert into mirror.departments (id, org_id, name, path, code, deleted, version) values ($1, $2, 'Biology', $3, 'BIO', false, 1)`,
    [department, school.org, [department]],
  )
  const year = (await it.call(office, 'POST', '/api/terms', { name: '2027–2028', start_date: '2027-09-01', end_date: '2028-08-31' })).body
    .id
  const spring = (
    await it.call(office, 'POST', '/api/terms', { parent_id: year, name: 'Spring', start_date: '2028-02-01', end_date: '2028-06-30' })
  ).body.id
  const rows = [
    {
      external_id: 'a1',
      name: ' Marine\tBiology ',
      course_code: 'MB 1',
      academic_year: '2027–2028',
      semester: 'SPRING',
      department_id: department,
    },
    { external_id: 'a2', name: '海洋 '.repeat(3), start_date: '2028-02-01', end_date: '2028-06-01' },
    { external_id: 'a2', name: 'Twice' },
    { external_id: 'a3', name: ' \u200b ' },
    { external_id: 'a4' },
    { external_id: 'a5', name: 'Ends first', start_date: '2028-02-01', end_date: '2027-06-01' },
    { external_id: 'a6', name: 'Elsewhere', department_id: newId() },
  ]
  const before = await roster.facts()
  const checked = await roster.put('courses', rows, { check: true })
  expect(await roster.facts()).toBe(before)
  const made = await roster.put('courses', rows)
  expect(made.map(({ outcome, code }) => code ?? outcome)).toEqual([
    'made',
    'made',
    'roster.twice',
    'roster.fieldMissing',
    'roster.fieldMissing',
    'course.endBeforeStart',
    'department.unknown',
  ])
  expect(checked.map(({ outcome, code }) => code ?? outcome)).toEqual(made.map(({ outcome, code }) => code ?? outcome))
  expect(checked.map(({ id }) => id)).toEqual(rows.map(() => null))
  expect(await read(made[0]!.id!)).toMatchObject({
    ...{ name: 'Marine Biology', course_code: 'MB 1', term_id: spring, semester: 'Spring', status: 'draft', imported_from: 'sis' },
    department: { id: department, name: 'Biology' },
  })
  expect((await school.db.query('select code from access_codes where course_id = $1', [made[0]!.id])).rows[0].code).toMatch(
    /^[0-9A-Z]{7,}$/,
  )
  const facts = await roster.facts()
  const again = await roster.put('courses', rows.slice(0, 2))
  expect(again.map(({ outcome, id }) => [outcome, id])).toEqual(made.slice(0, 2).map(({ id }) => ['same', id]))
  expect(await roster.facts()).toBe(facts)
  expect((await school.db.query('select quiet from kit.outbox where key = $1', [`course:${made[0]!.id}`])).rows).toEqual([{ quiet: true }])
})

test('a field changed by hand stays and is named, and belongs to the source again by a take-over', async () => {
  const [{ id }] = (await roster.put('courses', [{ external_id: 'b1', name: 'Reefs', course_code: 'R 1' }])) as unknown as [{ id: string }]
  await it.call(office, 'PUT', `/api/courses/${id}`, { name: 'Coral reefs', course_code: 'R 1' })
  const rows = [{ external_id: 'b1', name: 'Reefs II', course_code: 'R 2' }]
  expect(await roster.put('courses', rows)).toMatchObject([{ outcome: 'changed', pinned: ['name'] }])
  expect(await read(id)).toMatchObject({ name: 'Coral reefs', course_code: 'R 2' })
  expect(await roster.put('courses', rows, { check: true })).toMatchObject([{ outcome: 'same', pinned: ['name'] }])
  expect(await roster.put('courses', rows, { take_over: true })).toMatchObject([{ outcome: 'changed', pinned: [] }])
  expect(await roster.put('courses', rows)).toMatchObject([{ outcome: 'same', pinned: [] }])
  expect((await read(id)).name).toBe('Reefs II')
})

test('a course that is gone is closed, stays closed, and has its days again when it returns', async () => {
  const rows = [
    { external_id: 'c1', name: 'Dunes', start_date: day(-60), end_date: day(60) },
    { external_id: 'c2', name: 'Tides', start_date: day(30), end_date: day(90) },
    { external_id: 'c3', name: 'Winds' },
  ]
  const made = await roster.put('courses', rows)
  const gone = rows.map(({ external_id }) => ({ external_id, gone: true as const }))
  const left = await roster.put('courses', [...gone, { external_id: 'never', gone: true }])
  expect(left.map(({ outcome }) => outcome)).toEqual(['left', 'left', 'left', 'same'])
  for (const { id } of made) {
    const { start_date, end_date } = await read(id!)
    expect(end_date < day(0) && (start_date === null || start_date <= end_date)).toBe(true)
  }
  const facts = await roster.facts()
  expect((await roster.put('courses', gone)).map(({ outcome }) => outcome)).toEqual(['same', 'same', 'same'])
  expect(await roster.facts()).toBe(facts)
  const back = await roster.put('courses', [rows[0]!, { external_id: 'c2', name: 'Tides' }, { external_id: 'c3', name: 'Gales' }])
  expect(back.map(({ outcome }) => outcome)).toEqual(['back', 'back', 'back'])
  expect(await read(made[0]!.id!)).toMatchObject({ start_date: day(-60), end_date: day(60) })
  expect(await read(made[1]!.id!)).toMatchObject({ start_date: day(30), end_date: day(90) })
  expect(await read(made[2]!.id!)).toMatchObject({ name: 'Gales', end_date: null })
})

test('an undo brings each course back to what it was, bins those that were made, and keeps what somebody has changed since', async () => {
  const before = [
    { external_id: 'd1', name: 'Salt', course_code: 'S 1', end_date: day(40) },
    { external_id: 'd2', name: 'Sand', end_date: day(40) },
    { external_id: 'd3', name: 'Silt' },
  ]
  const first = await roster.put('courses', before)
  const run = await roster.put('courses', [
    { external_id: 'd1', name: 'Salts', course_code: 'S 2' },
    { external_id: 'd2', gone: true },
    { external_id: 'd3', name: 'Silts' },
    { external_id: 'd4', name: 'New' },
    { external_id: 'd5', name: 'Newer' },
  ])
  await it.call(office, 'PUT', `/api/courses/${run[2]!.id}`, { name: 'Mud' })
  await it.call(office, 'PUT', `/api/courses/${run[4]!.id}`, { course_code: 'N 2' })
  expect((await roster.undo('courses', run)).map(({ outcome }) => outcome)).toEqual(['undone', 'undone', 'kept', 'undone', 'kept'])
  expect(await read(first[0]!.id!)).toMatchObject({ name: 'Salt', course_code: 'S 1' })
  expect(await read(first[1]!.id!)).toMatchObject({ end_date: day(40) })
  expect((await read(first[2]!.id!)).name).toBe('Mud')
  expect((await it.call(office, 'GET', `/api/courses/${run[3]!.id}`)).status).toBe(404)
  // twice is too late, and what was undone may be made again
  expect((await roster.undo('courses', run)).every(({ outcome }) => outcome === 'kept')).toBe(true)
  expect(await roster.put('courses', [{ external_id: 'd4', name: 'New' }])).toMatchObject([{ outcome: 'made' }])
})

test('a course that was deleted by hand is refused, one of another school is neither found nor touched', async () => {
  const [{ id }] = (await roster.put('courses', [{ external_id: 'e1', name: 'Bin', course_code: 'B 1' }])) as unknown as [{ id: string }]
  const other = testRosters(it, far, await far.person('Sam', 'admin'))
  const [{ id: farId }] = (await other.put('courses', [{ external_id: 'e1', name: 'Far' }])) as unknown as [{ id: string }]
  expect(farId).not.toBe(id)
  expect(await roster.find({ external_ids: ['e1', 'none'], codes: ['B 1', 'none'] })).toEqual([
    { external_id: 'e1', code: 'B 1', id },
    { external_id: null, code: 'B 1', id },
  ])
  const forged = [{ external_id: 'e1', id: farId, outcome: 'made', before: null, version: 1, pinned: [] }] as const
  expect(await roster.undo('courses', forged as never)).toMatchObject([{ outcome: 'kept' }])
  await it.call(office, 'DELETE', `/api/course/${id}`)
  expect(await roster.put('courses', [{ external_id: 'e1', name: 'Bin' }])).toMatchObject([
    { outcome: 'refused', code: 'roster.courseDeleted' },
  ])
  expect(await roster.put('courses', [{ external_id: 'e1', gone: true }])).toMatchObject([{ outcome: 'same' }])
  expect(await roster.find({ external_ids: ['e1'] })).toEqual([])
  const wrong = await it.call(office, 'PUT', '/api/roster/courses/undo', {
    source: 'sis',
    rows: [{ external_id: 'e1', id, before: { name: 3 }, version: 1 }],
  })
  expect([wrong.status, Object.keys(wrong.body.details)]).toEqual([400, ['rows.0.before']])
  expect(
    (await it.call(school.teacher, 'PUT', '/api/roster/courses', { source: 'sis', rows: [{ external_id: 'x', gone: true }] })).status,
  ).toBe(403)
})

test('five hundred rows are one transaction of well under a second, and one line of the audit log', async () => {
  const rows = Array.from({ length: 500 }, (_, nth) => ({ external_id: `m${nth}`, name: `Course ${nth}`, course_code: `M ${nth}` }))
  const began = performance.now()
  const made = await roster.put('courses', rows)
  if (process.env.TIMES) console.log('courses made', performance.now() - began)
  expect(made.every(({ outcome }) => outcome === 'made')).toBe(true)
  const { rows: lines } = await school.db.query(
    `select after from kit.audit where action = 'roster.coursesWritten' order by at desc limit 1`,
  )
  expect(lines).toEqual([{ after: { source: 'sis', roster_made: 500 } }])
})
