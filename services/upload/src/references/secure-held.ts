// The job behind files that are held fast by nobody's right, as work that is handed in is: one that its owner deleted a moment before comes back,
// and its bytes get a hash, so that a receipt can name them.
import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { one, type Tx } from '@lyceum/kit/database/database'
import type { JobContext } from '@lyceum/kit/jobs/jobs'
import type { Deps } from '../deps.ts'
import { addStorageUsed } from '../storage/storage.ts'
import { spaceOf, parentFields } from '../rows/folders.ts'
import { emitUpload, findRow, inFolder, lockAny, lockRow, usesStorage, writeRow } from '../rows/rows.ts'

export async function secureHeld({ deps, job, signal }: JobContext<Deps, { upload: string }>): Promise<void> {
  const { client, blobs, now } = deps
  const id = job.payload.upload
  await client.$transaction((tx) => bringBack({ ...deps, db: tx }, id))
  deps.onCommit()
  const row = await findRow(client, id)
  if (!row?.etag || row.sha256) return
  const hash = createHash('sha256')
  await pipeline(await blobs.read(row.key, { etag: row.etag }), hash, { signal })
  const sha256 = hash.digest('hex')
  await client.$transaction(async (tx) => {
    const current = await lockRow(tx, id)
    if (current?.etag !== row.etag) return
    await emitUpload(tx, 'changed', await writeRow(tx, current, { sha256 }, now()))
  })
  deps.onCommit()
}

/** Its storage counts again, also beyond the quota: its owner is not asked. */
async function bringBack({ db, now }: Deps, id: string): Promise<void> {
  const row = await lockAny(db, id)
  if (!row?.deleted || !row.storedAt || !(await isHeldFast(db, id))) return
  const back = { deleted: false, deletedAt: null, deletedWith: null, purgedAt: null }
  // its folder may be deleted, or have come under another name
  const top = inFolder(row.parentType) && row.parentId && !(await findRow(db, row.parentId)) ? parentFields(spaceOf(row), null) : {}
  const written = await writeRow(db, row, { ...back, ...top }, now())
  if (usesStorage(written)) await addStorageUsed(db, row.orgId, row.ownerId, Number(row.size))
  await emitUpload(db, 'changed', written)
}

const isHeldFast = async (tx: Tx, id: string): Promise<boolean> =>
  (await one(tx, 'select from upload_references where upload_id = $1 and hold limit 1', id)) !== undefined
