// What is no longer needed goes: after a delete, a join, a new transcoding; and what was declared and never sent.
import { type Blobs, removePrefix } from '@lyceum/kit/blobs'
import { type JobContext, enqueue } from '@lyceum/kit/jobs'
import type { Deps } from '../deps.ts'
import { giveRoomBack } from '../storage/storage.ts'
import { emptyOld } from './bin.ts'
import { incomingKey } from './keys.ts'
import { counts, lockRow, tell, writeRow } from './rows.ts'

/** A browser goes on with an upload for 24 hours; after twice that nobody comes back. */
const waitingHours = 48
/** Grants hold four hours. */
const endedSessionHours = 5

/** Removes from the store what an upload's row does not need. May run at any time, and twice. */
export async function cleanUpload({ deps, job }: JobContext<Deps, { upload: string }>): Promise<void> {
  const { client, blobs } = deps
  const id = job.payload.upload
  const row = await client.upload.findUnique({ where: { id } })
  const over = !row || row.purgedAt !== null
  if (over || row.storedAt) await removePrefix(blobs, `tmp/${id}/`)
  // a late PUT: the row has its bytes under another key
  if (over || row.etag) await blobs.remove([incomingKey(id)])
  if (over) {
    if (row?.multipart) await blobs.parts.abort(row.key, row.multipart)
    if (row) await blobs.remove([row.key])
    await removePrefix(blobs, `files/${id}/`)
    await removePrefix(blobs, `hls/${id}/`)
    await removePrefix(blobs, `preview/${id}/`)
  } else if (row.status !== 'processing') {
    await removeOldRenditions(blobs, id, row.hls)
    for await (const { key } of blobs.list(`preview/${id}/`)) if (key !== row.previewKey) await blobs.remove([key])
  }
}

async function removeOldRenditions(blobs: Blobs, id: string, kept: string | null) {
  const batch: string[] = []
  for await (const { key } of blobs.list(`hls/${id}/`)) {
    if (kept && key.startsWith(`${kept}/`)) continue
    batch.push(key)
    if (batch.length === 500) await blobs.remove(batch.splice(0))
  }
  await blobs.remove(batch)
}

export async function sweep({ deps, signal }: JobContext<Deps>): Promise<void> {
  const { client, blobs, now } = deps
  const before = (hours: number) => new Date(now().getTime() - hours * 3_600_000)
  await client.uploadToken.deleteMany({ where: { expiresAt: { lt: now() } } })
  await client.endedSession.deleteMany({ where: { endedAt: { lt: before(endedSessionHours) } } })
  await client.$transaction((tx) => emptyOld(tx, now()))
  const waiting = await client.upload.findMany({
    where: { storedAt: null, isFolder: false, deleted: false, status: 'processing', createdAt: { lt: before(waitingHours) } },
    take: 1000,
    select: { id: true },
  })
  for (const { id } of waiting) {
    if (signal.aborted) return
    await client.$transaction(async (tx) => {
      const row = await lockRow(tx, id)
      if (!row || row.storedAt) return
      if (counts(row)) await giveRoomBack(tx, row.orgId, row.ownerId, Number(row.size))
      await tell(tx, 'deleted', await writeRow(tx, row, { deleted: true, deletedAt: now(), deletedWith: id, purgedAt: now() }, now()))
      await enqueue(tx, { kind: 'clean', key: `clean:${id}`, payload: { upload: id } })
    })
  }
  // parts that no row speaks of: begun by a process that died before it could say so
  for await (const { key, id } of blobs.parts.stale(before(waitingHours))) await blobs.parts.abort(key, id)
  const old = before(waitingHours)
  const lost: string[] = []
  for (const prefix of ['tmp/', 'in/']) for await (const { key, at } of blobs.list(prefix)) if (at < old) lost.push(key)
  await blobs.remove(lost)
}
