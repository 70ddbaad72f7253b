// The projection of uploads: the fields to embed, show and play them, filled from upload's facts.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { columnsOf, type RowOf } from '@lyceum/kit/database/sql-row'
import type { Upload } from '@lyceum/proto/upload'
import type { Upload as UploadModel } from '../../generated/client.ts'
import type { ActivityUpload } from '../api.ts'

export type ProjectedUpload = ActivityUpload & { org_id: string; person_id: string }

export const isMedia = ({ type }: Pick<ActivityUpload, 'type'>) => type === 'video' || type === 'audio'
/** A film elsewhere: its address is upload's alone, which answers it to whoever has a grant. */
export const isLink = ({ type }: Pick<ActivityUpload, 'type'>) => type === 'link'
/** A recording can be opened from its first segments on, any other file once it is ready. */
export const isOpenable = (upload: Pick<ActivityUpload, 'type' | 'status' | 'playable'>) =>
  isMedia(upload) ? upload.playable : upload.status === 'ready'

const columns = columnsOf<UploadModel>()(
  'id',
  'org_id',
  'person_id',
  'name',
  'type',
  'size',
  'status',
  'playable',
  'allow_download',
  'duration',
  'reason',
  'percent',
  'pages',
  'provider',
)
type Row = RowOf<typeof columns> & Pick<ActivityUpload, 'type' | 'status' | 'videos'>

/** Uploads by id. The map has no deleted upload, and none whose facts are not applied yet. */
export async function uploadsById(tx: Tx, ids: string[]): Promise<Map<string, ProjectedUpload>> {
  if (ids.length === 0) return new Map()
  const uploads = await rows<Row>(tx, `select ${columns()}, videos from uploads where id = any($1) and not deleted`, ids)
  return new Map(uploads.map((row) => [row.id, { ...row, size: Number(row.size) }]))
}

/**
 * Writes the upload if the version is newer. A deleted upload stays as a row, marked deleted. Pages that are counted stay: a release before this
 * one emits uploads without them, and may have applied the fact that had them.
 */
export async function upsertUpload(tx: Tx, { upload }: { upload?: Upload | undefined }): Promise<void> {
  if (!upload || upload.type === 'folder') return
  const videos = upload.videos.map(({ label, width, height, complete }) => ({ label, width, height, complete }))
  await run(
    tx,
    `
    insert into uploads as u (id, org_id, person_id, name, type, size, status, playable, allow_download, duration, videos, reason, percent, deleted, version, pages, provider, extension, stored, sha256)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
    on conflict (id) do update set
      name = excluded.name, type = excluded.type, size = excluded.size, status = excluded.status, playable = excluded.playable,
      allow_download = excluded.allow_download, duration = excluded.duration, videos = excluded.videos, reason = excluded.reason,
      percent = excluded.percent, deleted = excluded.deleted, version = excluded.version, pages = coalesce(excluded.pages, u.pages), provider = excluded.provider,
      extension = excluded.extension, stored = excluded.stored, sha256 = coalesce(excluded.sha256, u.sha256)
    where u.version < excluded.version or (u.version = excluded.version and u.pages is null and excluded.pages is not null)`,
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
    upload.pages ?? null,
    upload.provider ?? null,
    upload.extension,
    // a release before this one emits no `stored`
    upload.stored || upload.playable || upload.status === 'ready',
    upload.sha256 ?? null,
  )
}
