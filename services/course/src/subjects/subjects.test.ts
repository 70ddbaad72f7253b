// Subjects: made, changed, merged, deleted and restored, and the courses that follow their codes.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import type { TestService } from '@lyceum/kit/test/test-service'
import { until } from '@lyceum/kit/test/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCourse, testCourses } from '../test/courses.ts'
import type { School } from '../test/school.ts'

let it: TestService
let school: School
let far: School
let stop: () => Promise<void>
const [sciences, reefs, arts] = [newId(), newId(), newId()]
beforeAll(async () => {
  ;({ it, school, far, stop } = await testCourses())
  for (const [id, name, path] of [
    [sciences, 'Sciences', [sciences]],
    [reefs, 'Reefs', [sciences, reefs]],
    [arts, 'Arts', [arts]],
  ] as const)
    await school.db.query(
      `insert into mirror.departments (id, org_id, name, code, path, deleted, version) values ($1, $2, $3, '', $4, false, 1)`,
      [id, school.org, name, path],
    )
})
afterAll(() => stop?.())

let nth = 0
const aCode = () => `S${++nth}`
const make = (draft: object, actor: Actor = school.manager) => it.call(actor, 'POST', '/api/subjects', draft)
const change = (id: string, body: object, actor: Actor = school.manager) => it.call(actor, 'PUT', `/api/subjects/${id}`, body)
const merge = (id: string, body: object, actor: Actor = school.manager) => it.call(actor, 'POST', `/api/subjects/${id}/merge`, body)
const remove = (id: string, version: number, actor: Actor = school.manager) =>
  it.call(actor, 'DELETE', `/api/subjects/${id}?version=${version}`)
const list = async (conditions: object = {}, actor: Actor = school.manager) =>
  await it.call(actor, 'GET', `/api/subjects?page_size=100&conditions=${encodeURIComponent(JSON.stringify(conditions))}`)
const read = async (id: string) => (await list({ ids: [id] })).body.items[0]
const faults = ({ status, body }: { status: number; body: { code?: string; details?: Record<string, { code: string }[]> } }) => [
  status,
  ...Object.entries(body.details ?? {}).map(([field, [first]]) => `${field} ${first!.code}`),
]

test('a subject counts the courses with its code; it is changed, deleted and restored', async () => {
  const code = aCode()
  const subject = (await make({ code: ` ${code} `, name: 'Marine  Biology', department_id: reefs })).body
  expect(subject).toMatchObject({ code, name: 'Marine Biology', department: { id: reefs, name: 'Reefs' }, courses: 0, state: 'active' })
  expect((await list({ keyword: 'marine' })).body.items.map(({ id }: { id: string }) => id)).toEqual([subject.id])
  expect((await list({ department_id: sciences })).body.total).toBe(1)
  expect((await list({ department_id: arts })).body.total).toBe(0)
  expect((await list({}, far.manager)).body.total).toBe(0)
  const course = await makeCourse(it, school.teacher, { subject_code: code.toLowerCase() })
  expect((await read(subject.id)).courses).toBe(1)
  expect((await remove(subject.id, subject.version)).body).toMatchObject({ code: 'subjectCode.inUse', params: { count: 1 } })
  const renamed = await change(subject.id, { name: 'Reef Biology', version: subject.version })
  expect(renamed.body.name).toBe('Reef Biology')
  expect((await change(subject.id, { name: 'x', version: subject.version })).body).toMatchObject({ code: 'subjectCode.newer' })
  await it.call(school.teacher, 'PUT', `/api/courses/${course.id}`, { subject_code: '' })
  expect((await remove(subject.id, renamed.body.version)).status).toBe(204)
  expect((await change(subject.id, { name: 'x', version: 9e15 })).status).toBe(404)
  expect((await it.call(school.manager, 'PUT', `/api/subjects/${subject.id}/restore`)).body.name).toBe('Reef Biology')
  expect((await it.call(school.manager, 'PUT', `/api/subjects/${subject.id}/restore`)).status).toBe(404)
})

test('courses follow a new code, and go where their subject is merged', async () => {
  const [one, other, third] = [aCode(), aCode(), aCode()]
  const subject = (await make({ code: one, name: 'Biology' })).body
  const target = (await make({ code: other, name: 'Life sciences' })).body
  const { id } = await makeCourse(it, school.teacher, { subject_code: one })
  const codeOf = async () => (await it.call(school.teacher, 'GET', `/api/courses/${id}`)).body.subject_code
  const recoded = await change(subject.id, { code: third, version: subject.version })
  await until(async () => (await codeOf()) === third)
  // a code is free again, and its former courses do not follow the next one
  expect((await make({ code: one, name: 'Botany' })).status).toBe(201)
  expect(faults(await merge(subject.id, { into: subject.id, version: recoded.body.version }))).toEqual([400, 'into subjectCode.unknown'])
  expect(faults(await merge(subject.id, { into: newId(), version: recoded.body.version }))).toEqual([400, 'into subjectCode.unknown'])
  expect((await merge(subject.id, { into: target.id, version: subject.version })).body.code).toBe('subjectCode.newer')
  const merged = await merge(subject.id, { into: target.id, version: recoded.body.version })
  expect(merged.body).toMatchObject({ state: 'merged', merged_into: { code: other } })
  await until(async () => (await codeOf()) === other)
  expect((await read(target.id)).courses).toBe(1)
  expect((await list({ state: 'merged' })).body.items.map(({ id }: { id: string }) => id)).toEqual([subject.id])
  for (const refused of [
    await merge(subject.id, { into: target.id, version: 9e15 }),
    await change(subject.id, { name: 'x', version: 9e15 }),
  ])
    expect(refused.body.code).toBe('subjectCode.isMerged')
  expect((await remove(subject.id, merged.body.version)).status).toBe(204)
})

test('a merge is taken back for a week: courses that still have the code of the other one get theirs again', async () => {
  const [one, other] = [aCode(), aCode()]
  const [earlier, subject, target] = [
    (await make({ code: aCode(), name: 'Zoology' })).body,
    (await make({ code: one, name: 'Biology' })).body,
    (await make({ code: other, name: 'Life sciences' })).body,
  ]
  await merge(earlier.id, { into: subject.id, version: earlier.version })
  const courses = [
    await makeCourse(it, school.teacher, { subject_code: one }),
    await makeCourse(it, school.teacher, { subject_code: one }),
    await makeCourse(it, school.teacher, { subject_code: other }),
  ]
  const codes = () =>
    Promise.all(courses.map(async ({ id }) => (await it.call(school.teacher, 'GET', `/api/courses/${id}`)).body.subject_code))
  const unmerge = (version: number, actor = school.manager) => it.call(actor, 'POST', `/api/subjects/${subject.id}/unmerge`, { version })
  expect((await unmerge(subject.version)).body.code).toBe('subjectCode.notMerged')
  const merged = (await merge(subject.id, { into: target.id, version: subject.version })).body
  expect(merged.merged_until).toEqual(expect.any(String))
  await until(async () => (await codes()).every((code) => code === other))
  await school.db.query(`update courses set subject_code = 'ELSE' where id = $1`, [courses[1]!.id])
  expect((await unmerge(merged.version - 1)).body.code).toBe('subjectCode.newer')
  expect((await unmerge(merged.version, school.teacher)).status).toBe(403)
  const back = await unmerge(merged.version)
  expect(back.body).toMatchObject({ state: 'active', merged_into: null, merged_until: null })
  await until(async () => (await codes())[0] === one)
  expect(await codes()).toEqual([one, 'ELSE', other])
  expect((await read(earlier.id)).merged_into).toMatchObject({ id: subject.id })
  const again = (await merge(subject.id, { into: target.id, version: back.body.version })).body
  await school.db.query(`update subjects set merged_at = now() - interval '8 days' where id = $1`, [subject.id])
  expect([(await read(subject.id)).merged_until, (await unmerge(again.version)).body.code]).toEqual([null, 'subjectCode.notMerged'])
})

test('of a chain the last merge is taken back first; courses come back to their own subject, whichever of the jobs ends first', async () => {
  const codes = [aCode(), aCode(), aCode()] as const
  const made = await Promise.all(codes.map(async (code) => (await make({ code, name: 'Biology' })).body))
  const [a, b, c] = made.map(({ id }) => id as string) as [string, string, string]
  const courses = await Promise.all(codes.map((code) => makeCourse(it, school.teacher, { subject_code: code })))
  const codesNow = () =>
    Promise.all(courses.map(async ({ id }) => (await it.call(school.teacher, 'GET', `/api/courses/${id}`)).body.subject_code))
  const take = async (id: string) =>
    await it.call(school.manager, 'POST', `/api/subjects/${id}/unmerge`, { version: (await read(id)).version })
  const into = async (id: string, target: string) =>
    expect((await merge(id, { into: target, version: (await read(id)).version })).status).toBe(200)
  const chain = async () => {
    await into(a, b)
    await into(b, c)
    await until(async () => (await codesNow()).every((code) => code === codes[2]))
  }
  await chain()
  expect([(await read(a)).merged_until, (await take(a)).body.code]).toEqual([null, 'subjectCode.notMerged'])
  expect((await take(b)).status).toBe(200)
  await until(async () => (await codesNow())[1] === codes[1])
  expect(await codesNow()).toEqual([codes[1], codes[1], codes[2]])
  expect((await take(a)).status).toBe(200)
  await until(async () => (await codesNow())[0] === codes[0])
  expect(await codesNow()).toEqual(codes)
  // the courses of both are still where the chain has put them
  await chain()
  expect([(await take(b)).status, (await take(a)).status]).toEqual([200, 200])
  await until(async () => (await codesNow()).join() === codes.join())
})

test('400 at the field for what cannot be', async () => {
  const taken = aCode()
  await make({ code: taken, name: 'Taken' })
  expect(faults(await make({ code: taken.toLowerCase(), name: 'X' }))).toEqual([400, 'code subjectCode.taken'])
  expect(faults(await make({ code: '  ', name: 'X' }))).toEqual([400, 'code field.required'])
  expect(faults(await make({ code: 'x'.repeat(65), name: 'X' }))[0]).toBe(400)
  expect(faults(await make({ code: aCode(), name: ' ' }))).toEqual([400, 'name field.required'])
  expect(faults(await make({ code: aCode(), name: 'X', department_id: newId() }))).toEqual([400, 'department_id department.unknown'])
  for (const conditions of [{ keyword: 'x'.repeat(101) }, { department_id: 'x' }, { state: 'gone' }, { ids: ['x'] }, { other: 1 }])
    expect((await list(conditions)).status).toBe(400)
  for (const who of [school.teacher, school.student]) expect((await make({ code: aCode(), name: 'X' }, who)).status).toBe(403)
})

test('a manager of a department changes its subjects alone, and sees those of none', async () => {
  const bound: Actor = { ...school.inspector, department: sciences }
  const [inside, outside, open] = [
    (await make({ code: aCode(), name: 'Inside', department_id: reefs })).body,
    (await make({ code: aCode(), name: 'Outside', department_id: arts })).body,
    (await make({ code: aCode(), name: 'Open' })).body,
  ]
  const seen = new Set((await list({}, bound)).body.items.map(({ id }: { id: string }) => id))
  expect([inside, outside, open].map(({ id }) => seen.has(id))).toEqual([true, false, true])
  expect((await change(inside.id, { name: 'Within', version: inside.version }, bound)).status).toBe(200)
  for (const refused of [
    await change(outside.id, { name: 'x', version: 0 }, bound),
    await change(open.id, { name: 'x', version: open.version }, bound),
    await change(inside.id, { department_id: arts, version: 9e15 }, bound),
    await make({ code: aCode(), name: 'X' }, bound),
    await merge(inside.id, { into: outside.id, version: 9e15 }, bound),
    await remove(outside.id, outside.version, bound),
  ])
    expect([refused.status, refused.body.code]).toEqual([403, 'department.only'])
})
