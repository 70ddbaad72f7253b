// How much a person keeps in an organisation: a counter beside the rows, written in their transactions.
import { one, type Tx } from '@lyceum/kit/db'
import { conflict } from '@lyceum/kit/errors'
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

/** Takes room for a file; holds the person's counter until the transaction ends. 409 storage.insufficient. */
export async function takeRoom({ db, config }: Pick<Deps, 'db' | 'config'>, org: string, person: string, size: number): Promise<void> {
  await addUsed(db, org, person, size)
  const used = await storageUsed(db, org, person)
  if (used.person > config.personQuota)
    throw conflict('storage.insufficient', { used: used.person - size, total: config.personQuota, size })
  if (used.org > config.orgQuota) throw conflict('storage.insufficient', { used: used.org - size, total: config.orgQuota, size })
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
