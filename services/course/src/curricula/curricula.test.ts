// Curricula: their rows, the courses there are for them, and people who lack some.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import type { TestService } from '@lyceum/kit/test/test-service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCourse, testCourses } from '../test/courses.ts'
import { testProgram, type TestProgram } from '../test/curricula.ts'
import type { School } from '../test/school.ts'

let it: TestService
let school: School
let far: School
let stop: () => Promise<void>
let world: TestProgram
let program: string
let bound: Actor
const [sciences, arts] = [newId(), newId()]
beforeAll(async () => {
  ;({ it, school, far, stop } = await testCourses())
  for (const id of [sciences, arts])
    await school.db.query(
      `insert into mirror.departments (id, org_id, name, code, path, deleted, version) values ($1, $2, 'D', '', $3, false, 1)`,
      [id, school.org, [id]],
    )
  world = await testProgram(it, school)
  program = await world.unit('program', 'Marine Biology', { department: sciences })
  bound = { ...school.inspector, department: sciences }
})
afterAll(async () => {
  await world?.stop()
  await stop?.()
})

const row = (course_code: string, term = 1, more: object = {}) => ({ term, course_code, compulsory: true, credits: 3, ...more })
const call = (method: string, path: string, body?: object, actor: Actor = school.manager) =>
  it.call(actor, method, `/api/curricula${path}`, body)
const faults = ({ status, body }: { status: number; body: { details?: Record<string, { code: string }[]> } }) => [
  status,
  ...Object.entries(body.details ?? {}).map(([field, [first]]) => `${field} ${first!.code}`),
]

test('a curriculum is made, replaced as a whole, deleted and restored', async () => {
  const made = await world.curriculum(program, [row('MB102', 2, { credits: 2.5, compulsory: false }), row(' MB101 ')])
  expect(made).toMatchObject({
    name: 'Marine Biology',
    program: { id: program, name: 'Marine Biology' },
    rows: [row('MB101'), row('MB102', 2, { credits: 2.5, compulsory: false })],
  })
  const listed = (await call('GET', `?conditions=${encodeURIComponent(JSON.stringify({ keyword: 'marine', program_id: program }))}`)).body
  expect(listed.items).toMatchObject([{ id: made.id, courses: 2, credits: 5.5, classes: 0, held: 0, terms: 4 }])
  expect((await call('GET', '', undefined, far.manager)).body.total).toBe(0)
  const put = (body: object, actor = school.manager) => call('PUT', `/${made.id}`, body, actor)
  const changed = await put({ name: ' Reefs ', rows: [row('MB103', 4)], version: made.version })
  expect(changed.body).toMatchObject({ name: 'Reefs', rows: [row('MB103', 4)] })
  expect((await put({ name: 'x', version: made.version })).body.code).toBe('curriculum.newer')
  const { version } = changed.body
  expect(faults(await put({ terms: 3, version }))).toEqual([400, 'rows.0.term curriculum.termBeyond'])
  expect(faults(await put({ rows: [row('A'), row('A', 2), row(' '), row('B', 9)], version }))).toEqual([
    400,
    'rows.1.course_code curriculum.codeTwice',
    'rows.2.course_code field.required',
    'rows.3.term curriculum.termBeyond',
  ])
  for (const wrong of [{ term: 0 }, { credits: -1 }, { credits: 1.234 }, { compulsory: 'yes' }, { course_code: '' }])
    expect((await put({ rows: [{ ...row('A'), ...wrong }], version })).status).toBe(400)
  expect((await put({ rows: Array.from({ length: 501 }, (_, n) => row(`C${n}`)), version })).status).toBe(400)
  expect((await call('DELETE', `/${made.id}?version=${made.version}`)).body.code).toBe('curriculum.newer')
  expect((await call('DELETE', `/${made.id}?version=${version}`)).status).toBe(204)
  expect((await call('GET', `/${made.id}`)).status).toBe(404)
  expect((await call('PUT', `/${made.id}/restore`)).body.rows).toHaveLength(1)
  expect((await call('GET', `/${made.id}`, undefined, far.manager)).status).toBe(404)
})

test('400, 403 and 404 for a program, conditions and people of elsewhere', async () => {
  const draft = { program_id: program, name: 'X', terms: 2 }
  expect(faults(await call('POST', '', { ...draft, program_id: newId() }))).toEqual([400, 'program_id curriculum.unknownProgram'])
  expect(faults(await call('POST', '', { ...draft, name: ' ' }))).toEqual([400, 'name field.required'])
  for (const wrong of [{ terms: 0 }, { terms: 31 }, { name: 'x'.repeat(201) }])
    expect((await call('POST', '', { ...draft, ...wrong })).status).toBe(400)
  for (const conditions of [{ keyword: 'x'.repeat(101) }, { program_id: 'x' }, { other: 1 }])
    expect((await call('GET', `?conditions=${encodeURIComponent(JSON.stringify(conditions))}`)).status).toBe(400)
  for (const who of [school.teacher, school.student]) expect((await call('POST', '', draft, who)).status).toBe(403)
  const others = await world.unit('program', 'Painting', { department: arts })
  const foreign = await world.curriculum(others, [])
  expect((await call('POST', '', { ...draft, program_id: others }, bound)).body.code).toBe('department.only')
  for (const path of ['', '/courses', '/missing', '/links'])
    expect((await call('GET', `/${foreign.id}${path}`, undefined, bound)).body.code).toBe('department.only')
  expect((await call('POST', '', { ...draft, name: 'Bound' }, bound)).status).toBe(201)
  const seen = (await call('GET', '?page_size=100', undefined, bound)).body.items.map(({ id }: { id: string }) => id)
  expect(seen).not.toContain(foreign.id)
})

test('courses of each row, and people of the classes who are in none', async () => {
  const own = await world.unit('program', 'Oceans')
  const [a, b] = [await world.unit('klass', 'A', { program: own }), await world.unit('klass', 'B', { program: own })]
  const [[maya, omar], [lin]] = [await world.students(a, 2), await world.students(b, 1)]
  const { id } = await world.curriculum(own, [row('OC1'), row('OC2', 2), row('OC9', 2, { compulsory: false })])
  const course = await makeCourse(it, school.teacher, { course_code: 'OC1' })
  await it.call(school.teacher, 'POST', `/api/courses/${course.id}/enrollments`, {
    person_ids: [maya!.person, lin!.person],
    role: 'student',
  })
  const courses = (await call('GET', `/${id}/courses`)).body
  expect(courses.people).toBe(3)
  expect(
    courses.items.map((one: { course_code: string; missing: number; courses: { id: string }[] }) => [
      one.course_code,
      one.missing,
      one.courses.map(({ id }) => id),
    ]),
  ).toEqual([
    ['OC1', 1, [course.id]],
    ['OC2', 3, []],
    ['OC9', 3, []],
  ])
  expect((await call('GET', `/${id}/courses?term=2`)).body.items).toHaveLength(2)
  expect((await call('GET', `/${id}/courses?term_id=${newId()}`)).body.items[0].courses).toEqual([])
  const missing = async (query = '') =>
    (await call('GET', `/${id}/missing?page_size=100${query}`)).body.items.map(
      (one: { person: { id: string }; klass: { name: string }; codes: string[] }) => [one.person.id, one.klass.name, one.codes],
    )
  expect(new Set(await missing())).toEqual(
    new Set([
      [maya!.person, 'A', ['OC2']],
      [omar!.person, 'A', ['OC1', 'OC2']],
      [lin!.person, 'B', ['OC2']],
    ]),
  )
  expect(await missing('&term=1')).toEqual([[omar!.person, 'A', ['OC1']]])
  expect(await missing(`&klass_id=${b}`)).toEqual([[lin!.person, 'B', ['OC2']]])
  expect(await missing('&keyword=nobody')).toEqual([])
  expect((await call('GET', `/${id}/missing?page_size=1&page=2`)).body).toMatchObject({ total: 3, items: [expect.anything()] })
})
