// The job that counts the pages of a PDF, once: when the file arrives, or later for older files. A failure is stored with its reason, so
// that it is not repeated.
import { rm } from 'node:fs/promises'
import { BlobMissing } from '@lyceum/kit/blobs/blobs'
import { rows, type Tx } from '@lyceum/kit/database/database'
import { zeroId } from '@lyceum/kit/facts/resync'
import type { JobContext } from '@lyceum/kit/jobs/jobs'
import { enqueue } from '../jobs.ts'
import type { Deps } from '../deps.ts'
import { localFile, ownFolders, scratchFolder } from '../processes/scratch.ts'
import { extensionOf } from '../rows/names.ts'
import { allowsUnseen, emitUpload, findRow, lockAll, lockRow, type Row, writeRow } from '../rows/rows.ts'
import { type PageCount, countPages } from './count-pages.ts'

/** The row's columns of a count: one of the two is null. The writer of a count also emits the row. */
export const pagesOf = (counted: PageCount) => ({
  pages: 'pages' in counted ? counted.pages : null,
  pagesUnknown: 'unknown' in counted ? counted.unknown : null,
  pagesTold: 'pages' in counted,
})

/** Enqueues the count of a PDF in the caller's transaction. */
export async function enqueueCount(tx: Tx, { id, name, isFolder }: Pick<Row, 'id' | 'name' | 'isFolder'>): Promise<void> {
  if (!isFolder && extensionOf(name) === 'pdf') await enqueue(tx, { kind: 'countPages', key: `pages:${id}`, payload: { upload: id } })
}

export const countUploadPages = ({ deps, job, signal }: JobContext<Deps, { upload: string }>) =>
  countAndStore(deps, job.payload.upload, signal)

async function countAndStore(deps: Deps, id: string, signal: AbortSignal): Promise<void> {
  const row = await findRow(deps.client, id)
  if (!row?.etag || row.status !== 'ready' || row.pages !== null || row.pagesUnknown !== null) return
  const preview = row.previewStatus === 'ready' && row.type !== 'image' ? row.previewKey : null
  if (!preview && extensionOf(row.name) !== 'pdf') return
  const counted = await countStored(deps, row.id, preview ? { key: preview, etag: null } : row, signal)
  await deps.client.$transaction(async (tx) => {
    const current = await lockRow(tx, id)
    if (!current || current.key !== row.key || current.previewKey !== row.previewKey) return
    const isLocked = !preview && 'unknown' in counted && counted.unknown === 'encrypted'
    const allows = isLocked && allowsUnseen(current)
    const written = await writeRow(tx, current, { ...pagesOf(counted), ...(allows && { allowDownload: true }) }, deps.now())
    if (allows || written.pages !== null) await emitUpload(tx, 'changed', written)
  })
  deps.onCommit()
}

async function countStored({ blobs }: Deps, id: string, stored: Pick<Row, 'key' | 'etag'>, signal: AbortSignal): Promise<PageCount> {
  const scratch = await scratchFolder('pages', id)
  try {
    const file = await localFile(blobs, stored, scratch, signal)
    return await countPages({ file, scratch, hidden: ownFolders(blobs), signal })
  } catch (error) {
    if (signal.aborted || !(error instanceof BlobMissing)) throw error
    return { unknown: 'broken' }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Counts the pages of files that are older than the count on arrival, one after the other. Tells the counts that no fact carries yet. */
export async function countMissingPages({ deps, signal }: JobContext<Deps>): Promise<void> {
  for (let told = 1; told > 0 && !signal.aborted; ) told = await emitCounts(deps)
  for (let after = zeroId; !signal.aborted; ) {
    const [next] = await rows<{ id: string }>(deps.client, missingSql, after)
    if (!next) return
    after = next.id
    await countAndStore(deps, next.id, signal).catch((error) => {
      if (!signal.aborted) deps.log.warn({ err: error, upload: next.id }, 'pages were not counted; the next run tries again')
    })
  }
}

/** A hundred at a time; returns their number. */
async function emitCounts(deps: Deps): Promise<number> {
  const told = await deps.client.$transaction(async (tx) => {
    const untold = await rows<{ id: string }>(
      tx,
      'select id::text from uploads where pages is not null and not pages_told and not deleted order by id limit 100',
    )
    const ids = untold.map(({ id }) => id)
    for (const row of await lockAll(tx, ids))
      await emitUpload(tx, row.deleted ? 'deleted' : 'changed', await writeRow(tx, row, { pagesTold: true }, deps.now()))
    return ids.length
  })
  deps.onCommit()
  return told
}

/** Spelled like its index. Files of the last 10 minutes have a job of their own. */
const missingSql = String.raw`
  select id::text from uploads
  where pages is null and pages_unknown is null and status = 'ready' and not deleted and (lower(name) ~ '\.pdf$' or preview_status = 'ready')
    and type <> 'image'
    and stored_at < now() - interval '10 minutes' and id > $1
  order by id limit 1`
