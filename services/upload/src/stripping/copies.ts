// Copies of files without their properties, for who must not learn whose they are: made once somebody opens the file, kept as long as the file.
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { BlobMissing, type StoredBlob } from '@lyceum/kit/blobs/blobs'
import { conflict } from '@lyceum/kit/calls/errors'
import type { JobContext } from '@lyceum/kit/jobs/jobs'
import type { Deps } from '../deps.ts'
import { enqueue } from '../jobs.ts'
import { localFile, ownFolders, scratchFolder } from '../processes/scratch.ts'
import { endingOf, isConvertedPicture } from '../rows/contents.ts'
import { findRow, lockRow, type Row } from '../rows/rows.ts'
import { type StripFailure, stripFile, type Stripped } from './strip-file.ts'
import { strippingOf } from './stripped-kinds.ts'

type Of = 'file' | 'preview'
type OfUpload = { upload: string; of: Of }
type Copy = StoredBlob & { key: string }

/** Milliseconds that a view and the bytes wait for a copy. */
const viewMs = 4000
const bytesMs = 60_000

const sourceOf = ({ key, previewKey }: Row, of: Of) => (of === 'file' ? key : previewKey)

/** none: the file has no properties; failed: it has, and they cannot be removed. */
export async function copyState(deps: Deps, row: Row, of: Of): Promise<'none' | 'failed' | 'ready' | 'waits'> {
  const copy = await copyWithin(deps, row, of, viewMs)
  return typeof copy === 'string' ? copy : 'ready'
}

/** Undefined for a file without properties. 409 upload.notStripped for one whose properties cannot be removed, upload.notReady while it waits. */
export async function strippedCopy(deps: Deps, row: Row, of: Of): Promise<Copy | undefined> {
  const copy = await copyWithin(deps, row, of, bytesMs)
  if (copy === 'failed') throw conflict('upload.notStripped')
  if (copy === 'waits') throw conflict('upload.notReady', { status: 'processing' })
  return copy === 'none' ? undefined : copy
}

async function copyWithin(deps: Deps, row: Row, of: Of, milliseconds: number): Promise<Copy | 'none' | 'failed' | 'waits'> {
  // the JPEG made of a picture has no properties
  if (of === 'file' && isConvertedPicture(row)) return await convertedPicture(deps, row)
  const how = of === 'file' ? strippingOf(contentName(row)) : 'yes'
  if (how !== 'yes') return how === 'none' ? 'none' : 'failed'
  const { client, blobs } = deps
  const until = Date.now() + milliseconds
  for (let isFirst = true; Date.now() < until; isFirst = false) {
    const found = await client.strippedCopy.findFirst({ where: { uploadId: row.id, source: sourceOf(row, of) ?? '' } })
    if (found?.failure) return 'failed'
    const blob = found?.key ? await blobs.stat(found.key) : undefined
    if (found?.key && blob) return { ...blob, key: found.key }
    if (isFirst) {
      const payload = { upload: row.id, of }
      await client.$transaction((tx) => enqueue(tx, { kind: 'stripFile', key: `strip:${of}:${row.id}`, payload }))
      deps.onCommit()
    }
    await sleep(100)
  }
  return 'waits'
}

async function convertedPicture({ blobs }: Deps, { previewStatus, previewKey }: Row): Promise<Copy | 'failed' | 'waits'> {
  if (previewStatus === 'failed') return 'failed'
  const blob = previewStatus === 'ready' && previewKey ? await blobs.stat(previewKey) : undefined
  return previewKey && blob ? { ...blob, key: previewKey } : 'waits'
}

/** A name with the ending of its bytes: by that it is stripped. */
const contentName = (row: Row) => `${row.name}.${endingOf(row)}`

/** The job that makes a copy, under a key of this attempt. */
export async function makeCopy({ deps, job, attempt, signal, done }: JobContext<Deps, OfUpload>): Promise<void> {
  const row = await findRow(deps.client, job.payload.upload)
  const source = row && sourceOf(row, job.payload.of)
  if (!row || !source) return
  const scratch = await scratchFolder('strip', row.id)
  try {
    const result = await stripped(deps, row, job.payload.of, source, scratch, signal)
    const key = 'failed' in result ? null : `stripped/${row.id}/${attempt}`
    if (key && 'copy' in result)
      await deps.blobs.put(key, createReadStream(result.copy), { size: result.size, type: 'application/octet-stream' })
    await deps.client.$transaction(async (tx) => {
      await done(tx)
      if (await lockRow(tx, row.id)) await writeCopy(tx, row.id, source, { key, failure: 'failed' in result ? result.failed : null })
      else await enqueue(tx, { kind: 'cleanUpload', key: `clean:${row.id}`, payload: { upload: row.id } })
    })
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function stripped({ blobs, log }: Deps, row: Row, of: Of, source: string, scratch: string, signal: AbortSignal): Promise<Stripped> {
  try {
    const file = await localFile(blobs, { key: source, etag: of === 'file' ? row.etag : null }, scratch, signal)
    const name = of === 'file' ? contentName(row) : 'preview.pdf'
    const result = await stripFile({ file, name, scratch, hidden: ownFolders(blobs), signal })
    if ('failed' in result) log.info({ upload: row.id, of, reason: result.failed }, 'a file keeps its properties')
    return result
  } catch (error) {
    if (signal.aborted || !(error instanceof BlobMissing)) throw error
    return { failed: 'broken' }
  }
}

const writeCopy = async (
  tx: Pick<Deps['db'], 'strippedCopy'>,
  uploadId: string,
  source: string,
  data: { key: string | null; failure: StripFailure | null },
) => {
  await tx.strippedCopy.upsert({ where: { uploadId_source: { uploadId, source } }, create: { uploadId, source, ...data }, update: data })
}

/** After its last attempt: the program or the machine has failed too often. */
export async function markCopyFailed({ deps, job }: { deps: Deps; job: { payload: OfUpload } }): Promise<void> {
  const row = await findRow(deps.client, job.payload.upload)
  const source = row && sourceOf(row, job.payload.of)
  if (row && source) await writeCopy(deps.client, row.id, source, { key: null, failure: 'broken' })
}
