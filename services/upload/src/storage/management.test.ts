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
  expect(await read('storage', ofReefs())).toMatchObject({ used: 3000 })
  expect(await read('storage/owners?page_size=1&page=2')).toMatchObject({ total: 2, items: [{ bytes: 3000 }] })
  expect(await read('storage/owners', ofReefs())).toMatchObject({ total: 1, items: [{ id: teacher.person }] })
  expect((await read('storage', { ...env.school.manager, codeNeeded: true })).code).toBe('authCode.needed')
})

test('what failed, with the reason; a manager has it tried again, another teacher has not', async () => {
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
