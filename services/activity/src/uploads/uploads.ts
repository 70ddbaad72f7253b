// What activity knows of uploads: enough to embed, show and play them. Filled from upload's facts.
import { rows, type Tx } from '@lyceum/kit/db'
import type { Upload } from '@lyceum/proto/upload'
import type { ActivityUpload } from '../activities/api.ts'

type Row = Omit<ActivityUpload, 'size'> & { size: string }
export type KnownUpload = ActivityUpload & { org_id: string; person_id: string }

const columns = `id::text, org_id::text, person_id::text, name, type, size::text, status, playable, allow_download, duration, reason, percent, videos`

/** Uploads by id; one that is not known yet or was deleted is missing from the map. */
export async function uploadsById(tx: Tx, ids: string[]): Promise<Map<string, KnownUpload>> {
  if (ids.length === 0) return new Map()
  const found = await rows<Row & { org_id: string; person_id: string }>(
    tx,
    `select ${columns} from uploads where id = any($1::uuid[]) and not deleted`,
    ids,
  )
  return new Map(found.map((row) => [row.id, { ...row, size: Number(row.size) }]))
}

/** Writes only what is newer; what was deleted is kept, marked so. */
export async function keepUpload(tx: Tx, { upload }: { upload?: Upload | undefined }): Promise<void> {
  if (!upload || upload.type === 'folder') return
  const videos = upload.videos.map(({ label, width, height, complete }) => ({ label, width, height, complete }))
  await tx.$executeRawUnsafe(
    `
    insert into uploads as u (id, org_id, person_id, name, type, size, status, playable, allow_download, duration, videos, reason, percent, deleted, version)
    values ($1::uuid, $2::uuid, $3::uuid, $4, $5, $6::text::bigint, $7, $8::bool, $9::bool, $10::float8, $11::text::jsonb, $12, $13::float8, $14::bool, $15::text::bigint)
    on conflict (id) do update set
      name = excluded.name, type = excluded.type, size = excluded.size, status = excluded.status, playable = excluded.playable,
      allow_download = excluded.allow_download, duration = excluded.duration, videos = excluded.videos, reason = excluded.reason,
      percent = excluded.percent, deleted = excluded.deleted, version = excluded.version
    where u.version < excluded.version`,
    upload.id,
    upload.orgId,
    upload.personId,
    upload.name,
    upload.type,
    String(upload.size),
    upload.status,
    upload.playable || upload.status === 'ready',
    upload.allowDownload,
    upload.duration ?? null,
    JSON.stringify(videos),
    upload.reason ?? null,
    upload.percent ?? null,
    upload.deleted,
    String(upload.version),
  )
}
