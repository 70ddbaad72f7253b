// The job that opens a package: once per upload, repeatable after any end. A refusal is stored with its reason, so that it is not repeated.
import { rows, type Tx } from '@lyceum/kit/database/database'
import type { JobContext } from '@lyceum/kit/jobs/jobs'
import type { Deps } from '../deps.ts'
import { enqueue } from '../jobs.ts'
import { findRow, lockRow, type Row } from '../rows/rows.ts'
import { BadPackage, refusalOf } from './bad-package.ts'
import { blobArchive } from './blob-archive.ts'
import { copyPackage, emitPackages, writePackage, writeRefusal } from './package-row.ts'
import { type ReadPackage, readPackage } from './read-package.ts'

/** Enqueues the opening of a package in the caller's transaction. */
export async function enqueueOpening(tx: Tx, { id, type }: Pick<Row, 'id' | 'type'>): Promise<void> {
  if (type === 'scorm') await enqueue(tx, { kind: 'openPackage', key: `package:${id}`, payload: { upload: id } })
}

export async function openPackage({ deps, job, done }: JobContext<Deps, { upload: string }>): Promise<void> {
  const row = await findRow(deps.client, job.payload.upload)
  if (!row?.etag || row.type !== 'scorm') return
  const copied = row.originalId !== null
  const read = copied ? undefined : await tryPackage(deps, row)
  const stored = await store(deps, row, read, done)
  // its original was deleted before it was opened
  if (!stored) await store(deps, row, await tryPackage(deps, row), done)
}

/** After its last attempt: the store or the machine has failed too often. */
export async function markOpeningFailed({ deps, job }: { deps: Deps; job: { payload: { upload: string } } }): Promise<void> {
  const row = await findRow(deps.client, job.payload.upload)
  if (row?.etag) await store(deps, row, new BadPackage('package.broken', { cause: 'store' }))
}

async function tryPackage({ blobs }: Deps, row: Row): Promise<ReadPackage | BadPackage> {
  try {
    return await readPackage(blobArchive(blobs, { key: row.key, etag: row.etag!, size: Number(row.size) }))
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    return refusal
  }
}

/** Without `read`: what was read of the same bytes is taken over; false: nothing was. */
async function store(deps: Deps, row: Row, read: ReadPackage | BadPackage | undefined, done?: JobContext['done']): Promise<boolean> {
  const stored = await deps.client.$transaction(
    async (tx) => {
      const current = await lockRow(tx, row.id)
      if (current?.etag === row.etag) {
        if (!read && !(await copyPackage(tx, row))) return false
        if (read instanceof BadPackage) await writeRefusal(tx, row, read)
        else if (read) await writePackage(tx, row, read)
        await emitPackages(tx, [row.id])
      }
      await done?.(tx)
      return true
    },
    { timeout: 60_000 },
  )
  deps.onCommit()
  return stored
}

/** Enqueues packages that were not opened: those older than the opening, and restored ones. A thousand with each sweep. */
export async function openMissingPackages({ deps }: JobContext<Deps>): Promise<void> {
  await deps.client.$transaction(async (tx) => {
    const missing = await rows<{ id: string }>(
      tx,
      `select id::text from uploads u where type = 'scorm' and etag is not null and not deleted
         and not exists (select from packages p where p.upload_id = u.id) order by id limit 1000`,
    )
    for (const { id } of missing) await enqueueOpening(tx, { id, type: 'scorm' })
  })
  deps.onCommit()
}
