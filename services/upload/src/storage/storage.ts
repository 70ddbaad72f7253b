// The storage that a person uses in an organisation: a counter beside the rows, written in their transactions.
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { conflict } from '@lyceum/kit/calls/errors'
import { enqueue } from '../jobs.ts'
import { orgQuota } from '../rows/storage-rules.ts'
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

/** Reserves storage for a file and locks the person's counter until the transaction ends. 409 storage.insufficient. */
export async function reserveStorage(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  org: string,
  person: string,
  size: number,
): Promise<void> {
  await addStorageUsed(db, org, person, size)
  await purgeForSpace(db, org, person, config.personQuota)
  const used = await storageUsed(db, org, person)
  if (used.person > config.personQuota)
    throw conflict('storage.insufficient', { used: used.person - size, total: config.personQuota, size })
  const total = await orgQuota({ db, config }, org)
  if (used.org > total) throw conflict('storage.insufficient', { used: used.org - size, total, size })
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
