// Tests of the migrations that fill the rows of before, a thousand at a time.
import { readFile } from 'node:fs/promises'
import { newId } from '@lyceum/kit/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUploads, type TestUploads } from '../test/uploads.ts'

let env: TestUploads
beforeAll(async () => {
  env = await openUploads()
})
afterAll(() => env?.stop())

const migration = (name: string) => readFile(new URL(`../../prisma/migrations/${name}/migration.sql`, import.meta.url), 'utf8')

test('bytes of files that were purged before are deleted, unless their job still waits', async () => {
  const { db, org, teacher } = env.school
  await db.query(
    `insert into uploads (id, org_id, owner_id, key, name, type, size, status, storage_type, version, deleted, purged_at)
     select gen_random_uuid(), $1, $2, 'k', 'n', 'document', 1, 'ready', 'local', 1, true, now() - n * interval '1 minute'
     from generate_series(1, 3600) n`,
    [org, teacher.person],
  )
  const { rows } = await db.query(`select id::text from uploads where purged_at < now() - interval '2 days' order by id limit 1`)
  await db.query(
    `insert into kit.jobs (id, kind, key, run_at, created_at) values ($1, 'cleanUpload', $2, now() + interval '1 day', now())`,
    [newId(), `clean:${rows[0].id}`],
  )
  await db.query(await migration('20261213100001_cleaned_uploads_before'))
  const left = await db.query(
    `select id::text, purged_at < now() - interval '1 day' as old, cleaned_at is null as kept, count(*) over ()::int as n from uploads
     where cleaned_at is distinct from case when purged_at < now() - interval '1 day' then purged_at end`,
  )
  expect(left.rows).toEqual([{ id: rows[0].id, old: true, kept: true, n: 1 }])
})

test('a share of before belongs to the organisation of its group', async () => {
  const { db, org, teacher } = env.school
  const { id } = (await env.call(teacher, 'POST', '/api/resource-groups', { name: 'Reefs' })).body
  const folder = (await env.declareUpload(teacher, { name: 'Charts', is_folder: true })).id
  await env.call(teacher, 'POST', `/api/resource-groups/${id}/files`, { upload_ids: [folder] })
  await db.query('update shared_resources set org_id = null')
  await db.query(await migration('20261213100000_shared_reviews_b_orgs'))
  expect((await db.query('select org_id::text from shared_resources')).rows).toEqual([{ org_id: org }])
})
