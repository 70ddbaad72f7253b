// After a restore the store has given every object another etag, and knows of no parts that were under way.
import type { Blobs } from '@lyceum/kit/blobs'
import { rows } from '@lyceum/kit/db'
import { afterNothing } from '@lyceum/kit/retell'
import type { Db } from './deps.ts'

type Kept = { id: string; key: string; etag: string; size: string }
const atOnce = 64

/** Answers how many files the store does not hold as they were: their rows stay, so that one can see which. */
export async function restored(db: Db, { blobs }: { blobs: Blobs }): Promise<Record<string, number>> {
  // what a page still sends of these is refused, and it begins again
  const begun = await rows<{ n: number }>(
    db,
    `
    with gone as (delete from blocks b using uploads u where u.id = b.upload_id and u.stored_at is null returning b.upload_id as id),
      closed as (update uploads set multipart = null where multipart is not null and stored_at is null returning id)
    select count(distinct id)::int as n from (select id from gone union all select id from closed) of`,
  )
  let missing = 0
  let files = 0
  for (let after = afterNothing; ; ) {
    const found = await rows<Kept>(
      db,
      `select id::text, key, etag, size::text from uploads
       where id > $1::uuid and etag is not null and purged_at is null order by id limit ${atOnce}`,
      after,
    )
    const last = found.at(-1)
    if (!last) break
    after = last.id
    const now = await Promise.all(found.map(async (row) => ({ row, there: await blobs.stat(row.key) })))
    const changed = now.flatMap(({ row, there }) =>
      there && there.size === Number(row.size) && there.etag !== row.etag ? [{ id: row.id, etag: there.etag }] : [],
    )
    await db.$executeRawUnsafe(
      'update uploads u set etag = n.etag from unnest($1::uuid[], $2::text[]) as n(id, etag) where u.id = n.id',
      changed.map(({ id }) => id),
      changed.map(({ etag }) => etag),
    )
    files += found.length
    missing += now.filter(({ row, there }) => there?.size !== Number(row.size)).length
  }
  return { files, files_missing: missing, uploads_to_begin_again: begun[0]?.n ?? 0 }
}
