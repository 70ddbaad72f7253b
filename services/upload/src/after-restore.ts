// Repairs after a restore: the store has other etags for all objects, and no unfinished multipart uploads.
import type { Blobs } from '@lyceum/kit/blobs/blobs'
import { rows, run } from '@lyceum/kit/database/database'
import { columnsOf, type RowOf } from '@lyceum/kit/database/sql-row'
import { zeroId } from '@lyceum/kit/facts/resync'
import type { Upload } from './generated/client.ts'
import type { Db } from './deps.ts'

const columns = columnsOf<Upload>()('id', 'key', 'etag', 'size')
const batchSize = 64

/** Updates etags and discards unfinished uploads. Returns counts; rows of files missing in the store stay, so that an operator can list them. */
export async function afterRestore(db: Db, { blobs }: { blobs: Blobs }): Promise<Record<string, number>> {
  // blocks that a page still sends for these are refused, and the upload starts again
  const unfinished = await rows<{ n: number }>(
    db,
    `
    with gone as (delete from blocks b using uploads u where u.id = b.upload_id and u.stored_at is null returning b.upload_id as id),
      closed as (update uploads set multipart = null where multipart is not null and stored_at is null returning id)
    select count(distinct id)::int as n from (select id from gone union all select id from closed) of`,
  )
  // the store may have bytes again that were deleted since the backup
  await run(db, "update uploads set cleaned_at = null where purged_at is not null and cleaned_at > now() - interval '90 days'")
  let missing = 0
  let files = 0
  for (let after = zeroId; ; ) {
    const batch = await rows<RowOf<typeof columns>>(
      db,
      `select ${columns()} from uploads
       where id > $1 and etag is not null and purged_at is null order by id limit ${batchSize}`,
      after,
    )
    const last = batch.at(-1)
    if (!last) break
    after = last.id
    const current = await Promise.all(batch.map(async (row) => ({ row, blob: await blobs.stat(row.key) })))
    const changed = current.flatMap(({ row, blob }) =>
      blob && blob.size === Number(row.size) && blob.etag !== row.etag ? [{ id: row.id, etag: blob.etag }] : [],
    )
    await run(
      db,
      'update uploads u set etag = n.etag from unnest($1::uuid[], $2::text[]) as n(id, etag) where u.id = n.id',
      changed.map(({ id }) => id),
      changed.map(({ etag }) => etag),
    )
    files += batch.length
    missing += current.filter(({ row, blob }) => blob?.size !== Number(row.size)).length
  }
  return { files, files_missing: missing, uploads_to_begin_again: unfinished[0]?.n ?? 0 }
}
