// The projection of uploads: the fields to embed, show and play them, filled from upload's facts.
import { rows, type Tx } from '@lyceum/kit/database/database'
import { columnsOf, type RowOf } from '@lyceum/kit/database/sql-row'
import type { Upload } from '../../generated/client.ts'
import type { ActivityUpload } from '../api.ts'

export type ProjectedUpload = ActivityUpload & { org_id: string; person_id: string }

export const isMedia = ({ type }: Pick<ActivityUpload, 'type'>) => type === 'video' || type === 'audio'
/** A film elsewhere: its address is upload's alone, which answers it to whoever has a grant. */
export const isLink = ({ type }: Pick<ActivityUpload, 'type'>) => type === 'link'
/** A recording can be opened from its first segments on, any other file once it is ready. */
export const isOpenable = (upload: Pick<ActivityUpload, 'type' | 'status' | 'playable'>) =>
  isMedia(upload) ? upload.playable : upload.status === 'ready'

const columns = columnsOf<Upload>()(
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
