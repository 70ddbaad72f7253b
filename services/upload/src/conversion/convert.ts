// The job that converts an office file to PDF for the page. The file itself is ready without it; each attempt writes under a key of
// its own.
import { createReadStream } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BlobMissing } from '@lyceum/kit/blobs/blobs'
import { type Tx, rows } from '@lyceum/kit/database/database'
import type { JobContext } from '@lyceum/kit/jobs/jobs'
import { enqueue } from '../jobs.ts'
import { hint } from '@lyceum/kit/kv/hints'
import type { Config } from '../config.ts'
import type { Db, Deps } from '../deps.ts'
import { countPages } from '../pages/count-pages.ts'
import { pagesOf } from '../pages/pages.ts'
import { localFile, ownFolders, scratchFolder } from '../processes/scratch.ts'
import { extensionOf } from '../rows/names.ts'
import { allowsUnseen, emitUpload, lockRow, type Row, writeRow } from '../rows/rows.ts'
import { isOffice } from '../rows/office-files.ts'
import { convertToPdf } from './run-office.ts'

type Job = JobContext<Deps, { upload: string }>

/** Enqueues the conversion in the caller's transaction, if a converter is configured and converts such files. Returns the row's next preview_status. */
export async function enqueuePreview(tx: Tx, config: Config, row: Pick<Row, 'id' | 'name' | 'isFolder'>): Promise<'queued' | null> {
  if (!config.office || row.isFolder || !isOffice(row.name)) return null
  await enqueue(tx, { kind: 'convert', key: `convert:${row.id}`, payload: { upload: row.id } })
  return 'queued'
}

export async function convert(job: Job): Promise<void> {
  const { deps, signal } = job
  const { config } = deps
  const row = await begin(job)
  if (!row || !config.office) return
  if (Number(row.size) > config.conversion.maxSize) return await fail(job, row, 'preview.tooLarge')
  const scratch = await scratchFolder('convert', row.id)
  try {
    // a copy, named by its format: the program reads the format from the name, and may write beside it
    const source = await localFile(deps.blobs, row, scratch, signal)
    const file = join(scratch, `document.${extensionOf(row.name)}`)
    await copyFile(source, file)
    const { seconds, memoryMb, maxOutput } = config.conversion
    const hidden = ownFolders(deps.blobs)
    const conversion = await convertToPdf({ program: config.office, file, scratch, hidden, seconds, memoryMb, maxOutput, signal })
    if ('failed' in conversion) {
      deps.log.warn(
        { upload: row.id, reason: conversion.failed, words: conversion.words.slice(-500) },
        'an office file could not be converted',
      )
      return await fail(job, row, conversion.failed)
    }
    const key = `preview/${row.id}/${job.attempt}.pdf`
    await deps.blobs.put(key, createReadStream(conversion.pdf), { size: conversion.size, type: 'application/pdf' })
    const pageCount = await countPages({ file: conversion.pdf, scratch, hidden, signal })
    await finish(job, row, { previewStatus: 'ready', previewReason: null, previewKey: key, ...pagesOf(pageCount) })
  } catch (error) {
    if (signal.aborted || !(error instanceof BlobMissing)) throw error
    await fail(job, row, 'preview.broken')
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Locks the row and marks it as running; undefined when there is nothing to convert (any more). */
const begin = ({ deps, job, assertLease, done }: Job): Promise<Row | undefined> =>
  deps.client.$transaction(async (tx) => {
    await assertLease(tx)
    const row = await lockRow(tx, job.payload.upload)
    if (row?.status !== 'ready' || !row.etag || !isOffice(row.name) || !deps.config.office) return void (await done(tx))
    await tx.upload.update({ where: { id: row.id }, data: { previewStatus: 'running', previewReason: null } })
    return row
  })

type Result = {
  previewStatus: 'ready' | 'failed'
  previewReason: string | null
  previewKey: string | null
  pages?: number | null
  pagesUnknown?: string | null
  pagesTold?: boolean
}

/** Writes the result. A count of its pages and an allowed download are told; else the upload's version stays, and only a hint is sent. */
async function finish({ deps, done }: Job, row: Row, result: Result) {
  await deps.client.$transaction(async (tx) => {
    await done(tx)
    const current = await lockRow(tx, row.id)
    if (current) await writeResult(tx, deps, current, result)
    await enqueue(tx, { kind: 'cleanUpload', key: `clean:${row.id}`, payload: { upload: row.id } })
  })
  await hint(deps.kv, { subject: 'renditionsChanged', aggregate: 'upload', id: row.id, org: row.orgId, people: [row.ownerId] }).catch(
    () => {},
  )
}
async function writeResult(tx: Db, { now }: Deps, row: Row, result: Result) {
  const allows = result.previewStatus === 'failed' && allowsUnseen(row)
  if (allows || typeof result.pages === 'number')
    await emitUpload(tx, 'changed', await writeRow(tx, row, { ...result, ...(allows && { allowDownload: true }) }, now()))
  else await tx.upload.update({ where: { id: row.id }, data: result })
}
const fail = (job: Job, row: Row, previewReason: string) => finish(job, row, { previewStatus: 'failed', previewReason, previewKey: null })

/** Marks the conversion as failed after its last attempt: the program or the machine has failed too often. */
export async function markConversionFailed({ deps, job }: { deps: Deps; job: { payload: { upload: string } } }): Promise<void> {
  await deps.client.$transaction(async (tx) => {
    const row = await lockRow(tx, job.payload.upload)
    if (row?.previewStatus === 'queued' || row?.previewStatus === 'running')
      await writeResult(tx, deps, row, { previewStatus: 'failed', previewReason: 'preview.failed', previewKey: null })
  })
  deps.onCommit()
}

/** Enqueues conversions of files that are older than the converter, a hundred at a time. */
export async function enqueueMissingPreviews({ deps, signal }: JobContext<Deps>): Promise<void> {
  if (!deps.config.office) return
  for (let remaining = 1; remaining > 0 && !signal.aborted; )
    remaining = await deps.client.$transaction(async (tx) => {
      const missing = await rows<{ id: string }>(tx, missingSql)
      await enqueue(
        tx,
        missing.map(({ id }) => ({ kind: 'convert', key: `convert:${id}`, payload: { upload: id } })),
      )
      await setQueued(
        tx,
        missing.map(({ id }) => id),
      )
      return missing.length
    })
  deps.onCommit()
}
const setQueued = (db: Db, ids: string[]) => db.upload.updateMany({ where: { id: { in: ids } }, data: { previewStatus: 'queued' } })
/** Spelled like its index. */
const missingSql = String.raw`
  select id::text from uploads
  where preview_status is null and status = 'ready' and not deleted and type = 'document'
    and lower(name) ~ '\.(docx?|xlsx?|pptx?|uof|uot|uos|uop|ofd|odt|ods|odp|rtf)$' limit 100 for update skip locked`
