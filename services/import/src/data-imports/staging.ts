// Staging: the lines of a run's files as rows of the database, in batches.
import { refused } from '@lyceum/kit/calls/errors'
import { one, run, type Tx } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import type { Deps } from '../deps.ts'
import { filesOf, type Session } from './files.ts'
import { readFiles } from './reading.ts'
import type { RunRow } from './run-rows.ts'

/** Of the attempt that stages alone. Its lock lets the next attempt begin after a batch that a process has left on its way, and deletes it. */
const insert = `
  with mine as materialized (select from roster_runs where id = $1::uuid and staging = $3::uuid for share)
  insert into roster_staged (run, kind, external_id, file, line, title, data, hash, gone, code, params)
  select $1::uuid, r.kind, r.id, r.file, r.line, r.title, r.data - 'gone', r.hash, r.data ? 'gone', r.fault ->> 'code', coalesce(r.fault -> 'params', '{}')
  from jsonb_to_recordset($2::jsonb) as r(kind text, id text, file smallint, line int, title text, data jsonb, hash text, fault jsonb)
  where exists (select from mine)`

const mostLines = 5_000_000

type Work = { deps: Deps; session: Session; signal: AbortSignal; progress(share: number, note: string): Promise<void> }

/** Begins an attempt, whose id it answers; lines of earlier ones are deleted, and come no more. */
export async function beginStaging(sql: Tx, row: Pick<RunRow, 'id'>): Promise<string> {
  const attempt = newId()
  await run(sql, 'update roster_runs set staging = $2, staged_at = null, prepared = false where id = $1', row.id, attempt)
  for (const table of ['roster_staged', 'roster_references']) await run(sql, `delete from ${table} where run = $1`, row.id)
  return attempt
}

/** `lines`: the JSON of a batch, `count` of them. An error where another attempt has begun. */
export async function stageLines(sql: Tx, row: Pick<RunRow, 'id'>, attempt: string, lines: string, count: number): Promise<void> {
  if ((await run(sql, insert, row.id, lines, attempt)) !== count) throw new Error('another attempt stages these lines')
}

/** Reads the files anew. 400 with what is wrong with one. */
export async function stage({ deps: { sql, ...deps }, session, signal, progress }: Work, row: RunRow): Promise<void> {
  const attempt = await beginStaging(sql, row)
  const sources = await filesOf(deps, session, row.upload_ids)
  let read = 0
  const about = await readFiles(
    { files: sources, kind: row.kind, mapping: row.mapping, encoding: row.encoding, look: null },
    async (rows, count) => {
      await stageLines(sql, row, attempt, rows, count)
      read += count
      if (read > mostLines) throw refused(400, 'roster.tooLarge', { file: sources.map(({ name }) => name).join(', ') })
      // how many there will be is not known
      await progress(read / (read + 200_000) / 2, 'lines')
    },
    signal,
  )
  const files = about.map(({ columns: _, first: __, mapping: ___, ...file }) => file)
  await run(
    sql,
    'update roster_runs set staged_at = $2, staged_lines = $3, files = $4::jsonb where id = $1 and staging = $5',
    row.id,
    deps.now(),
    read,
    JSON.stringify(files),
    attempt,
  )
  // a plan by the figures of an empty table takes minutes
  await run(sql, 'analyze roster_staged, roster_rows')
}

/** Lines are gone after a day, and with a crash of the database. */
export async function isStaged({ sql }: Pick<Deps, 'sql'>, { id, staged_at, staged_lines }: RunRow): Promise<boolean> {
  if (!staged_at) return false
  const counted = await one<{ n: number }>(sql, 'select count(*)::int as n from roster_staged where run = $1', id)
  return counted?.n === staged_lines
}
