// Uploads that share their bytes: the one that brought them, and those that came along with copies of its course. The bytes stay while one of them
// is not purged. They count as storage once, for the owner of one that is not deleted; when that one is deleted the next takes its place, over the
// owner's quota too, which then refuses new files alone.
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import type { Db } from '../deps.ts'
import { type Row, usesStorage } from '../rows/rows.ts'
import { addStorageUsed, releaseStorage } from './storage.ts'

type Shared = Pick<Row, 'id' | 'originalId'>
/** Those that share bytes with upload $1, which brought them. */
const sharing = '(id = $1 or original_id = $1)'
export const originalOf = ({ id, originalId }: Shared) => originalId ?? id

/** The row is locked, so nobody begins to share its bytes meanwhile. */
const isShared = async (tx: Tx, row: Shared): Promise<boolean> =>
  row.originalId !== null || (await one(tx, 'select from uploads where original_id = $1 limit 1', row.id)) !== undefined

const lockCounted = (tx: Tx, original: string) => run(tx, "select pg_advisory_xact_lock(hashtextextended('shared:' || $1, 0))", original)

/** Ends the counting of a locked file before it is deleted. Returns whether it stays the counted one of those that share its bytes. */
export async function stopCounting(db: Db, row: Row): Promise<boolean> {
  if (!usesStorage(row)) return row.counted
  await releaseStorage(db, row.orgId, row.ownerId, Number(row.size))
  if (!(await isShared(db, row))) return true
  const original = originalOf(row)
  await lockCounted(db, original)
  const others = `${sharing} and id <> $2 and not deleted`
  // the next one may be deleted while this waits for it
  while (await one(db, `select from uploads where ${others} limit 1`, original, row.id)) {
    const next = await one<{ org: string; owner: string }>(
      db,
      `update uploads set counted = true where id = (select id from uploads where ${others} order by id limit 1 for update) and not deleted
       returning org_id::text as org, owner_id::text as owner`,
      original,
      row.id,
    )
    if (!next) continue
    await addStorageUsed(db, next.org, next.owner, Number(row.size))
    return false
  }
  return true
}

/** Whether a locked file that is restored counts again: not while another one counts that shares its bytes. */
export async function countsAgain(db: Db, row: Shared): Promise<boolean> {
  if (!(await isShared(db, row))) return true
  const original = originalOf(row)
  await lockCounted(db, original)
  return (await one(db, `select from uploads where ${sharing} and counted and not deleted limit 1`, original)) === undefined
}

/** Tells which objects of the store uploads name that are not purged, of those that share bytes with this one, itself included. */
export async function namedObjects(tx: Tx, original: string): Promise<(key: string) => boolean> {
  const named = await rows<{ key: string; hls: string | null; preview_key: string | null }>(
    tx,
    `select distinct key, hls, preview_key from uploads where ${sharing} and purged_at is null`,
    original,
  )
  return (key) => named.some((one) => key === one.key || key === one.preview_key || (one.hls !== null && key.startsWith(`${one.hls}/`)))
}
