// The undo of an applied run: states before it go back to the owners, the newest first. Things that somebody has changed since stay.
import { rows, run } from '@lyceum/kit/database/database'
import type { Deps } from '../deps.ts'
import { type Chunk, chunksOf } from './chunks.ts'
import { mergesSql } from './merged-departments.ts'
import type { UndoRow } from './owners.ts'
import type { RunRow } from './run-rows.ts'
import type { Work } from './work.ts'

const undoable = `done and undone is null and outcome in ('made', 'changed', 'left', 'back')`

export async function undoRun(context: Work, row: RunRow): Promise<object> {
  const { deps, progress } = context
  const chunks = (await chunksOf(deps, row, undoable)).flat().toReversed()
  for (const [at, chunk] of chunks.entries()) {
    await progress(at / chunks.length, chunk.kind)
    await undoChunk(context, row, chunk)
  }
  await run(
    deps.sql,
    `update roster_runs set state = 'undone', error = null, undo_begun = false, version = version + 1 where id = $1`,
    row.id,
  )
  return { run: row.id }
}

async function undoChunk({ deps, owners, assertLease }: Work, { id, source_id }: RunRow, { chunk, kind }: Chunk): Promise<void> {
  const list = await rows<UndoRow & { version: number | null; id: string | null }>(
    deps.sql,
    `select external_id, target_id::text as id, before, version::float8 as version from roster_changes where run = $1 and chunk = $2 and ${undoable} order by nth desc`,
    id,
    chunk,
  )
  const known = list.filter((one): one is UndoRow => one.id !== null && one.version !== null)
  const answers = known.length > 0 ? await owners.undo(kind, known, `${id}:undo:${kind}:${chunk}`) : []
  const undone = new Set(answers.flatMap(({ external_id, outcome }) => (outcome === 'undone' ? [external_id] : [])))
  const outcomes = list.map(({ external_id }) => ({ external_id, undone: undone.has(external_id) ? 'undone' : 'kept' }))
  await deps.sql.$transaction(async (tx) => {
    await assertLease(tx)
    await run(
      tx,
      `update roster_changes c set undone = o.undone from jsonb_to_recordset($3::jsonb) as o(external_id text, undone text)
       where c.run = $1 and c.chunk = $2 and c.external_id = o.external_id`,
      id,
      chunk,
      JSON.stringify(outcomes),
    )
    // the source's rows are as they were too, so that its next file is compared with what is really there
    const back = `from roster_changes c where c.run = $1 and c.chunk = $3 and c.undone = 'undone' and r.source_id = $2 and r.kind = c.kind
      and r.external_id = c.external_id`
    await run(
      tx,
      `delete from roster_rows r using roster_changes c ${back.slice(back.indexOf('where'))} and c.row_before is null`,
      id,
      source_id,
      chunk,
    )
    await run(
      tx,
      `update roster_rows r set hash = c.row_before ->> 'hash', data = c.row_before -> 'data', state = c.row_before ->> 'state',
         target_id = (c.row_before ->> 'target_id')::uuid, merges = ${mergesSql('r', "(c.row_before ->> 'target_id')::uuid")} ${back} and c.row_before is not null`,
      id,
      source_id,
      chunk,
    )
    await run(tx, 'update roster_sources set changed_by = $2, changed_at = $3 where id = $1', source_id, id, deps.now())
    if (undone.size > 0) await run(tx, 'update roster_runs set undo_begun = true where id = $1 and not undo_begun', id)
  })
}

/** Runs and their plans after a month, lines after a day; at most `size` of each. Answers how many went. */
export async function sweepRosters({ sql }: Pick<Deps, 'sql'>, now: Date, size: number): Promise<number> {
  const idle = `state not in ('checking', 'applying', 'undoing')`
  const gone = await Promise.all(
    ['roster_staged', 'roster_references'].map((table) =>
      run(
        sql,
        `delete from ${table} where ctid in (select s.ctid from ${table} s left join roster_runs r on r.id = s.run
           where r.id is null or (r.${idle} and r.staged_at < $1::timestamptz - interval '1 day') limit $2)`,
        now,
        size,
      ),
    ),
  )
  const changes = await run(
    sql,
    `delete from roster_changes where ctid in (select c.ctid from roster_changes c left join roster_runs r on r.id = c.run
       where r.id is null or (r.${idle} and coalesce(r.applied_at, r.created_at) < $1::timestamptz - interval '30 days') limit $2)`,
    now,
    size,
  )
  const runs = await run(
    sql,
    `delete from roster_runs where id in (select r.id from roster_runs r where r.${idle}
       and coalesce(r.applied_at, r.created_at) < $1::timestamptz - interval '31 days' limit $2)`,
    now,
    size,
  )
  return Math.max(...gone, changes, runs)
}
