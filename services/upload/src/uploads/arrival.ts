// The arrival of an upload's bytes: they are found, measured and inspected; then the upload is ready, queued for transcoding, or failed.
import type { Actor } from '@lyceum/kit/calls/actor'
import { BlobChanged, BlobMissing } from '@lyceum/kit/blobs/blobs'
import { conflict, forbidden, notFound, refused } from '@lyceum/kit/calls/errors'
import { enqueue } from '../jobs.ts'
import { buffer } from 'node:stream/consumers'
import { enqueuePreview } from '../conversion/convert.ts'
import type { Deps } from '../deps.ts'
import { enqueueOpening } from '../packages/open-package.ts'
import { enqueueCount } from '../pages/pages.ts'
import { releaseStorage } from '../storage/storage.ts'
import type { Reason, Upload } from '../rows/shapes.ts'
import { isPlayed } from './declare.ts'
import { incomingKey, finalKey } from '../rows/keys.ts'
import { matchesExtension, detectFormat, typeOf } from '../rows/kinds.ts'
import { extensionOf } from '../rows/names.ts'
import { isTooLarge, pictureSize } from '../rows/picture-size.ts'
import { usesStorage, findRow, lockRow, type Row, emitUpload, toUpload, writeRow } from '../rows/rows.ts'
import { openToken } from '../rows/tokens.ts'

/** Bytes of a file that are inspected. */
const headSize = 8192

/** PUT …/uploaded, by the owner. */
export async function confirmUploaded(deps: Deps, actor: Actor, id: string): Promise<Upload> {
  const row = await findRow(deps.db, id)
  if (!row) throw notFound('lark.errorMsg', id)
  if (row.ownerId !== actor.person) throw forbidden()
  return await acceptBytes(deps, row)
}

/** The WRPC callback, with the upload's own token and the key of the stored object. */
export async function confirmByCallback(deps: Deps, id: string, token: string | undefined, fileKey: string): Promise<Upload> {
  const row = await openToken(deps.db, token, 'callback', deps.now(), id)
  if (row.key !== fileKey && incomingKey(id) !== fileKey) throw refused(400, 'upload.otherKey', { file_key: fileKey })
  return await acceptBytes(deps, row)
}

/** Inspects and accepts the bytes; repeatable afterwards. 409 upload.notArrived; 400 upload.sizeMismatch, and then no bytes stay. */
export async function acceptBytes(deps: Deps, row: Row): Promise<Upload> {
  if (row.isFolder) throw conflict('upload.folder')
  if (row.etag || row.status === 'failed') return toUpload(row)
  // blocks count as stored once mkfile has joined them
  const blob = row.storageType === 'chunked' && !row.storedAt ? undefined : await deps.blobs.stat(row.key)
  if (!blob) {
    const latest = await findRow(deps.db, row.id)
    if (latest && latest.version !== row.version) return await acceptBytes(deps, latest)
    throw conflict('upload.notArrived')
  }
  const size = Number(row.size)
  if (blob.size !== size) {
    await fail(deps, row, 'upload.sizeMismatch')
    throw refused(400, 'upload.sizeMismatch', { declared: size, stored: blob.size })
  }
  const final = await storeFinal(deps, row, blob.etag).catch((error) => {
    // overwritten during the inspection, or removed by an earlier call
    if (error instanceof BlobChanged || error instanceof BlobMissing) return 'changed' as const
    throw error
  })
  if (final === 'changed') return await acceptBytes(deps, row)
  if (typeof final === 'string') return await fail(deps, row, final)
  const accepted = await deps.client.$transaction(async (tx) => {
    const locked = await lockRow(tx, row.id)
    if (!locked || locked.etag || locked.status === 'failed') return locked
    const stored = { ...final, storedAt: locked.storedAt ?? deps.now() }
    if (!isPlayed(final.type)) {
      const previewStatus = await enqueuePreview(tx, deps.config, { ...locked, format: final.format ?? null })
      await enqueueCount(tx, locked)
      await enqueueOpening(tx, locked)
      const ready = await writeRow(tx, locked, { ...stored, previewStatus, status: 'ready', reason: null, percent: 100 }, deps.now())
      await emitUpload(tx, 'ready', ready)
      return ready
    }
    await enqueue(tx, { kind: 'transcode', key: `transcode:${row.id}`, payload: { upload: row.id } })
    const queued = await writeRow(tx, locked, { ...stored, reason: 'upload.queued' }, deps.now())
    await emitUpload(tx, 'changed', queued)
    return queued
  })
  deps.onCommit()
  if (final.key !== row.key) await deps.blobs.remove([row.key, ...(accepted?.key === final.key ? [] : [final.key])])
  if (!accepted) throw notFound('lark.errorMsg', row.id)
  return toUpload(accepted)
}

/** Copies the inspected bytes to a final key, out of reach of a repeated PUT; or returns the reason for which they are refused. */
async function storeFinal(deps: Deps, row: Row, etag: string): Promise<(Inspected & { key: string; etag: string }) | Reason> {
  const inspected = await inspect(deps, row, etag)
  if (typeof inspected === 'string') return inspected
  if (row.storageType === 'chunked') return { ...inspected, key: row.key, etag }
  const key = finalKey(row.id, etag)
  return { ...inspected, key, etag: (await deps.blobs.copy(row.key, key, etag)).etag }
}

/** format: of a picture. */
type Inspected = { type: string; format?: string }

/** Inspects the first bytes: refuses a content that does not match the name, and a picture too large to draw, which a page would unpack. */
async function inspect({ blobs }: Deps, row: Row, etag: string): Promise<Inspected | Reason> {
  const size = Number(row.size)
  const read = async (start: number, length: number) =>
    start >= size ? Buffer.alloc(0) : await buffer(await blobs.read(row.key, { start, end: Math.min(size, start + length) - 1, etag }))
  const head = await read(0, headSize)
  const format = detectFormat(head)
  const extension = extensionOf(row.name)
  if (!matchesExtension(extension, format)) return 'upload.typeMismatch'
  const type = row.type === 'scorm' ? row.type : typeOf(extension, format)
  if (type !== 'image') return { type }
  const picture = await pictureSize(format, (start, length) =>
    start + length <= head.length ? Promise.resolve(head.subarray(start, start + length)) : read(start, length),
  )
  return picture && isTooLarge(picture) ? 'upload.tooManyPixels' : { type, format: format === 'text' ? undefined : format }
}

/** Rejects a repeated PUT that ends after the inspection of the first: its bytes change nothing any more. 409 upload.finished. */
export async function rejectLatePut({ blobs }: Deps, row: Row): Promise<never> {
  await blobs.remove([incomingKey(row.id)])
  throw conflict('upload.finished')
}

/** Marks the upload as failed and deletes its bytes: another try is another upload. */
export async function fail(deps: Deps, row: Row, reason: Reason): Promise<Upload> {
  const failed = await deps.client.$transaction(async (tx) => {
    const locked = await lockRow(tx, row.id)
    if (!locked || locked.etag || locked.status === 'failed') return locked
    if (usesStorage(locked)) await releaseStorage(tx, locked.orgId, locked.ownerId, Number(locked.size))
    const written = await writeRow(tx, locked, { status: 'failed', reason, storedAt: null }, deps.now())
    await emitUpload(tx, 'failed', written)
    return written
  })
  if (failed?.status === 'failed') await deps.blobs.remove([row.key])
  deps.onCommit()
  if (!failed) throw notFound('lark.errorMsg', row.id)
  return toUpload(failed)
}
