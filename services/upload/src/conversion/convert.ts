// The job that converts a file for the page: an office file to PDF, a HEIC picture to JPEG. The file itself is ready without it; each attempt writes under a key of
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
import { isConvertedPicture } from '../rows/contents.ts'
import { isOffice } from '../rows/office-files.ts'
import { convertToJpeg } from './run-heif.ts'
import { type ConversionFailure, convertToPdf } from './run-office.ts'

type Job = JobContext<Deps, { upload: string }>

type Converted = Pick<Row, 'id' | 'name' | 'isFolder' | 'type' | 'format'>
/** A picture is, also where this process has no program: the one that converts may be another, and if that has none it is recorded. */
const isConverted = (config: Config, row: Converted) =>
  !row.isFolder && (isConvertedPicture(row) || (config.office !== undefined && isOffice(row.name)))
const hasProgram = ({ heif, office }: Config, row: Converted) => (isConvertedPicture(row) ? heif : office) !== undefined

/** Enqueues the conversion of such a file in the caller's transaction. Returns the row's next preview_status. */
export async function enqueuePreview(tx: Tx, config: Config, row: Converted): Promise<'queued' | null> {
  if (!isConverted(config, row)) return null
  await enqueue(tx, { kind: 'convert', key: `convert:${row.id}`, payload: { upload: row.id } })
  return 'queued'
}

/** Without a result, and without one to come: a queued file may have lost its job to a process of an older release, which ended it unseen. */
const isUnconverted = ({ previewStatus }: Pick<Row, 'previewStatus'>) => previewStatus === null || previewStatus === 'queued'
/** Enqueues the conversion of a file that is older than its converter, for a person who wants to see it: the hourly look would come later. */
export async function enqueueWanted({ config, client, onCommit }: Deps, row: Row): Promise<void> {
  if (!isUnconverted(row) || row.status !== 'ready' || !isConverted(config, row)) return
  await client.$transaction(async (tx) => {
    const current = await lockRow(tx, row.id)
    if (current && isUnconverted(current) && (await enqueuePreview(tx, config, current))) await setQueued(tx, [row.id])
  })
  onCommit()
}

export async function convert(job: Job): Promise<void> {
  const { deps, signal } = job
  const { config } = deps
  const row = await begin(job)
  if (!row) return
  if (!hasProgram(config, row)) return await fail(job, row, 'preview.noProgram')
  if (Number(row.size) > config.conversion.maxSize) return await fail(job, row, 'preview.tooLarge')
  const scratch = await scratchFolder('convert', row.id)
  try {
    const result = await (isConvertedPicture(row) ? jpegOf(job, row, scratch) : pdfOf(job, row, scratch))
    if ('failed' in result) {
      deps.log.warn({ upload: row.id, reason: result.failed, words: result.words.slice(-500) }, 'a file could not be converted')
      return await fail(job, row, result.failed)
    }
    await finish(job, row, { previewStatus: 'ready', previewReason: null, ...result })
  } catch (error) {
    if (signal.aborted || !(error instanceof BlobMissing)) throw error
    await fail(job, row, 'preview.broken')
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

type Made = { previewKey: string; pages?: number | null; pagesUnknown?: string | null; pagesTold?: boolean }

const runOptions = ({ deps: { config, blobs }, signal }: Job, scratch: string) => {
  const { seconds, memoryMb, maxOutput } = config.conversion
  return { scratch, hidden: ownFolders(blobs), seconds, memoryMb, maxOutput, signal }
}

async function pdfOf(job: Job, row: Row, scratch: string): Promise<Made | ConversionFailure> {
  const { deps, signal } = job
  // a copy, named by its format: the program reads the format from the name, and may write beside it
  const source = await localFile(deps.blobs, row, scratch, signal)
  const file = join(scratch, `document.${extensionOf(row.name)}`)
  await copyFile(source, file)
  const run = runOptions(job, scratch)
  const conversion = await convertToPdf({ ...run, program: deps.config.office!, file })
  if ('failed' in conversion) return conversion
  const previewKey = `preview/${row.id}/${job.attempt}.pdf`
  await deps.blobs.put(previewKey, createReadStream(conversion.pdf), { size: conversion.size, type: 'application/pdf' })
  return { previewKey, ...pagesOf(await countPages({ file: conversion.pdf, scratch, hidden: run.hidden, signal })) }
}

async function jpegOf(job: Job, row: Row, scratch: string): Promise<Made | ConversionFailure> {
  const { deps, signal } = job
  const file = await localFile(deps.blobs, row, scratch, signal)
  const conversion = await convertToJpeg({ ...runOptions(job, scratch), program: deps.config.heif!, file })
  if ('failed' in conversion) return conversion
  const previewKey = `preview/${row.id}/${job.attempt}.jpg`
  await deps.blobs.put(previewKey, conversion.jpeg, { size: conversion.jpeg.length, type: 'image/jpeg' })
  return { previewKey }
}

/** Locks the row and marks it as running; undefined when there is nothing to convert (any more). */
const begin = ({ deps, job, assertLease, done }: Job): Promise<Row | undefined> =>
  deps.client.$transaction(async (tx) => {
    await assertLease(tx)
    const row = await lockRow(tx, job.payload.upload)
    if (row?.status !== 'ready' || !row.etag || row.purgedAt) return void (await done(tx))
    await tx.upload.update({ where: { id: row.id }, data: { previewStatus: 'running', previewReason: null } })
    return row
  })

type Result = Omit<Made, 'previewKey'> & { previewStatus: 'ready' | 'failed'; previewReason: string | null; previewKey: string | null }

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
  const { config, client } = deps
  for (const missingSql of [...(config.office ? [missingPdfsSql] : []), missingJpegsSql(config.heif !== undefined)])
    for (let remaining = 1; remaining > 0 && !signal.aborted; )
      remaining = await client.$transaction(async (tx) => {
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
const setQueued = (db: Db, ids: string[]) =>
  db.upload.updateMany({ where: { id: { in: ids } }, data: { previewStatus: 'queued', previewReason: null } })
/** Spelled like their indexes. */
const missingPdfsSql = String.raw`
  select id::text from uploads
  where (preview_status is null or preview_reason = 'preview.noProgram') and status = 'ready' and not deleted and type = 'document'
    and lower(name) ~ '\.(docx?|xlsx?|pptx?|uof|uot|uos|uop|ofd|odt|ods|odp|rtf)$' limit 100 for update skip locked`
const missingJpegsSql = (converts: boolean) => String.raw`
  select id::text from uploads
  where (preview_status is null${converts ? " or preview_reason = 'preview.noProgram'" : ''}) and status = 'ready' and not deleted and type = 'image'
    and (format = 'heic' or (format is null and lower(name) ~ '\.(heic|heif)$')) limit 100 for update skip locked`
