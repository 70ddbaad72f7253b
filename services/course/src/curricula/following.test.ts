// Classes enrolled in a term of a curriculum: once, or kept in step with who joins and leaves, with holds where suspiciously many would leave.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import type { TestService } from '@lyceum/kit/test/test-service'
import { until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeCourse, testCourses } from '../test/courses.ts'
import { testProgram, type TestProgram } from '../test/curricula.ts'
import { testRosters } from '../test/rosters.ts'
import type { School } from '../test/school.ts'
import { followAll } from './following.ts'

let it: TestService
let school: School
let stop: () => Promise<void>
let world: TestProgram
let program: string
let klass: string
let curriculum: { id: string; version: number }
let codes: [string, string]
let courses: [string, string]
beforeAll(async () => {
  ;({ it, school, stop } = await testCourses())
  world = await testProgram(it, school)
})
afterAll(async () => {
  await world?.stop()
  await stop?.()
})
let nth = 0
const row = (course_code: string, more: object = {}) => ({ term: 1, course_code, compulsory: true, credits: 3, ...more })
beforeEach(async () => {
  program = await world.unit('program', 'Oceans')
  klass = await world.unit('klass', `Class ${++nth}`, { program })
  codes = [`F${nth}A`, `F${nth}B`]
  const [one, other] = [
    await makeCourse(it, school.teacher, { course_code: codes[0] }),
    await makeCourse(it, school.teacher, { course_code: codes[1] }),
  ]
  courses = [one.id, other.id]
  curriculum = await world.curriculum(program, [...codes.map((code) => row(code)), row(`F${nth}E`, { compulsory: false })])
})

const call = (method: string, path = '', body?: object, actor: Actor = school.manager) =>
  it.call(actor, method, `/api/curricula/${curriculum.id}${path}`, body)
const enrol = async (mode: 'once' | 'keep', more: object = {}) => {
  const { status, body } = await call('POST', '/enrol', { klass_id: klass, term: 1, mode, ...more })
  expect([status, body.details]).toEqual([202, undefined])
  return await world.task(body.task)
}
const link = async () => (await call('GET', '/links')).body.items[0]
const sorted = (people: Actor[]) => people.map(({ person }) => person).toSorted()
const membersAre = (course: string, people: Actor[]) =>
  until(async () => JSON.stringify(await world.members(course)) === JSON.stringify(sorted(people)))
const stateOf = async (course: string, { person }: Actor) =>
  (await school.db.query('select state from enrolments where course_id = $1 and person_id = $2', [course, person])).rows[0]?.state
const remove = async (course: string, { person }: Actor) => {
  const { rows } = await school.db.query('select id from enrolments where course_id = $1 and person_id = $2', [course, person])
  expect((await it.call(school.teacher, 'DELETE', '/api/course/enrollments', { enrollment_ids: [rows[0].id] })).status).toBe(200)
}

test('once: everybody of the class joins, and nobody follows it', async () => {
  const people = await world.students(klass, 3)
  expect(await enrol('once')).toMatchObject({ state: 'finished', result: { joined: 6, courses: 2, people: 3 }, report: [] })
  for (const course of courses) expect(await world.members(course)).toEqual(sorted(people))
  expect((await enrol('once')).result).toMatchObject({ joined: 0 })
  expect((await call('GET', '/links')).body.total).toBe(0)
})

test('kept in step: people of the class join the courses and leave them with it; enrolments by hand stay', async () => {
  const people = await world.students(klass, 2)
  const [first, second] = people
  await it.call(school.teacher, 'POST', `/api/courses/${courses[0]}/enrollments`, { person_ids: [first!.person], role: 'student' })
  expect((await enrol('keep')).result).toMatchObject({ joined: 3 })
  expect(await link()).toMatchObject({ state: 'active', enrolments: 3, klass: { id: klass }, term: 1, removals: 0, department: null })
  const [third] = await world.students(await world.unit('klass', 'Elsewhere'), 1)
  await world.move(third!, klass)
  await membersAre(courses[1], [...people, third!])
  await world.move(first!, null)
  await membersAre(courses[1], [second!, third!])
  expect(await world.members(courses[0])).toEqual(sorted([first!, second!, third!]))
  // the same person comes back with their work
  await world.move(first!, klass)
  await membersAre(courses[1], [first!, second!, third!])
})

test('while facts are read again nobody leaves: people whose facts are still to come have not left the class', async () => {
  const people = await world.students(klass, 2)
  await enrol('keep')
  const rebuildUntil = (offset: string) => school.db.query(`update kit.positions set rebuild_until = ${offset}`)
  const { id } = await link()
  const idle = () =>
    until(async () => (await school.db.query('select from kit.jobs where key = $1', [`curriculum-link:${id}`])).rowCount === 0)
  const inClass = async () => (await school.db.query('select from mirror.memberships where klass_id = $1', [klass])).rowCount
  // the newest facts of everybody, read once more: those of the second are not there yet
  await rebuildUntil('1000000')
  try {
    await school.db.query('update mirror.memberships set klass_id = null where person_id = $1', [people[1]!.person])
    await world.move(people[0]!, null)
    await until(async () => (await inClass()) === 0)
    expect((await school.db.query('select from kit.jobs where key = $1', [`curriculum-link:${id}`])).rowCount).toBe(0)
    await followAll({ pool: school.db }, new Date())
    await idle()
    for (const course of courses) expect(await world.members(course)).toEqual(sorted(people))
    expect(await link()).toMatchObject({ state: 'active', removals: 0 })
  } finally {
    await rebuildUntil('0')
  }
  await followAll({ pool: school.db }, new Date())
  for (const course of courses) await membersAre(course, [])
})

test('a student enrolled and removed by hand stays out, kept in step and once; one whom a source has ended comes back', async () => {
  const [byHand, ended] = await world.students(klass, 2)
  await it.call(school.teacher, 'POST', `/api/courses/${courses[0]}/enrollments`, { person_ids: [byHand!.person], role: 'student' })
  await remove(courses[0], byHand!)
  expect((await enrol('once')).result).toMatchObject({ joined: 3 })
  expect(await world.members(courses[0])).toEqual([ended!.person])
  await enrol('keep')
  expect(await stateOf(courses[0], byHand!)).toBe('left')
  const office = await school.person('Ines Roca', 'admin')
  const roster = testRosters(it, school, office, 'file')
  const enrolment = { external_id: newId(), course_id: courses[1], person_id: ended!.person }
  await roster.put('enrolments', [{ ...enrolment, role: 'student' }])
  await roster.put('enrolments', [{ external_id: enrolment.external_id, gone: true }])
  await followAll({ pool: school.db }, new Date())
  await until(async () => (await stateOf(courses[1], ended!)) === 'active')
  expect(await stateOf(courses[0], byHand!)).toBe('left')
})

test('people removed by hand stay out, suspended ones stay in, a register keeps those it has', async () => {
  const [removed, suspended, registered] = await world.students(klass, 3)
  const office = await school.person('Ingrid Berg', 'admin')
  const roster = testRosters(it, school, office)
  const external_id = newId()
  await roster.put('enrolments', [{ external_id, course_id: courses[0], person_id: registered!.person, role: 'student' }])
  await enrol('keep')
  await remove(courses[0], removed!)
  await world.suspend(suspended!)
  await world.move(registered!, null)
  await until(async () => (await stateOf(courses[1], registered!)) === 'left')
  await world.move(removed!, klass)
  await followAll({ pool: school.db }, new Date())
  const [newcomer] = await world.students(klass, 1)
  await world.move(newcomer!, klass)
  await membersAre(courses[0], [suspended!, registered!, newcomer!])
  // of a register and of the class: the register alone no longer ends it
  await roster.put('enrolments', [{ external_id: newId(), course_id: courses[0], person_id: newcomer!.person, role: 'student' }])
  expect(await stateOf(courses[0], newcomer!)).toBe('active')
})

test('a class that is emptied at once is held until somebody confirms the number', async () => {
  const people = await world.students(klass, 15)
  await enrol('keep')
  // as one import leaves it: identity's facts come in one chunk
  await school.db.query('update mirror.memberships set klass_id = null where klass_id = $1', [klass])
  await world.move(people[0]!, null)
  await until(async () => (await link()).state === 'held')
  const held = await link()
  expect(held).toMatchObject({ removals: 30, enrolments: 30 })
  expect((await call('GET', '')).status).toBe(200)
  const confirm = (body: object) => call('PUT', `/links/${held.id}/confirm`, body)
  expect((await confirm({ removals: 29, version: held.version })).body).toMatchObject({
    code: 'curriculumLink.otherNumber',
    params: { count: 30 },
  })
  expect((await confirm({ removals: 30, version: 0 })).body.code).toBe('curriculumLink.newer')
  expect((await confirm({ removals: 0, version: held.version })).status).toBe(400)
  expect((await confirm({ removals: 30, version: held.version })).status).toBe(200)
  await membersAre(courses[0], [])
  await until(async () => (await link()).state === 'active')
  expect((await confirm({ removals: 30, version: 9e15 })).body.code).toBe('curriculumLink.notHeld')
})

test('few at a time are held too once they are many in a day', async () => {
  const people = await world.students(klass, 12)
  await enrol('keep')
  for (const one of people.slice(0, 10)) await world.move(one, null)
  await membersAre(courses[0], people.slice(10))
  await world.move(people[10]!, null)
  await until(async () => (await link()).state === 'held')
  expect(await world.members(courses[0])).toEqual(sorted(people.slice(10)))
  // who comes back is no removal any more
  await world.move(people[10]!, klass)
  await until(async () => (await link()).state === 'active')
})

test('a link ends and is restored within a day; its enrolments stay', async () => {
  const people = await world.students(klass, 2)
  await enrol('keep')
  expect((await call('POST', '/enrol', { klass_id: klass, term: 1, mode: 'keep' })).body).toMatchObject({ code: 'curriculumLink.taken' })
  const { id, version } = await link()
  expect((await call('DELETE', `?version=${curriculum.version}`)).body).toMatchObject({ code: 'curriculum.inUse', params: { classes: 1 } })
  expect((await call('DELETE', `/links/${id}?version=0`)).body.code).toBe('curriculumLink.newer')
  expect((await call('DELETE', `/links/${newId()}?version=0`)).status).toBe(404)
  expect((await call('DELETE', `/links/${id}?version=${version}`)).status).toBe(204)
  await world.move(people[0]!, null)
  const [later] = await world.students(klass, 1)
  expect((await call('PUT', `/links/${id}/restore`)).body.state).toBe('active')
  await membersAre(courses[0], [people[1]!, later!])
  await call('DELETE', `/links/${id}?version=${(await link()).version}`)
  await followAll({ pool: school.db }, new Date(Date.now() + 2 * 86_400_000))
  const ids = await school.db.query('select count(*)::int as n from kit.external_ids where source = $1', [`curriculum.${id}`])
  expect(ids.rows[0].n).toBe(0)
  expect(await world.members(courses[0])).toEqual(sorted([people[1]!, later!]))
})

test('new rows are joined; codes without one course that is meant are in the report', async () => {
  const people = await world.students(klass, 1)
  const [missing, several, named] = [`M${nth}`, `V${nth}`, `N${nth}`]
  for (const name of ['One', 'Two']) await makeCourse(it, school.teacher, { name, course_code: several })
  const own = await makeCourse(it, school.teacher, { course_code: named, klass: { name: `Class ${nth}` } })
  await makeCourse(it, school.teacher, { course_code: named, klass: { name: 'Another' } })
  const ended = await makeCourse(it, school.teacher, { course_code: missing, start_date: '2020-01-01', end_date: '2020-02-01' })
  await enrol('keep')
  const { status } = await call('PUT', '', { rows: [missing, several, named].map((code) => row(code)), version: curriculum.version })
  expect(status).toBe(200)
  await membersAre(own.id, people)
  expect(await world.members(ended.id)).toEqual([])
  // the courses of rows that are gone keep their people
  expect(await world.members(courses[0])).toEqual(sorted(people))
  const again = await enrol('once')
  expect(again.report.map(({ item, code }) => [item, code])).toEqual([
    [missing, 'curriculum.courseMissing'],
    [several, 'curriculum.courseAmbiguous'],
  ])
})

test('400 at the field, and a manager of a department enrols in courses of it alone', async () => {
  const fault = async (body: object, actor = school.manager) => {
    const { status, body: answer } = await call('POST', '/enrol', { klass_id: klass, term: 1, mode: 'once', ...body }, actor)
    return [status, ...Object.entries(answer.details ?? {}).map(([field, [first]]: any) => `${field} ${first.code}`)]
  }
  expect(await fault({ klass_id: newId() })).toEqual([400, 'klass_id curriculum.unknownKlass'])
  expect(await fault({ term: 2 })).toEqual([400, 'term curriculum.noCourses'])
  expect(await fault({ term_id: newId() })).toEqual([400, 'term_id term.unknown'])
  for (const wrong of [{ term: 0 }, { mode: 'never' }, { klass_id: 'x' }]) expect((await fault(wrong))[0]).toBe(400)
  for (const who of [school.teacher, school.student]) expect((await fault({}, who))[0]).toBe(403)

  const department = newId()
  await school.db.query(
    `insert into mirror.departments (id, org_id, name, code, path, deleted, version) values ($1, $2, 'Reefs', '', $3, false, 1)`,
    [department, school.org, [department]],
  )
  const bound: Actor = { ...school.inspector, department }
  expect((await fault({}, bound))[0]).toBe(403)
  await school.db.query('update mirror.study_units set department_id = $2 where id = any($1)', [[program, klass], department])
  const people = await world.students(klass, 1)
  await it.call(school.manager, 'PUT', `/api/courses/${courses[0]}`, { department: { id: department, name: '' } })
  const { body } = await call('POST', '/enrol', { klass_id: klass, term: 1, mode: 'keep' }, bound)
  expect((await world.task(body.task, bound)).report.map(({ item }) => item)).toEqual([codes[1]])
  expect(await world.members(courses[0])).toEqual(sorted(people))
  expect(await world.members(courses[1])).toEqual([])
  expect(await link()).toMatchObject({ department: 'Reefs' })

  // rows of that link are theirs; those of one of the whole organisation would enrol the class in courses of any department
  const put = async (rows: object[], actor = bound) => {
    const { version } = (await call('GET')).body
    return await call('PUT', '', { name: 'Reefs', rows, version }, actor)
  }
  const more = [...codes, `F${nth}X`].map((code) => row(code))
  expect((await put(more)).status).toBe(200)
  await school.db.query('update curriculum_links set department_id = null where curriculum_id = $1', [curriculum.id])
  const other = await put([row(codes[0])])
  expect([other.status, other.body.code]).toEqual([403, 'department.only'])
  expect((await put(more.toReversed())).status).toBe(200)
  // neither do they confirm, end or restore that link
  const { id, version } = await link()
  const changeable = async (actor: Actor) =>
    (await call('GET', '/links', undefined, actor)).body.items.map((one: { changeable: boolean }) => one.changeable)
  expect([await changeable(bound), await changeable(school.manager)]).toEqual([[false], [true]])
  const asBound = (method: string, path: string, more?: object) => call(method, `/links/${id}${path}`, more, bound)
  const refused = { status: 403, body: { code: 'department.only' } }
  expect(await asBound('PUT', '/confirm', { removals: 1, version })).toMatchObject(refused)
  expect(await asBound('DELETE', `?version=${version}`)).toMatchObject(refused)
  expect((await call('DELETE', `/links/${id}?version=${version}`)).status).toBe(204)
  expect(await asBound('PUT', '/restore')).toMatchObject(refused)
  // it can be restored for a day
  expect((await put([row(codes[0])])).status).toBe(403)
  expect((await put([row(codes[0])], school.manager)).status).toBe(200)
  await school.db.query('update curriculum_links set released = true where curriculum_id = $1', [curriculum.id])
  expect((await put(more)).status).toBe(200)
})
