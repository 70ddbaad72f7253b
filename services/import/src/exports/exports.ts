// Exports of an organisation: each is recorded when it begins, with its person and the department to which they are bound; state and file are its task's. A
// list that a page saves has no task: it is recorded with its name and rows before it is saved.
import type { contracts as identityContracts } from '@lyceum/identity/contracts'
import type { Actor } from '@lyceum/kit/calls/actor'
import type { Client } from '@lyceum/kit/calls/client'
import { tooMany } from '@lyceum/kit/calls/errors'
import { delegatedClient } from '@lyceum/kit/calls/delegation'
import { limits, pageOf } from '@lyceum/kit/calls/shapes'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { foldedSql, heldSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import { refusalFor } from '../calls-of-people.ts'
import type { Deps } from '../deps.ts'
import { startTask } from '../jobs.ts'
import { newId } from '@lyceum/kit/ids'
import type { Export, ExportKind, ExportQuery, SavedExport, TaskKind } from './api.ts'

type Recorded = { id: string; kind: ExportKind; name?: string; rows?: number; at: Date }
/**
 * Records who takes data out, read by the session of `token`: name, department and those above it. No transaction waits for identity; 503 while it is away.
 * Answers the function that writes the record.
 */
async function recorder({ door }: Pick<Deps, 'door'>, { org, person, department }: Actor, token: string) {
  const identity: Client<typeof identityContracts> = delegatedClient(door, { token, org })
  const refuse = (error: unknown): never => {
    throw refusalFor(error)
  }
  const [profile, above] = await Promise.all([
    identity('GET /api/user/profile').catch(refuse),
    department ? identity('GET /api/departments', { query: { ids: [department], page_size: 1 } }).catch(refuse) : undefined,
  ])
  const path = above?.items[0]?.path ?? (department ? [department] : [])
  return (tx: Tx, { id, kind, name, rows: count, at }: Recorded) =>
    run(
      tx,
      `insert into exports (task, org_id, person_id, person_name, department_id, departments, kind, name, rows, created_at)
       values ($1, $2, $3, $4, $5, $6::uuid[], $7, $8, $9, $10)`,
      ...[id, org, person, profile.name, department ?? null, path, kind, name ?? null, count ?? null, at],
    )
}

/** Starts an export's task and records it, as `recorder`. `more`: whatever else is written with it. */
export async function startExportTask(
  { db, door, now }: Deps,
  actor: Actor,
  {
    kind,
    token,
    request,
    more,
  }: { kind: TaskKind; token: string; request: Parameters<typeof startTask>[2]; more?: (tx: Tx) => Promise<void> },
): Promise<{ task: string }> {
  const record = await recorder({ door }, actor, token)
  return await db.$transaction(async (tx) => {
    const task = await startTask(tx, actor, request)
    await record(tx, { id: task, kind, at: now() })
    await more?.(tx)
    return { task }
  })
}

/** Most of a person in an hour: more would hide others from whoever looks through them. */
const mostSaved = 100

/** 429 beyond 100 in an hour. */
export async function recordSaved(deps: Deps, actor: Actor, token: string, saved: SavedExport): Promise<{ id: string }> {
  const recent = await one<{ n: number }>(
    deps.sql,
    `select count(*)::int as n from exports where person_id = $1 and name is not null and created_at > $2::timestamptz - interval '1 hour'`,
    actor.person,
    deps.now(),
  )
  if (recent && recent.n >= mostSaved) throw tooMany(3600)
  const record = await recorder(deps, actor, token)
  const id = newId()
  await record(deps.sql, { id, ...saved, at: deps.now() })
  return { id }
}

type Result = {
  people?: number
  courses?: number
  questions?: number
  posts?: number
  notes?: number
  name?: string
  upload?: string
} | null
type Row = Pick<Export, 'id' | 'kind' | 'name' | 'state' | 'error'> & {
  saved_rows: number | null
  person_id: string
  person_name: string
  result: Result
  until: Date | null
  started_at: Date
  ended_at: Date | null
}

/** A file of questions is kept for a day; others stay among their person's files. */
function fileOf({ kind, result, until }: Row): Export['file'] {
  if (!result?.name) return null
  if (kind === 'questions') return until && { name: result.name, upload: null, until: until.toISOString() }
  return result.upload ? { name: result.name, upload: result.upload, until: null } : null
}

const rowsOf = (result: Result): number | null =>
  result ? (result.questions ?? result.posts ?? result.notes ?? (result.people ?? 0) + (result.courses ?? 0)) : null

export async function listExports({ sql }: Pick<Deps, 'sql'>, actor: Actor, query: ExportQuery) {
  const { q = '', kind, state, person_id, from, to } = query
  const { limit, offset } = limits(query)
  const values = [
    ...[actor.org, actor.department ?? null, actor.person, wordPatterns(q), kind ?? null, state ?? null, person_id ?? null],
    ...[from ?? null, to ?? null],
  ]
  const where = `from exports e left join kit.tasks t on t.id = e.task left join question_files f on f.task = e.task and f.mime <> ''
    where e.org_id = $1 and (t.id is not null or e.rows is not null)
      and ($2::uuid is null or e.department_id = $2 or $2 = any(e.departments) or e.person_id = $3) and ${heldSql(foldedSql('e.person_name'), '$4')}
      and ($5::text is null or e.kind = $5) and ($6::text is null or coalesce(t.state, 'finished') = $6) and ($7::uuid is null or e.person_id = $7)
      and ($8::timestamptz is null or e.created_at >= $8) and ($9::timestamptz is null or e.created_at < $9)`
  const total = await one<{ n: number }>(sql, `select count(*)::int as n ${where}`, ...values)
  const found = await rows<Row>(
    sql,
    `select e.task as id, e.kind, e.person_id::text, e.person_name, e.name, e.rows as saved_rows, coalesce(t.state, 'finished') as state, t.error, t.result,
       f.created_at + interval '1 day' as until, e.created_at as started_at, case when t.id is null then e.created_at else t.ended_at end as ended_at ${where} order by e.created_at desc, e.task desc limit $10 offset $11`,
    ...values,
    limit,
    offset,
  )
  return pageOf(
    query,
    total?.n ?? 0,
    found.map(
      (row): Export => ({
        id: row.id,
        kind: row.kind,
        name: row.name,
        by: { id: row.person_id, name: row.person_name },
        state: row.state,
        error: row.error,
        rows: row.saved_rows ?? rowsOf(row.result),
        file: fileOf(row),
        mine: row.person_id === actor.person,
        started_at: row.started_at.toISOString(),
        ended_at: row.ended_at?.toISOString() ?? null,
      }),
    ),
  )
}

type Department = { id: string; path: string[]; mergedInto?: string | undefined }
/** Records of a bound manager follow their department to its place, and of one that was merged to the other. */
export const followDepartment = (tx: Tx, { id, path, mergedInto }: Department): Promise<number> =>
  run(tx, 'update exports set departments = $2::uuid[] where department_id = $1', id, mergedInto ? [...path, mergedInto] : path)

/** Records of exports whose task is gone, or that had none, after a month, at most `size`; answers how many went. */
export const sweepExports = (tx: Tx, now: Date, size: number): Promise<number> =>
  run(
    tx,
    `delete from exports where task in (
       select e.task from exports e where e.created_at < $1::timestamptz - interval '30 days'
         and not exists (select from kit.tasks t where t.id = e.task) limit $2)`,
    now,
    size,
  )

export const eraseExports = (tx: Tx, person: string): Promise<number> => run(tx, 'delete from exports where person_id = $1', person)
