// The cleaning of unneeded blobs after a purge, a join or a new transcoding, and of uploads that were declared and never sent.
import { type Blobs, removePrefix } from '@lyceum/kit/blobs/blobs'
import type { JobContext } from '@lyceum/kit/jobs/jobs'
import { rows, run } from '@lyceum/kit/database/database'
import { repeatWhileFull } from '@lyceum/kit/repeat-while-full'
import { enqueue } from '../jobs.ts'
import type { Db, Deps } from '../deps.ts'
import { sweepRestorable } from '../erasure/erase.ts'
import { dropPackageFiles, dropPackages } from '../packages/package-row.ts'
import { namedObjects, originalOf } from '../storage/shared-bytes.ts'
import { releaseStorage } from '../storage/storage.ts'
import { purgeExpired } from './bin.ts'
import { incomingKey } from '../rows/keys.ts'
import { usesStorage, lockRow, emitUpload, writeRow } from '../rows/rows.ts'

/** Hours after which an unsent upload is deleted: a browser resumes one for 24 hours. */
const waitingHours = 48
/** Hours that the end of grants, of a session or of a person in an activity, is stored: they hold four. */
const endedGrantHours = 5

/** Removes an upload's unneeded blobs from the store, never one that another upload shares. May run at any time, and repeatedly. */
export async function cleanUpload({ deps, job }: JobContext<Deps, { upload: string }>): Promise<void> {
  const { client, blobs } = deps
  const id = job.payload.upload
  const row = await client.upload.findUnique({ where: { id } })
  const purged = !row || row.purgedAt !== null
  if (purged || row.storedAt) await removePrefix(blobs, `tmp/${id}/`)
  // of a late PUT: the row names another key
  if (purged || row.etag) await blobs.remove([incomingKey(id)])
  const original = row ? originalOf(row) : id
  const isNamed = await namedObjects(client, original)
  await cleanCopies(deps, id, purged ? [] : [row.key, row.previewKey ?? ''])
  if (purged) {
    if (row?.multipart) await blobs.parts.abort(row.key, row.multipart)
    if (row?.linkUrl) await client.upload.update({ where: { id }, data: { linkUrl: null, filmId: null } })
    // the preview of a copy may be that of another copy
    await blobs.remove([row?.key ?? '', row?.previewKey ?? ''].filter((key) => key !== '' && !isNamed(key)))
    // the last of those that share bytes takes away what the first one brought; until then that one's own jobs may be writing there
    const isLast = !row || !isNamed(row.key)
    if (isLast) await dropPackageFiles(client, original)
    await dropPackages(client, [id])
    for (const folder of isLast ? new Set([id, original]) : [id])
      for (const kind of ['files', 'hls', 'preview']) await removeUnnamed(blobs, `${kind}/${folder}/`, isNamed)
    // a restore of the row meanwhile is none: a purged upload cannot be restored
    if (row) await run(client, 'update uploads set cleaned_at = now() where id = $1 and purged_at is not null', id)
  } else if (row.status !== 'processing') for (const kind of ['hls', 'preview']) await removeUnnamed(blobs, `${kind}/${id}/`, isNamed)
}

/** Copies without properties, of objects that are shown no longer. */
async function cleanCopies({ client, blobs }: Deps, id: string, sources: string[]): Promise<void> {
  await client.strippedCopy.deleteMany({ where: { uploadId: id, source: { notIn: sources } } })
  const kept = new Set((await client.strippedCopy.findMany({ where: { uploadId: id } })).map(({ key }) => key))
  await removeUnnamed(blobs, `stripped/${id}/`, (key) => kept.has(key))
}

async function removeUnnamed(blobs: Blobs, prefix: string, isNamed: (key: string) => boolean) {
  const batch: string[] = []
  for await (const { key } of blobs.list(prefix)) {
    if (isNamed(key)) continue
    batch.push(key)
    if (batch.length === 500) await blobs.remove(batch.splice(0))
  }
  await blobs.remove(batch)
}

/** Purged uploads whose bytes were not deleted half an hour later: their job was given up or lost. A thousand with each sweep, the oldest first. */
async function cleanAgain(tx: Db, now: Date): Promise<void> {
  const left = await rows<{ id: string }>(
    tx,
    `select id::text from uploads where purged_at is not null and cleaned_at is null and purged_at < $1::timestamptz - interval '30 minutes'
     order by purged_at limit 1000`,
    now,
  )
  await enqueue(
    tx,
    left.map(({ id }) => ({ kind: 'cleanUpload', key: `clean:${id}`, payload: { upload: id } })),
  )
}

export async function sweep({ deps, signal }: JobContext<Deps>): Promise<void> {
  const { client, blobs, now } = deps
  const hoursAgo = (hours: number) => new Date(now().getTime() - hours * 3_600_000)
  await client.uploadToken.deleteMany({ where: { expiresAt: { lt: now() } } })
  await run(client, 'delete from package_doors where expires_at < $1', hoursAgo(24))
  await client.endedSession.deleteMany({ where: { endedAt: { lt: hoursAgo(endedGrantHours) } } })
  await client.personalGrantRevocation.deleteMany({ where: { revokedAt: { lt: hoursAgo(endedGrantHours) } } })
  await repeatWhileFull((size) => client.$transaction((tx) => purgeExpired(tx, now(), size)), 1000)
  await client.$transaction((tx) => sweepRestorable(tx, now()))
  await client.$transaction((tx) => cleanAgain(tx, now()))
  const unsent = await client.upload.findMany({
    where: {
      storedAt: null,
      isFolder: false,
      deleted: false,
      status: 'processing',
      // one that is fetched ends with its job
      OR: [{ reason: null }, { reason: { not: 'upload.fetching' } }],
      createdAt: { lt: hoursAgo(waitingHours) },
    },
    take: 1000,
    select: { id: true },
  })
  for (const { id } of unsent) {
    if (signal.aborted) return
    await client.$transaction(async (tx) => {
      const row = await lockRow(tx, id)
      if (!row || row.storedAt) return
      if (usesStorage(row)) await releaseStorage(tx, row.orgId, row.ownerId, Number(row.size))
      await emitUpload(tx, 'deleted', await writeRow(tx, row, { deleted: true, deletedAt: now(), deletedWith: id, purgedAt: now() }, now()))
      await enqueue(tx, { kind: 'cleanUpload', key: `clean:${id}`, payload: { upload: id } })
    })
  }
  // multipart uploads that no row names: their process has died before it could store the id
  for await (const { key, id } of blobs.parts.stale(hoursAgo(waitingHours))) await blobs.parts.abort(key, id)
  const limit = hoursAgo(waitingHours)
  const stale: string[] = []
  for (const prefix of ['tmp/', 'in/']) for await (const { key, at } of blobs.list(prefix)) if (at < limit) stale.push(key)
  await blobs.remove(stale)
}
