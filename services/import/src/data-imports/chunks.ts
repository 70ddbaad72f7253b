// Chunks of a plan: at most 500 rows of one kind as their owner takes them, with the ids of the things that they name.
import { rows } from '@lyceum/kit/database/database'
import type { RosterKind } from '@lyceum/kit/rosters/api'
import type { Deps } from '../deps.ts'
import { kinds } from './fields.ts'
import type { OwnerRow } from './owners.ts'
import { chunksOfGroup } from './plan.ts'
import type { RowData } from './rows.ts'
import type { RunRow } from './run-rows.ts'

export type Chunk = { chunk: number; kind: RosterKind; size: number }
/** Chunks in their order, in lists that may be sent side by side. */
export async function chunksOf({ sql }: Pick<Deps, 'sql'>, { id }: Pick<RunRow, 'id'>, filter = 'true'): Promise<Chunk[][]> {
  const list = await rows<Chunk>(
    sql,
    `select chunk, min(kind) as kind, count(*)::int as size from roster_changes where run = $1 and chunk is not null and ${filter} group by chunk order by chunk`,
    id,
  )
  return [...Map.groupBy(list, ({ chunk }) => Math.floor(chunk / chunksOfGroup)).values()]
}

export type Planned = { nth: number; external_id: string; gone: boolean; row: OwnerRow; unknown: string | null }

/** `unknown`: the field that names a thing that is not made (yet). */
export async function rowsOf(
  { sql }: Pick<Deps, 'sql'>,
  { id, source_id }: Pick<RunRow, 'id' | 'source_id'>,
  { chunk, kind }: Chunk,
): Promise<Planned[]> {
  const list = await rows<{ nth: number; external_id: string; gone: boolean; data: RowData | null }>(
    sql,
    `
    select c.nth, c.external_id, c.gone, s.data from roster_changes c
    left join roster_staged s on s.run = c.run and s.kind = c.kind and s.external_id = c.external_id and s.file = c.file and s.line = c.line
    where c.run = $1 and c.chunk = $2 order by c.nth`,
    id,
    chunk,
  )
  const fields = kinds[kind].fields.filter(({ of }) => of)
  const named = list.flatMap(({ data }) =>
    fields.flatMap(({ name, of }) => (data && typeof data[name] === 'string' ? [{ kind: of!, value: data[name] }] : [])),
  )
  const ids = await targetsOf({ sql }, { id, source_id }, named)
  return list.map(({ nth, external_id, gone, data }) => {
    if (gone) return { nth, external_id, gone, row: { external_id, gone: true }, unknown: null }
    // a row without its line must not be taken for one that is gone: the job is tried again, and reads the files anew
    if (!data) throw new Error(`the line of ${external_id} is lost`)
    const row: OwnerRow = { external_id }
    let unknown: string | null = null
    for (const [name, value] of Object.entries(data)) {
      const field = fields.find((one) => one.name === name)
      if (!field) row[name] = value
      else if (value === null) row[idField(name)] = null
      else {
        const target = ids.get(`${field.of}:${String(value)}`)
        if (target) row[idField(name)] = target
        else unknown ??= name
      }
    }
    return { nth, external_id, gone, row, unknown }
  })
}
const idField = (name: string) => `${name}_id`

async function targetsOf(
  { sql }: Pick<Deps, 'sql'>,
  { id, source_id }: Pick<RunRow, 'id' | 'source_id'>,
  named: { kind: RosterKind; value: string }[],
): Promise<Map<string, string>> {
  if (named.length === 0) return new Map()
  const found = await rows<{ kind: string; value: string; target: string }>(
    sql,
    `
    select r.kind, r.value, coalesce(r.target_id, k.target_id)::text as target
    from (select distinct kind, value from jsonb_to_recordset($3::jsonb) as n(kind text, value text)) n
    join roster_references r on r.run = $1 and r.kind = n.kind and r.value = n.value
    left join roster_rows k on k.source_id = $2 and k.kind = r.kind and k.external_id = r.external_id
    where coalesce(r.target_id, k.target_id) is not null`,
    id,
    source_id,
    JSON.stringify(named),
  )
  return new Map(found.map(({ kind, value, target }) => [`${kind}:${value}`, target]))
}
