// The projection of uploads: enough to decide whether a file may be in a bulletin, and to show it.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import type { Upload } from '@lyceum/proto/upload'

export type KnownUpload = { id: string; person_id: string; name: string; type: string; size: number; stored: boolean; deleted: boolean }

/** Writes only newer versions; deleted uploads stay and are marked. */
export async function upsertUpload(tx: Tx, { upload }: { upload?: Upload | undefined }): Promise<void> {
  if (!upload || upload.type === 'folder') return
  await run(
    tx,
    `
    insert into uploads as u (id, org_id, person_id, name, type, size, stored, deleted, version) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    on conflict (id) do update set name = excluded.name, type = excluded.type, size = excluded.size, stored = excluded.stored,
      deleted = excluded.deleted, version = excluded.version
    where u.version < excluded.version`,
    upload.id,
    upload.orgId,
    upload.personId,
    upload.name,
    upload.type,
    String(upload.size),
    upload.stored,
    upload.deleted,
    String(upload.version),
  )
}

export async function uploadsOf(tx: Tx, ids: string[]): Promise<Map<string, KnownUpload>> {
  if (ids.length === 0) return new Map()
  const list = await rows<KnownUpload>(
    tx,
    'select id::text, person_id::text, name, type, size::float8 as size, stored, deleted from uploads where id = any($1)',
    [...new Set(ids)],
  )
  return new Map(list.map((row) => [row.id, row]))
}
