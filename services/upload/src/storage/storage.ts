// How much a person keeps in an organisation: a counter beside the rows, written in their transactions.
import { one, rows, type Tx } from '@lyceum/kit/db'
import { conflict } from '@lyceum/kit/errors'
import { enqueue } from '@lyceum/kit/jobs'
import type { Db, Deps } from '../deps.ts'

export type Used = { person: number; org: number }

export async function storageUsed(tx: Tx, org: string, person: string): Promise<Used> {
  const found = await one<Record<keyof Used, string>>(
    tx,
    `
    select coalesce(sum(bytes), 0)::text as org, coalesce(sum(bytes) filter (where person_id = $2::uuid), 0)::text as person
    from storage_used where org_id = $1::uuid`,
    org,
    person,
  )
  return { person: Number(found?.person), org: Number(found?.org) }
}

/** What takes it, most first; at most one line per type. */
export async function usedByType(tx: Tx, org: string, person: string): Promise<{ type: string; bytes: number }[]> {
  const found = await rows<{ type: string; bytes: string }>(
    tx,
    `
    select type, sum(size)::text as bytes from uploads
    where org_id = $1::uuid and owner_id = $2::uuid and not deleted and not is_folder and (status <> 'failed' or stored_at is not null)
    group by type order by sum(size) desc`,
    org,
    person,
  )
  return found.map(({ type, bytes }) => ({ type, bytes: Number(bytes) }))
}

/** Takes room for a file; holds the person's counter until the transaction ends. 409 storage.insufficient. */
export async function takeRoom({ db, config }: Pick<Deps, 'db' | 'config'>, org: string, person: string, size: number): Promise<void> {
  await addUsed(db, org, person, size)
  await makeRoom(db, org, person, config.personQuota)
  const used = await storageUsed(db, org, person)
  if (used.person > config.personQuota)
    throw conflict('storage.insufficient', { used: used.person - size, total: config.personQuota, size })
  if (used.org > config.orgQuota) throw conflict('storage.insufficient', { used: used.org - size, total: config.orgQuota, size })
}

/**
 * What was deleted may be brought back while there is room: with it a person never keeps more than may be kept, so the oldest goes for
 * good where new files need the place.
 */
async function makeRoom(db: Db, org: string, person: string, quota: number): Promise<void> {
  const gone = await rows<{ id: string }>(
    db,
    `
  with used as (select bytes from storage_used where org_id = $1::uuid and person_id = $2::uuid),
    bin as (
      select id, sum(size) over (order by deleted_at desc, id desc) as kept from uploads
      where owner_id = $2::uuid and org_id = $1::uuid and deleted and purged_at is null and not is_folder)
  update uploads u set purged_at = now() from bin, used where u.id = bin.id and used.bytes + bin.kept > $3::text::bigint returning u.id::text`,
    org,
    person,
    String(quota),
  )
  await enqueue(
    db,
    gone.map(({ id }) => ({ kind: 'clean', key: `clean:${id}`, payload: { upload: id } })),
  )
}

export const giveRoomBack = (db: Db, org: string, person: string, size: number): Promise<unknown> => addUsed(db, org, person, -size)

const addUsed = (tx: Tx, org: string, person: string, bytes: number) =>
  tx.$executeRawUnsafe(
    `
  insert into storage_used as s (org_id, person_id, bytes) values ($1::uuid, $2::uuid, $3::text::bigint)
  on conflict (org_id, person_id) do update set bytes = s.bytes + excluded.bytes`,
    org,
    person,
    String(bytes),
  )
