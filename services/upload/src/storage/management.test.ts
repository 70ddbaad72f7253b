// Tests of the storage that managers see and set.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUploads, somePdf, type TestUploads } from '../test/uploads.ts'

let env: TestUploads
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
})
afterAll(() => env.stop())

const read = async (path: string, actor: Actor = env.school.manager) => (await env.call(actor, 'GET', `/api/management/${path}`)).body
const ofReefs = (): Actor => ({ ...env.school.manager, department: reefs })

test('the use of the school and who keeps most, the largest first; of a department its people', async () => {
  const { teacher, other } = env.school
  await env.send(teacher, somePdf(3000), { name: 'Tides.pdf' })
  await env.send(other, somePdf(9000), { name: 'Dunes.pdf' })
  expect(await read('storage')).toMatchObject({ used: 12_000, total: expect.any(Number), counted_at: expect.any(String) })
  expect((await read('storage/owners')).items).toMatchObject([
    { id: other.person, name: 'Arthit Suwan', bytes: 9000 },
    { id: teacher.person, name: 'Elena Petrova', bytes: 3000 },
  ])
  expect(await read('storage', ofReefs())).toMatchObject({ used: 3000, in_bin: 0 })
  expect(await read('storage/owners?page_size=1&page=2')).toMatchObject({ total: 2, items: [{ bytes: 3000 }] })
  expect(await read('storage/owners', ofReefs())).toMatchObject({ total: 1, items: [{ id: teacher.person }] })
  expect((await read('storage', { ...env.school.manager, codeNeeded: true })).code).toBe('authCode.needed')
})

test('the room of a school is its own quota where it has one: shown, and refused beyond it', async () => {
  const { db, org, teacher } = env.school
  const setQuota = (bytes: number) =>
    db.query(`update mirror.orgs set settings = settings || jsonb_build_object('storage_quota', $2::bigint) where id = $1`, [org, bytes])
  const { total } = await read('storage')
  await setQuota(20_000)
  expect((await read('storage')).total).toBe(20_000)
  expect((await env.call(teacher, 'GET', '/api/user/storage-used')).body.org_total).toBe(20_000)
  const body = { name: 'Too much.pdf', size: 15_000 }
  expect((await env.call(teacher, 'POST', '/api/uploads', body)).body).toMatchObject({
    code: 'storage.insufficient',
    params: { total: 20_000, used: 12_000 },
  })
  await setQuota(0)
  expect((await read('storage')).total).toBe(total)
})

test('failed uploads, with the reason; a manager has one tried again, another teacher has not', async () => {
  const { db, teacher, other, manager } = env.school
  const broken = Buffer.concat([Buffer.from('\0\0\0\x20ftypisom'), Buffer.alloc(5000, 7)])
  const { id } = await env.send(teacher, broken, { name: 'Currents.mp4' })
  const hasFailed = ({ status }: { status: string }) => status === 'failed'
  await env.until(teacher, id, hasFailed)
  const failed = await read('failed-uploads')
  expect(failed).toMatchObject({
    total: 1,
    items: [
      {
        id,
        name: 'Currents.mp4',
        type: 'video',
        size: broken.length,
        reason: 'upload.broken',
        owner: { name: 'Elena Petrova' },
        course: null,
      },
    ],
  })
  expect([(await read('failed-uploads', ofReefs())).total, (await read('failed-uploads', { ...manager, department: arts })).total]).toEqual(
    [1, 0],
  )
  expect((await env.call(other, 'POST', `/api/uploads/${id}/retry`)).status).toBe(403)
  expect((await env.call(manager, 'POST', `/api/uploads/${id}/retry`)).body).toMatchObject({
    status: 'processing',
    reason: 'upload.queued',
  })
  await env.until(teacher, id, hasFailed)
  // work that is handed in is held by nobody's right
  await db.query(
    `insert into upload_references (activity_id, holder_kind, upload_id, course_id, org_id, title, type, published, hold, by_right, version)
     values ($1, 'submission', $2, $1, $3, '', '', true, true, false, 1)`,
    [newId(), id, env.school.org],
  )
  expect((await read('failed-uploads')).total).toBe(0)
})

test('403 for a manager of another department; a manager’s reads are audited, files they purge are in their owner’s bin', async () => {
  const { db, teacher, other, manager } = env.school
  const { id } = await env.send(teacher, somePdf(500), { name: 'Salaries.pdf' })
  const ofArts = { ...manager, department: arts }
  const calls = [
    ['GET', `/api/uploads/${id}`],
    ['GET', `/api/uploads/${id}/view`],
    ['GET', `/api/uploads/${id}/blob`],
    ['GET', `/api/uploads/${id}/references`],
    ['DELETE', `/api/uploads/${id}?purge=true`],
  ] as const
  for (const [method, path] of calls) expect([path, (await env.call(ofArts, method, path)).status]).toEqual([path, 403])
  const lines = async () =>
    (await db.query('select action, actor, person from kit.audit where subject = $1 order by id', [`upload:${id}`])).rows
  expect(await lines()).toEqual([])
  for (const path of ['view', 'view', 'blob'])
    expect((await env.call(ofReefs(), 'GET', `/api/uploads/${id}/${path}`)).status).toBeLessThan(400)
  expect(await lines()).toEqual([{ action: 'upload.read', actor: manager.person, person: teacher.person }])
  expect((await env.call(teacher, 'GET', `/api/uploads/${id}/view`)).status).toBe(200)
  expect((await env.call(ofReefs(), 'DELETE', `/api/uploads/${id}?purge=true`)).status).toBe(204)
  expect((await lines()).map(({ action }) => action)).toEqual(['upload.read', 'upload.deleted'])
  expect((await env.call(teacher, 'GET', '/api/deleted-uploads')).body.items).toMatchObject([{ id }])
  expect((await env.call(teacher, 'POST', '/api/uploads/restore', { upload_ids: [id] })).status).toBe(200)
  expect((await env.call(teacher, 'DELETE', `/api/uploads/${id}?purge=true`)).status).toBe(204)
  expect((await env.call(teacher, 'GET', '/api/deleted-uploads')).body.items).toEqual([])
  // neither the owner nor a course has a department: it belongs to managers of the whole school
  await db.query('update mirror.memberships set department_id = null where person_id = $1', [other.person])
  const free = await env.send(other, somePdf(500), { name: 'Notes.pdf' })
  const read = async (actor: Actor) => (await env.call(actor, 'GET', `/api/uploads/${free.id}`)).status
  expect([await read(ofReefs()), await read(ofArts), await read(manager)]).toEqual([403, 403, 200])
})

test('a sharing group is of the department to which all its owners belong', async () => {
  const { db, teacher, other, manager } = env.school
  await db.query('update mirror.memberships set department_id = $2 where person_id = $1', [other.person, arts])
  const { id } = (await env.call(teacher, 'POST', '/api/resource-groups', { name: 'Reef maps' })).body
  const seen = async (actor: Actor) => (await env.call(actor, 'GET', `/api/resource-groups/${id}`)).status
  expect([await seen(ofReefs()), await seen({ ...manager, department: arts }), await seen(manager)]).toEqual([200, 403, 200])
  await env.call(teacher, 'POST', `/api/resource-groups/${id}/members`, { person_ids: [other.person], role: 'manager' })
  await env.call(teacher, 'PUT', `/api/resource-groups/${id}/members/${other.person}`, { role: 'owner' })
  expect([await seen(ofReefs()), await seen({ ...manager, department: arts }), await seen(manager)]).toEqual([403, 403, 200])
})

test('the audit log of a department names its people and courses alone', async () => {
  const { manager } = env.school
  const people = async (actor: Actor) =>
    new Set((await env.call(actor, 'GET', '/api/audit/upload')).body.items.map(({ person }: { person: string }) => person))
  expect((await people(manager)).has(env.school.teacher.person)).toBe(true)
  expect([...(await people(ofReefs()))]).toEqual([env.school.teacher.person])
  expect((await people({ ...manager, department: arts })).size).toBe(0)
})
