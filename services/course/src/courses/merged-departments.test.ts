// Tests of the courses of a department that was merged into another.
import { newId } from '@lyceum/kit/ids'
import { testProducer } from '@lyceum/kit/test/test-producer'
import type { TestService } from '@lyceum/kit/test/test-service'
import { until } from '@lyceum/kit/test/wait'
import { DepartmentChangedSchema } from '@lyceum/proto/identity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCourse, testCourses } from '../test/courses.ts'
import type { School } from '../test/school.ts'
import { moveCourses } from './merged-departments.ts'

let it: TestService
let school: School
let stop: () => Promise<void>
let identity: Awaited<ReturnType<typeof testProducer>>
beforeAll(async () => {
  ;({ it, school, stop } = await testCourses())
  identity = await testProducer(it.world, 'identity')
})
afterAll(async () => {
  await identity?.stop()
  await stop?.()
})

const departmentFact = (id: string, name: string, version: bigint, more: object = {}) =>
  identity.emit(
    DepartmentChangedSchema,
    { key: `department:${id}`, org: school.org },
    { id, orgId: school.org, name, path: [id], code: '', version, ...more },
  )
const known = (ids: string[]) =>
  until(async () => (await school.db.query('select from mirror.departments where id = any($1)', [ids])).rowCount === ids.length)

test('become the other’s and take its name, those in the bin too, each with a fact; courses of others stay', async () => {
  const [old, into] = [newId(), newId()]
  await departmentFact(into, 'Earth Sciences', 1n)
  await departmentFact(old, 'Geology', 1n)
  await known([old, into])
  const draft = { department: { id: old, name: 'Geology' } }
  const [first, binned, other] = [
    await makeCourse(it, school.teacher, draft),
    await makeCourse(it, school.teacher, draft),
    await makeCourse(it, school.teacher),
  ]
  expect((await it.call(school.teacher, 'DELETE', `/api/course/${binned.id}`)).status).toBeLessThan(300)
  await departmentFact(old, 'Geology', 2n, { deleted: true, mergedInto: into })
  const departments = async () =>
    (
      await school.db.query('select department_id, department_name from courses where id = any($1) order by array_position($1, id)', [
        [first.id, binned.id, other.id],
      ])
    ).rows.map(({ department_id, department_name }) => [department_id, department_name])
  await until(async () => (await departments())[1]?.[0] === into)
  const moved = [into, 'Earth Sciences']
  expect(await departments()).toEqual([moved, moved, [null, null]])
  const { rows } = await school.db.query('select value from kit.outbox where key = $1 order by seq desc limit 1', [`course:${first.id}`])
  expect(JSON.parse(rows[0].value).course.department_id).toBe(into)
  const now = (await it.call(school.manager, 'GET', `/api/courses/${first.id}`)).body
  expect([now.department, now.version > first.version]).toEqual([{ id: into, name: 'Earth Sciences' }, true])
})

test('its subjects become the other’s too, with a new version', async () => {
  const [old, into] = [newId(), newId()]
  await departmentFact(into, 'Life Sciences', 1n)
  await departmentFact(old, 'Zoology', 1n)
  await known([old, into])
  const draft = { code: newId(), name: 'Zoology', department_id: old }
  const subject = (await it.call(school.manager, 'POST', '/api/subjects', draft)).body
  await departmentFact(old, 'Zoology', 2n, { deleted: true, mergedInto: into })
  const now = async () => (await it.call(school.manager, 'GET', `/api/subjects?conditions={"keyword":"${draft.code}"}`)).body.items[0]
  await until(async () => (await now())?.department?.id === into)
  expect([(await now()).department.name, (await now()).version > subject.version]).toEqual(['Life Sciences', true])
})

test('a chain of merges leaves nothing behind, whichever of its facts comes first', async () => {
  const [a, b, c] = [newId(), newId(), newId()]
  const names = new Map([
    [a, 'Geology'],
    [b, 'Earth'],
    [c, 'Planets'],
  ])
  for (const [id, name] of names) await departmentFact(id, name, 1n)
  await known([a, b, c])
  const make = async (id: string) => (await makeCourse(it, school.teacher, { department: { id, name: names.get(id) } })).id as string
  const made = [await make(a), await make(b)]
  await it.call(school.manager, 'POST', '/api/subjects', { code: 'GEO 101', name: 'Rocks', department_id: a })
  const merge = (from: string, into: string, version: bigint) =>
    departmentFact(from, names.get(from)!, version, { deleted: true, mergedInto: into })
  const departmentsOf = async () =>
    (await school.db.query('select department_id, department_name from courses where id = any($1)', [made])).rows.map(
      ({ department_id, department_name }) => [department_id, department_name],
    )
  // the second merge is heard of before the first
  await merge(b, c, 2n)
  await until(async () => (await departmentsOf()).some(([department]) => department === c))
  await merge(a, b, 2n)
  const there = [c, 'Planets']
  await until(async () => (await departmentsOf()).every(([department]) => department === c))
  expect(await departmentsOf()).toEqual([there, there])
  const subject = (await it.call(school.manager, 'GET', '/api/subjects?conditions={"keyword":"GEO"}')).body.items[0]
  expect(subject.department.id).toBe(c)
  // taken back one after the other, each to where its people are
  await departmentFact(b, 'Earth', 3n)
  await until(async () => (await departmentsOf()).every(([department]) => department === b))
  await departmentFact(a, 'Geology', 3n)
  await until(async () => (await departmentsOf()).some(([department]) => department === a))
  const ofEach = (await school.db.query('select department_id from courses where id = any($1) order by array_position($1, id)', [made]))
    .rows
  expect(ofEach.map(({ department_id }) => department_id)).toEqual([a, b])
  const back = (await it.call(school.manager, 'GET', '/api/subjects?conditions={"keyword":"GEO"}')).body.items[0]
  expect(back.department.id).toBe(a)
})

test('a move that waits still while the other department becomes part of a third goes on to that', async () => {
  const [old, into, third] = [newId(), newId(), newId()]
  for (const id of [old, into, third]) await departmentFact(id, 'Sea', 1n)
  await known([old, into, third])
  const { id } = await makeCourse(it, school.teacher, { department: { id: old, name: 'Sea' } })
  await departmentFact(into, 'Sea', 2n, { deleted: true, mergedInto: third })
  await until(
    async () => (await school.db.query('select merged_into from mirror.departments where id = $1', [into])).rows[0]?.merged_into === third,
  )
  // its own merge has been applied, as before each job
  await school.db.query('update mirror.departments set merged_into = $2 where id = $1', [old, into])
  await moveCourses({ job: { payload: { from: old, into } }, deps: { pool: school.db } } as never)
  expect((await school.db.query('select department_id from courses where id = $1', [id])).rows[0].department_id).toBe(third)
})

test('a merge that is taken back: courses, subjects and links that are still where it put them come back', async () => {
  const [old, into, elsewhere] = [newId(), newId(), newId()]
  for (const [id, name] of [
    [into, 'Oceans'],
    [old, 'Geology'],
    [elsewhere, 'Law'],
  ] as const)
    await departmentFact(id, name, 1n)
  await known([old, into, elsewhere])
  const draft = { department: { id: old, name: 'Geology' } }
  const [first, moved, other] = [
    await makeCourse(it, school.teacher, draft),
    await makeCourse(it, school.teacher, draft),
    await makeCourse(it, school.teacher, { department: { id: into, name: 'Oceans' } }),
  ]
  const code = newId()
  const subject = (await it.call(school.manager, 'POST', '/api/subjects', { code, name: 'Rocks', department_id: old })).body
  const departments = async () =>
    (
      await school.db.query('select department_id from courses where id = any($1) order by array_position($1, id)', [
        [first.id, moved.id, other.id],
      ])
    ).rows.map(({ department_id }) => department_id)
  await departmentFact(old, 'Geology', 2n, { deleted: true, mergedInto: into })
  await until(async () => (await departments()).every((id) => id === into))
  await school.db.query('update courses set department_id = $2 where id = $1', [moved.id, elsewhere])
  await departmentFact(old, 'Geology', 3n)
  await until(async () => (await departments())[0] === old)
  expect(await departments()).toEqual([old, elsewhere, into])
  const now = (await it.call(school.manager, 'GET', `/api/courses/${first.id}`)).body
  expect(now.department).toEqual({ id: old, name: 'Geology' })
  const found = (await it.call(school.manager, 'GET', `/api/subjects?conditions={"keyword":"${code}"}`)).body.items[0]
  expect([found.department.id, found.version > subject.version]).toEqual([old, true])
  await until(async () => (await school.db.query('select from merge_moves where source_id = $1', [old])).rowCount === 0)
})

test('a merge that is taken back before its courses were moved moves none', async () => {
  const [old, into] = [newId(), newId()]
  await departmentFact(into, 'Oceans', 1n)
  await departmentFact(old, 'Geology', 1n)
  await known([old, into])
  const { id } = await makeCourse(it, school.teacher, { department: { id: old, name: 'Geology' } })
  await moveCourses({ job: { payload: { from: old, into } }, deps: { pool: school.db } } as never)
  expect((await school.db.query('select department_id from courses where id = $1', [id])).rows[0].department_id).toBe(old)
})
