// The projection of uploads: enough to decide whether a file may be in a bulletin, and to show it.
import { rows, type Tx } from '@lyceum/kit/database/database'

export type KnownUpload = { id: string; person_id: string; name: string; type: string; size: number; stored: boolean; deleted: boolean }

export async function uploadsOf(tx: Tx, ids: string[]): Promise<Map<string, KnownUpload>> {
  if (ids.length === 0) return new Map()
  const list = await rows<KnownUpload>(
    tx,
    'select id::text, person_id::text, name, type, size::float8 as size, stored, deleted from uploads where id = any($1)',
    [...new Set(ids)],
  )
  return new Map(list.map((row) => [row.id, row]))
}
