// The storage that a person uses in an organisation: a counter beside the rows, written in their transactions.
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { conflict } from '@lyceum/kit/calls/errors'
import { enqueue } from '../jobs.ts'
import { orgQuota } from '../rows/storage-rules.ts'
import { courseUseSql, personQuota, quotaOf } from './quota-rules.ts'
import type { Db, Deps } from '../deps.ts'

export type StorageUse = { person: number; org: number }

export async function storageUsed(tx: Tx, org: string, person: string): Promise<StorageUse> {
  const use = await one<Record<keyof StorageUse, string>>(
    tx,
    `
    select coalesce(sum(bytes), 0)::text as org, coalesce(sum(bytes) filter (where person_id = $2), 0)::text as person
    from storage_used where org_id = $1`,
    org,
    person,
  )
  return { person: Number(use?.person), org: Number(use?.org) }
}

/** The use by type, the largest first. */
export async function usedByType(tx: Tx, org: string, person: string): Promise<{ type: string; bytes: number }[]> {
  const use = await rows<{ type: string; bytes: string }>(
    tx,
    `
    select type, sum(size)::text as bytes from uploads
    where org_id = $1 and owner_id = $2 and not deleted and not is_folder and counted and (status <> 'failed' or stored_at is not null)
    group by type order by sum(size) desc`,
    org,
    person,
  )
  return use.map(({ type, bytes }) => ({ type, bytes: Number(bytes) }))
}

/** Deleted file `u` whose bytes are kept: it can be restored. Those of a file that others share count once. */
const isInBin = 'u.deleted and u.purged_at is null and not u.is_folder and u.counted'

/** Bytes in the bin of a person, or of everybody whom `where` of file `u` finds. */
export async function bytesInBin(tx: Tx, where: string, ...values: string[]): Promise<number> {
  const row = await one<{ bytes: string }>(
    tx,
    `select coalesce(sum(u.size), 0)::text as bytes from uploads u where ${isInBin} and ${where}`,
    ...values,
  )
  return Number(row?.bytes ?? 0)
}

/**
 * Reserves storage for a file and locks the person's counter, and the course's where it has a quota, until the transaction ends; `counted` is the upload
 * whose row counts already. 409 storage.insufficient, storage.courseInsufficient.
 */
export async function reserveStorage(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { org, person, course }: { org: string; person: string; course: string | null },
  size: number,
  counted?: string,
): Promise<void> {
  await addStorageUsed(db, org, person, size)
  const quota = await personQuota({ db, config }, org, person)
  await purgeForSpace(db, org, person, quota)
  const used = await storageUsed(db, org, person)
  if (used.person > quota) throw conflict('storage.insufficient', { used: used.person - size, total: quota, size })
  if (course) await checkCourseQuota(db, { org, course }, size, counted)
  const total = await orgQuota({ db, config }, org)
  if (used.org > total) throw conflict('storage.insufficient', { used: used.org - size, total, size })
}

/** 409 storage.courseInsufficient. Files for one course come one after the other, so that two at once do not both find the last room. */
async function checkCourseQuota(db: Db, { org, course }: { org: string; course: string }, size: number, counted?: string): Promise<void> {
  const quota = await quotaOf(db, org, 'course', course)
  if (quota === undefined) return
  await run(db, "select pg_advisory_xact_lock(hashtextextended('course storage ' || $1, 0))", course)
  const row = await one<{ bytes: string }>(db, `select ${courseUseSql('$1::uuid')}::text as bytes`, course)
  const used = Number(row?.bytes ?? 0) - (counted ? size : 0)
  if (used + size > quota) throw conflict('storage.courseInsufficient', { used, total: quota, size })
}

/**
 * Purges the oldest files of the bin that no longer fit: deleted files can be restored while there is storage, and with them a person never
 * uses more than the quota.
 */
async function purgeForSpace(db: Db, org: string, person: string, quota: number): Promise<void> {
  const purged = await rows<{ id: string }>(
    db,
    `
  with used as (select bytes from storage_used where org_id = $1 and person_id = $2),
    bin as (
      select u.id, sum(u.size) over (order by u.deleted_at desc, u.id desc) as kept from uploads u
      where u.owner_id = $2 and u.org_id = $1 and ${isInBin}
        and not exists (select from upload_references r where r.upload_id = u.id and r.hold))
  update uploads u set purged_at = now() from bin, used where u.id = bin.id and used.bytes + bin.kept > $3 returning u.id::text`,
    org,
    person,
    String(quota),
  )
  await enqueue(
    db,
    purged.map(({ id }) => ({ kind: 'cleanUpload', key: `clean:${id}`, payload: { upload: id } })),
  )
}

export const releaseStorage = (db: Db, org: string, person: string, size: number): Promise<unknown> =>
  addStorageUsed(db, org, person, -size)

export const addStorageUsed = (tx: Tx, org: string, person: string, bytes: number) =>
  run(
    tx,
    `
  insert into storage_used as s (org_id, person_id, bytes) values ($1, $2, $3)
  on conflict (org_id, person_id) do update set bytes = s.bytes + excluded.bytes`,
    org,
    person,
    String(bytes),
  )
