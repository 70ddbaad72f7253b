// Tests of quotas of people and courses: who is listed, who sets one, and uploads that they refuse.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { testProducer } from '@lyceum/kit/test/test-producer'
import { until } from '@lyceum/kit/test/wait'
import { CoursePurgedSchema } from '@lyceum/proto/course'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUploads, somePdf, type TestUploads } from '../test/uploads.ts'

let env: TestUploads
let course: string
const [reefs, arts] = [newId(), newId()]
beforeAll(async () => {
  env = await openUploads()
  const { db, org, teacher, other } = env.school
  for (const id of [reefs, arts])
    await db.query(
      `insert into mirror.departments (id, org_id, name, path, code, deleted, version) values ($1, $2, 'D', array[$1]::uuid[], '', false, 1)`,
      [id, org],
    )
  await db.query('update mirror.memberships set department_id = case person_id when $1 then $3::uuid when $2 then $4::uuid end', [
    teacher.person,
    other.person,
    reefs,
    arts,
  ])
  course = newId()
  await db.query(
    `insert into mirror.courses (id, org_id, name, course_code, course_type, published, deleted, version, department_id)
     values ($1, $2, 'Tides', 'TID', 1, true, false, 1, $3)`,
    [course, org, reefs],
  )
  await db.query(
    `insert into mirror.members (course_id, person_id, org_id, role, state, version) values ($1, $2, $3, 'instructor', 'active', 1)`,
    [course, teacher.person, org],
  )
})
afterAll(() => env.stop())

const call = (method: string, body?: object, query = '', actor: Actor = env.school.manager) =>
  env.call(actor, method, `/api/management/storage/quotas${query}`, body)
const set = (body: object, actor?: Actor) => call('PUT', { version: 0, ...body }, '', actor)
const list = async (query: string, actor?: Actor) => (await call('GET', undefined, `?page_size=100&${query}`, actor)).body
const bound = (department: string): Actor => ({ ...env.school.manager, department })
const declare = (size: number, more: object = {}) =>
  env.call(env.school.teacher, 'POST', '/api/uploads', { name: 'Charts.pdf', size, ...more })

test('a person has the installation’s quota until one is set, which uploads then meet; taken away it is as before', async () => {
  const { teacher } = env.school
  await env.send(teacher, somePdf(3000), { name: 'Tides.pdf' })
  const [first] = (await list('kind=person')).items
  expect(first).toMatchObject({ kind: 'person', id: teacher.person, name: 'Elena Petrova', used: 3000, own: false, version: 0 })
  expect((await list('kind=person&set=true')).items).toEqual([])
  const made = await set({ person_id: teacher.person, bytes: 5000 })
  expect(made).toMatchObject({ status: 200, body: { quota: 5000, own: true, used: 3000 } })
  expect((await env.call(teacher, 'GET', '/api/user/storage-used')).body.storage_total).toBe(5000)
  expect((await declare(2500)).body).toMatchObject({ code: 'storage.insufficient', params: { used: 3000, total: 5000, size: 2500 } })
  expect((await list('kind=person&set=true')).items).toMatchObject([{ id: teacher.person }])
  expect((await set({ person_id: teacher.person, bytes: 9000 })).body.code).toBe('storageQuota.newer')
  const gone = await set({ person_id: teacher.person, bytes: null, version: made.body.version })
  expect(gone.body).toMatchObject({ quota: first.quota, own: false, version: 0 })
  expect((await declare(2500)).status).toBe(201)
  const { rows } = await env.school.db.query(`select before, after from kit.audit where action = 'storageQuota.changed' order by id`)
  expect(rows).toEqual([
    { before: { storage_quota: null }, after: { storage_quota: 5000 } },
    { before: { storage_quota: 5000 }, after: { storage_quota: null } },
  ])
})

test('files for a course meet its quota, whoever sends them; it has none until one is set', async () => {
  const inCourse = { parent_type: 'course', parent_id: course }
  await env.send(env.school.teacher, somePdf(2000), { name: 'Reefs.pdf', ...inCourse })
  expect((await list('kind=course&q=tid')).items).toMatchObject([
    { kind: 'course', id: course, code: 'TID', used: 2000, quota: null, own: false },
  ])
  const made = await set({ course_id: course, bytes: 4000 })
  expect(made.status).toBe(200)
  expect((await declare(2500, inCourse)).body).toMatchObject({
    code: 'storage.courseInsufficient',
    params: { used: 2000, total: 4000, size: 2500 },
  })
  // files of their own are not the course's
  expect((await declare(2500)).status).toBe(201)
  expect((await declare(1500, inCourse)).status).toBe(201)
  expect((await list('kind=course&q=tid')).items[0].used).toBe(3500)
})

test('quotas of a department: its people and courses are listed and set, others are refused; somebody of nowhere is not found', async () => {
  const { teacher, other, inspector } = env.school
  const ids = async (query: string, actor: Actor) => (await list(query, actor)).items.map(({ id }: { id: string }) => id)
  expect([await ids('kind=person', bound(reefs)), await ids('kind=course', bound(reefs))]).toEqual([[teacher.person], [course]])
  expect([await ids('kind=person&q=arth', bound(arts)), await ids('kind=course', bound(arts))]).toEqual([[other.person], []])
  for (const body of [{ person_id: teacher.person }, { course_id: course }])
    expect((await set({ ...body, bytes: 7000, version: 2 ** 50 }, bound(arts))).body.code).toBe('department.only')
  expect((await set({ person_id: teacher.person, bytes: 7_000_000 }, bound(reefs))).status).toBe(200)
  for (const body of [{ person_id: newId() }, { course_id: newId() }]) expect((await set({ ...body, bytes: 1 })).status).toBe(404)
  expect((await set({ person_id: teacher.person, bytes: 1 }, inspector)).status).toBe(403)
  expect((await call('GET', undefined, '?kind=person', teacher)).status).toBe(403)
})

test.each([
  [{ bytes: 1 }, 'person_id'],
  [{ person_id: newId(), course_id: newId(), bytes: 1 }, 'course_id'],
  [{ person_id: 'x', bytes: 1 }, 'person_id'],
  [{ person_id: newId(), bytes: 0 }, 'bytes'],
  [{ person_id: newId(), bytes: 2 ** 51 }, 'bytes'],
  [{ person_id: newId(), bytes: 1.5 }, 'bytes'],
  [{ person_id: newId(), bytes: 1, version: -1 }, 'version'],
])('%o is refused at %s', async (body, field) => {
  const { status, body: problem } = await set(body)
  expect([status, Object.keys(problem.details ?? problem.errors)]).toEqual([400, [field]])
})

test('the quota of a course goes with it, and no other', async () => {
  const { db, org } = env.school
  const [gone, stays] = [newId(), newId()]
  for (const id of [gone, stays]) await db.query(`insert into storage_quotas values ($1, 'course', $2, 1000, 1)`, [org, id])
  const produce = await testProducer(env.world, 'course')
  try {
    await produce.emit(CoursePurgedSchema, { key: `course:${gone}`, org }, { courseId: gone, orgId: org })
    const left = async () =>
      (await db.query('select subject_id as id from storage_quotas where subject_id = any($1)', [[gone, stays]])).rows.map(({ id }) => id)
    await until(async () => (await left()).length === 1)
    expect(await left()).toEqual([stays])
  } finally {
    await produce.stop()
  }
})
