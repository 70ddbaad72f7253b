// The bytes are said to be there: looked up, measured, looked at; then the upload is ready, goes to transcoding, or has failed.
import type { Actor } from '@lyceum/kit/actor'
import { BlobChanged, BlobMissing } from '@lyceum/kit/blobs'
import { conflict, forbidden, notFound, refused } from '@lyceum/kit/errors'
import { enqueue } from '@lyceum/kit/jobs'
import { buffer } from 'node:stream/consumers'
import { wantPreview } from '../conversion/convert.ts'
import type { Deps } from '../deps.ts'
import { enqueueCount } from '../pages/pages.ts'
import { giveRoomBack } from '../storage/storage.ts'
import type { Reason, Upload } from './api.ts'
import { isPlayed } from './declare.ts'
import { incomingKey, keptKey } from './keys.ts'
import { fits, lookAt } from './kinds.ts'
import { extensionOf } from './names.ts'
import { isTooLarge, pictureSize } from './picture-size.ts'
import { counts, findRow, lockRow, type Row, tell, view, writeRow } from './rows.ts'
import { openToken } from './tokens.ts'

/** How much of a file is looked at. */
const headSize = 8192

/** PUT …/uploaded by its owner. */
export async function uploaded(deps: Deps, actor: Actor, id: string): Promise<Upload> {
  const row = await findRow(deps.db, id)
  if (!row) throw notFound('upload', id)
  if (row.ownerId !== actor.person) throw forbidden()
  return await arrived(deps, row)
}

/** The WRPC callback: the upload's own token and the key that was stored under. */
export async function calledBack(deps: Deps, id: string, token: string | undefined, fileKey: string): Promise<Upload> {
  const row = await openToken(deps.db, token, 'callback', deps.now(), id)
  if (row.key !== fileKey && incomingKey(id) !== fileKey) throw refused(400, 'upload.otherKey', { file_key: fileKey })
  return await arrived(deps, row)
}

/** Says the same again once the bytes were looked at. 409 upload.notArrived; 400 upload.sizeMismatch, and then nothing of it stays. */
async function arrived(deps: Deps, row: Row): Promise<Upload> {
  if (row.isFolder) throw conflict('upload.folder')
  if (row.etag || row.status === 'failed') return view(row)
  // blocks are there when mkfile has joined them
  const found = row.storageType === 'chunked' && !row.storedAt ? undefined : await deps.blobs.stat(row.key)
  if (!found) {
    const now = await findRow(deps.db, row.id)
    if (now && now.version !== row.version) return await arrived(deps, now)
    throw conflict('upload.notArrived')
  }
  const size = Number(row.size)
  if (found.size !== size) {
    await fail(deps, row, 'upload.sizeMismatch')
    throw refused(400, 'upload.sizeMismatch', { declared: size, stored: found.size })
  }
  const fixed = await keep(deps, row, found.etag).catch((error) => {
    // sent once more while it was looked at, or taken away by who came first
    if (error instanceof BlobChanged || error instanceof BlobMissing) return 'changed' as const
    throw error
  })
  if (fixed === 'changed') return await arrived(deps, row)
  if (typeof fixed === 'string') return await fail(deps, row, fixed)
  const done = await deps.client.$transaction(async (tx) => {
    const held = await lockRow(tx, row.id)
    if (!held || held.etag || held.status === 'failed') return held
    const stored = { ...fixed, storedAt: held.storedAt ?? deps.now() }
    if (!isPlayed(held.type)) {
      const previewStatus = await wantPreview(tx, deps.config, held)
      await enqueueCount(tx, held)
      const ready = await writeRow(tx, held, { ...stored, previewStatus, status: 'ready', reason: null, percent: 100 }, deps.now())
      await tell(tx, 'ready', ready)
      return ready
    }
    await enqueue(tx, { kind: 'transcode', key: `transcode:${row.id}`, payload: { upload: row.id } })
    const queued = await writeRow(tx, held, { ...stored, reason: 'upload.queued' }, deps.now())
    await tell(tx, 'changed', queued)
    return queued
  })
  deps.committed()
  if (fixed.key !== row.key) await deps.blobs.remove([row.key, ...(done?.key === fixed.key ? [] : [fixed.key])])
  if (!done) throw notFound('upload', row.id)
  return view(done)
}

/** Under a key of its own, where a repeated PUT does not reach it; or why it is not kept. */
async function keep(deps: Deps, row: Row, etag: string): Promise<{ key: string; etag: string } | Reason> {
  const reason = await refusal(deps, row, etag)
  if (reason) return reason
  if (row.storageType === 'chunked') return { key: row.key, etag }
  const key = keptKey(row.id, etag)
  return { key, etag: (await deps.blobs.copy(row.key, key, etag)).etag }
}

/** It is not what its name says, or a picture too large to be drawn: whoever opens the page would unpack it. */
async function refusal({ blobs }: Deps, row: Row, etag: string): Promise<Reason | undefined> {
  const size = Number(row.size)
  const read = async (start: number, length: number) =>
    start >= size ? Buffer.alloc(0) : await buffer(await blobs.read(row.key, { start, end: Math.min(size, start + length) - 1, etag }))
  const head = await read(0, headSize)
  const look = lookAt(head)
  if (!fits(extensionOf(row.name), look)) return 'upload.typeMismatch'
  if (row.type !== 'image') return undefined
  const picture = await pictureSize(look, (start, length) =>
    start + length <= head.length ? Promise.resolve(head.subarray(start, start + length)) : read(start, length),
  )
  return picture && isTooLarge(picture) ? 'upload.tooManyPixels' : undefined
}

/** The same PUT again, sent when the first seemed lost, may end after the first was looked at: these bytes change nothing any more. */
export async function arrivedLate({ blobs }: Deps, row: Row): Promise<never> {
  await blobs.remove([incomingKey(row.id)])
  throw conflict('upload.finished')
}

/** Nothing of what was sent is kept: another try is another upload. */
async function fail(deps: Deps, row: Row, reason: Reason): Promise<Upload> {
  const failed = await deps.client.$transaction(async (tx) => {
    const held = await lockRow(tx, row.id)
    if (!held || held.etag || held.status === 'failed') return held
    if (counts(held)) await giveRoomBack(tx, held.orgId, held.ownerId, Number(held.size))
    const written = await writeRow(tx, held, { status: 'failed', reason, storedAt: null }, deps.now())
    await tell(tx, 'failed', written)
    return written
  })
  if (failed?.status === 'failed') await deps.blobs.remove([row.key])
  deps.committed()
  if (!failed) throw notFound('upload', row.id)
  return view(failed)
}
