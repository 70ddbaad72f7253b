// Tests of storage by type and course, of the largest files, and of the bins of an organisation.
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { scaled } from '@lyceum/kit/test/wait'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { blockSize } from '../rows/shapes.ts'
import { openUploads, somePdf, type TestUploads } from '../test/uploads.ts'

let env: TestUploads, teacher: Actor, other: Actor, manager: Actor, admin: Actor
const [reefs, arts, course] = [newId(), newId(), newId()]
beforeAll(async () => {
  env = await openUploads()
  ;({ teacher, other, manager } = env.school)
  admin = { ...manager, roles: ['admin'], can: undefined }
  const { db, org } = env.school
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
  await db.query(
    `insert into mirror.courses (id, org_id, name, course_code, course_type, published, deleted, department_id, version) values ($1, $2, 'Marine Biology', 'MB1', 1, true, false, $3, 1)`,
    [course, org, reefs],
  )
  await db.query(
    `insert into mirror.members (course_id, person_id, org_id, role, state, version) values ($1, $2, $3, 'instructor', 'active', 1)`,
    [course, teacher.person, org],
  )
})
afterAll(() => env?.stop())

const read = async (path: string, actor: Actor = manager) => (await env.call(actor, 'GET', `/api/management/storage/${path}`)).body
const write = (path: string, ids: string[], actor: Actor = admin) =>
  env.call(actor, 'POST', `/api/management/storage/bin/${path}`, { upload_ids: ids })
const ofDepartment = (department: string): Actor => ({ ...manager, department })
const until = <T>(check: () => Promise<T>) => vi.waitFor(check, { timeout: scaled(30_000), interval: 50 })
const sweep = () => env.school.db.query(`update kit.jobs set run_at = now() where key = 'every:sweepUploads' and lease_until is null`)
/** Bytes of all files in the store's folder. */
async function bytesInFolder(): Promise<number> {
  const entries = await readdir(env.world.folder, { recursive: true, withFileTypes: true })
  const sizes = entries.filter((entry) => entry.isFile()).map((file) => stat(join(file.parentPath, file.name)).then(({ size }) => size))
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

test('use by type and by course, largest files first; of a department its own', async () => {
  const inCourse = await env.send(teacher, somePdf(9000), { name: 'Tides.pdf', parent_type: 'course', parent_id: course } as never)
  const own = await env.send(teacher, somePdf(3000), { name: 'Notes.pdf' })
  const arts1 = await env.send(other, somePdf(5000), { name: 'Dunes.pdf' })
  expect(await read('uses')).toMatchObject({
    by_type: [{ type: 'document', bytes: 17_000, files: 3 }],
    by_course: [{ id: course, name: 'Marine Biology', code: 'MB1', bytes: 9000, files: 1 }],
    outside: { bytes: 8000, files: 2 },
    others: { courses: 0, bytes: 0 },
    counted_at: expect.any(String),
  })
  expect(await read('uses', ofDepartment(arts))).toMatchObject({ by_type: [{ bytes: 5000 }], by_course: [], outside: { bytes: 5000 } })
  const ids = async (query = '', actor = manager) => (await read(`files${query}`, actor)).items.map(({ id }: { id: string }) => id)
  expect(await ids()).toEqual([inCourse.id, arts1.id, own.id])
  expect(await ids('?page_size=1&page=2')).toEqual([arts1.id])
  expect(await ids('?type=video')).toEqual([])
  expect(await ids('', ofDepartment(reefs))).toEqual([inCourse.id, own.id])
  expect((await read('files')).items[0]).toMatchObject({
    name: 'Tides.pdf',
    size: 9000,
    owner: { name: 'Elena Petrova' },
    course: { id: course, name: 'Marine Biology' },
  })
  // what is handed in has no name for managers
  await env.school.db.query(
    `insert into upload_references (activity_id, holder_kind, upload_id, course_id, org_id, title, type, published, hold, by_right, version)
     values ($1, 'submission', $2, $1, $3, '', '', true, true, false, 1)`,
    [newId(), own.id, env.school.org],
  )
  expect((await read('files')).items.find(({ id }: { id: string }) => id === own.id)).toMatchObject({ name: null, size: 3000 })
  expect((await env.call(teacher, 'GET', '/api/management/storage/files')).status).toBe(403)
})

test('the bin says how much is kept by which rule; its files are restored and deleted for good', async () => {
  const folder = (await env.declareUpload(teacher, { name: 'Old', is_folder: true })).id
  const inside = await env.send(teacher, somePdf(700), { name: 'a.pdf', parent_id: folder } as never)
  const file = await env.send(other, somePdf(400), { name: 'b.pdf' })
  await env.call(teacher, 'DELETE', `/api/uploads/${folder}`)
  await env.call(other, 'DELETE', `/api/uploads/${file.id}`)
  const bin = await read('bin')
  expect(bin).toMatchObject({
    total: 2,
    items: [
      { id: file.id, name: 'b.pdf', bytes: 400, files: 1, rule: 'days', owner: { name: 'Arthit Suwan' } },
      { id: folder, name: 'Old', is_folder: true, bytes: 700, files: 1 },
    ],
    kept: [
      { rule: 'days', files: 2, bytes: 1100, since: expect.any(String) },
      { rule: 'held', files: 0, bytes: 0, since: null },
      { rule: 'deleting', files: 0, bytes: 0 },
    ],
  })
  expect(Date.parse(bin.items[0].purge_at) - Date.parse(bin.items[0].deleted_at)).toBe(30 * 86_400_000)
  expect((await read('bin', ofDepartment(reefs))).items).toMatchObject([{ id: folder }])
  expect((await write('restore', [file.id], ofDepartment(reefs))).body).toEqual({ restored: 0, refused: 1 })
  expect((await write('empty', [file.id], { ...manager, roles: ['educational_admin'] })).status).toBe(403)
  expect((await write('restore', [folder, newId()], manager)).body).toEqual({ restored: 1, refused: 1 })
  expect((await env.call(teacher, 'GET', `/api/uploads/${inside.id}`)).body.deleted).toBe(false)
  expect((await write('empty', [file.id, inside.id])).body).toEqual({ purged: 1, bytes: 400, refused: 1 })
  expect((await env.call(other, 'POST', '/api/uploads/restore', { upload_ids: [file.id] })).body.code).toBe('upload.purged')
  const lines = (
    await env.school.db.query(`select action, subject from kit.audit where action in ('upload.restored', 'upload.purged') order by id`)
  ).rows
  expect(lines).toEqual([
    { action: 'upload.restored', subject: `upload:${folder}` },
    { action: 'upload.purged', subject: `upload:${file.id}` },
  ])
})

test('a held file is kept, and said so; it is not deleted for good', async () => {
  const file = await env.send(teacher, somePdf(600), { name: 'held.pdf' })
  await env.call(teacher, 'DELETE', `/api/uploads/${file.id}`)
  await env.school.db.query(
    `insert into upload_references (activity_id, holder_kind, upload_id, course_id, org_id, title, type, published, hold, by_right, version)
     values ($1, 'submission', $2, $1, $3, '', '', true, true, false, 1)`,
    [newId(), file.id, env.school.org],
  )
  expect((await read('bin')).kept[1]).toMatchObject({ rule: 'held', files: 1, bytes: 600 })
  expect((await read('bin')).items[0]).toMatchObject({ id: file.id, name: null, rule: 'held', purge_at: null })
  expect((await write('empty', [file.id])).body).toEqual({ purged: 0, bytes: 0, refused: 1 })
})

test('a held file of a purged folder stays in the bin on its own, and can be restored', async () => {
  const { db, org } = env.school
  for (const purge of ['by a manager', 'by the sweep']) {
    const folder = (await env.declareUpload(teacher, { name: `Term ${purge}`, is_folder: true })).id
    const { id } = await env.send(teacher, somePdf(600), { name: 'handed in.pdf', parent_id: folder } as never)
    await env.call(teacher, 'DELETE', `/api/uploads/${folder}`)
    await db.query(
      `insert into upload_references (activity_id, holder_kind, upload_id, course_id, org_id, title, type, published, hold, by_right, version)
     values ($1, 'submission', $2, $1, $3, '', '', true, true, false, 1)`,
      [newId(), id, org],
    )
    if (purge === 'by a manager') expect((await write('empty', [folder])).body).toEqual({ purged: 1, bytes: 0, refused: 0 })
    else await db.query(`update uploads set deleted_at = deleted_at - interval '31 days' where id = $1`, [folder])
    await until(async () => {
      await sweep()
      expect((await read('bin')).items.map((one: { id: string }) => one.id)).toContain(id)
    })
    expect((await env.call(teacher, 'POST', '/api/uploads/restore', { upload_ids: [id] })).body.items).toMatchObject([
      { id, parent_id: null },
    ])
  }
})

test('purged files of somebody else in a folder are a line of the audit log for each of its owners', async () => {
  const { db } = env.school
  const folder = (
    await env.declareUpload(teacher, { name: 'Shared work', is_folder: true, parent_type: 'course', parent_id: course } as never)
  ).id
  const own = await env.send(teacher, somePdf(300), { name: 'own.pdf', parent_id: folder } as never)
  const others = await env.send(teacher, somePdf(500), { name: 'others.pdf', parent_id: folder } as never)
  await db.query('update uploads set owner_id = $2 where id = $1', [others.id, other.person])
  await env.call(teacher, 'DELETE', `/api/uploads/${folder}`)
  expect((await write('empty', [folder])).body).toEqual({ purged: 1, bytes: 800, refused: 0 })
  const { rows } = await db.query(
    `select subject, person, course from kit.audit where action = 'upload.purged' and subject = any($1) order by subject = $2 desc`,
    [[folder, own.id, others.id].map((id) => `upload:${id}`), `upload:${folder}`],
  )
  expect(rows).toEqual([
    { subject: `upload:${folder}`, person: teacher.person, course },
    { subject: `upload:${others.id}`, person: other.person, course },
  ])
})

test('the figures of the bin are counted with its first page, not with each of the others', async () => {
  const days = async (page: number) => (await read(`bin?page_size=1&page=${page}`)).kept[0].files
  const before = await days(1)
  const { id } = await env.send(other, somePdf(400), { name: 'one more.pdf' })
  await env.call(other, 'DELETE', `/api/uploads/${id}`)
  expect([await days(2), await days(1), await days(2)]).toEqual([before, before + 1, before + 1])
})

test('the bytes of deleted files are gone once their time in the bin is over, those of lost jobs too, and the folder says so', async () => {
  const { db } = env.school
  const before = await bytesInFolder()
  const size = 2 * blockSize + 1000
  const files = [
    await env.send(teacher, somePdf(size), { name: 'long.pdf', storage_type: 'chunked' }),
    await env.send(teacher, somePdf(500_000), { name: 'short.pdf', storage_type: 'local' }),
  ]
  const ids = files.map(({ id }) => id)
  await until(async () => expect(await bytesInFolder()).toBe(before + size + 500_000))
  await env.call(teacher, 'POST', '/api/uploads/delete', { upload_ids: ids })
  await sweep()
  expect(await bytesInFolder()).toBe(before + size + 500_000)
  await db.query(`update uploads set deleted_at = deleted_at - interval '31 days' where id = any($1)`, [ids])
  await until(async () => {
    await sweep()
    expect((await db.query('select cleaned_at is not null as cleaned from uploads where id = any($1)', [ids])).rows).toEqual([
      { cleaned: true },
      { cleaned: true },
    ])
  })
  expect(await bytesInFolder()).toBe(before)
  // a job was lost: the row says that its bytes were not deleted, and the sweep has it done
  const lost = await env.send(teacher, somePdf(300_000), { name: 'lost.pdf' })
  await env.call(teacher, 'DELETE', `/api/uploads/${lost.id}`)
  await db.query(`update uploads set purged_at = now() - interval '2 hours' where id = $1`, [lost.id])
  expect((await read('bin')).kept[2]).toMatchObject({ rule: 'deleting', files: 1, bytes: 300_000 })
  await until(async () => {
    await sweep()
    expect((await read('bin')).kept[2]).toMatchObject({ files: 0 })
  })
  expect(await bytesInFolder()).toBe(before)
})

test('in a school of very many files each list is read by its index', async () => {
  const { db, org } = env.school
  await db.query(
    `insert into uploads (id, org_id, owner_id, key, name, type, size, status, storage_type, version, deleted, deleted_at, deleted_with)
     select id, $1, $2, 'k', 'n', 'document', n, 'ready', 'local', 1, n % 10 = 0, case when n % 10 = 0 then now() end, case when n % 10 = 0 then id end
     from (select gen_random_uuid() as id, n from generate_series(1, 10000) n) many`,
    [newId(), newId()],
  )
  await db.query(
    `insert into uploads (id, org_id, owner_id, key, name, type, size, status, storage_type, version)
     select gen_random_uuid(), $1, $2, 'k', 'n', 'document', 20, 'ready', 'local', 1 from generate_series(1, 1000)`,
    [org, teacher.person],
  )
  const plan = async (sql: string) => JSON.stringify((await db.query(`explain (format json) ${sql}`, [org])).rows)
  const uses = `not u.deleted and not u.is_folder and u.counted and not (u.status = 'failed' and u.stored_at is null)`
  const inBin = `u.org_id = $1 and u.deleted and u.purged_at is null`
  const indexes = {
    uploads_largest: [
      `select u.id from uploads u where u.org_id = $1 and ${uses} order by u.size desc, u.id limit 10`,
      `select u.type, u.course_id, sum(u.size) from uploads u where u.org_id = $1 and ${uses} group by 1, 2`,
    ],
    uploads_in_bin: [`select u.id from uploads u where ${inBin} and u.deleted_with = u.id order by u.deleted_at desc, u.id desc limit 10`],
    uploads_kept_in_bin: [`select sum(u.size) from uploads u where ${inBin} and not u.is_folder and u.counted`],
  }
  // an index alone is cheap once its pages are known to be seen by all, which a transaction that is still open puts off
  await until(async () => {
    await db.query('vacuum analyze uploads')
    for (const [index, list] of Object.entries(indexes)) for (const sql of list) expect(await plan(sql)).toContain(index)
  })
})
