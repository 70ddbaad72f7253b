// Imports as people see them: begun, listed, applied, undone, discarded.
import type { contracts as identityContracts } from '@lyceum/identity/contracts'
import { audit } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import type { Client } from '@lyceum/kit/calls/client'
import { delegatedClient } from '@lyceum/kit/calls/delegation'
import { conflict, notFound } from '@lyceum/kit/calls/errors'
import { conditionsOf, limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import type { Encoding } from '@lyceum/kit/text/encodings'
import type {} from '../audit-actions.ts'
import { refusalFor } from '../calls-of-people.ts'
import type { Deps } from '../deps.ts'
import { startTask } from '../jobs.ts'
import type { ImportKind, Run, RunLine, RunState } from './api.ts'
import type { Mapping } from './fields.ts'
import { previewFiles } from './preview.ts'
import { busy, readRow, releaseRuns, runColumns, type RunRow } from './run-rows.ts'

export type RunDraft = {
  kind: ImportKind
  upload_ids: string[]
  mode: 'whole' | 'changes'
  source?: string
  scope?: Run['scope']
  mapping?: Mapping
  encoding?: Encoding
  take_over?: boolean
}
const undoDays = 30
const day = 86_400_000

/** Of one that failed too, where a part of it is done. */
const undoUntil = ({ state, applied_at }: RunRow) =>
  (state === 'applied' || state === 'failed') && applied_at ? new Date(applied_at.getTime() + undoDays * day) : null

const toRun = (row: RunRow, now: Date): Run => {
  const until = undoUntil(row)
  const { id, kind, source, mode, scope, state, task, counts, holds, removals, error, undo_begun, by_id, by_name, version } = row
  return {
    ...{ id, kind, source, mode, scope, state, counts, holds, removals, error, undo_begun, version },
    // a task is read for a month as well
    task,
    files: row.files.map(({ name, kind, lines, encoding, replaced }) => ({ name, kind, lines, encoding, replaced })),
    by: by_id ? { id: by_id, name: by_name ?? '' } : null,
    created_at: row.created_at.toISOString(),
    applied_at: row.applied_at?.toISOString() ?? null,
    undo_until: until && until > now ? until.toISOString() : null,
  }
}

/** 409 roster.running while another run of the organisation is checked, applied or undone. */
async function requireIdle(tx: Tx, org: string): Promise<void> {
  await run(tx, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', `rosters ${org}`)
  await releaseRuns(tx, org)
  if (await one(tx, `select 1 from roster_runs where org_id = $1 and state in ${busy}`, org)) throw conflict('roster.running')
}

/** The beginning of each file is read first, so that an unreadable one is refused at once. */
export async function startRun(
  deps: Deps,
  actor: Actor,
  token: string,
  draft: RunDraft,
  signal: AbortSignal,
): Promise<{ id: string; task: string }> {
  const { kind, upload_ids, mode, scope = {}, mapping = {}, encoding, take_over = false } = draft
  const { person, org } = actor
  if (
    await one(
      deps.sql,
      `select 1 from roster_runs r join kit.tasks t on t.id = r.task and t.state = 'running' where r.org_id = $1 and r.state in ${busy}`,
      org,
    )
  )
    throw conflict('roster.running')
  await previewFiles(deps, actor, token, { kind, upload_ids, ...(encoding && { encoding }), mapping, isStrict: true, signal })
  const identity: Client<typeof identityContracts> = delegatedClient(deps.door, { token, org })
  const { name } = await identity('GET /api/user/profile').catch((error: unknown) => {
    throw refusalFor(error)
  })
  const source = draft.source ?? (kind === 'oneroster' ? 'oneroster' : 'register')
  const id = newId()
  const now = deps.now()
  return await deps.db.$transaction(async (tx) => {
    await requireIdle(tx, org)
    const made = await one<{ id: string }>(
      tx,
      `insert into roster_sources (id, org_id, name, created_at) values ($1, $2, $3, $4)
       on conflict (org_id, name) do update set name = excluded.name returning id::text`,
      newId(),
      org,
      source,
      now,
    )
    const task = await startTask(tx, actor, { kind: 'checkRoster', payload: { token, org, person, run: id }, subject: `roster:${id}` })
    await run(
      tx,
      `
      insert into roster_runs (id, org_id, source_id, source, kind, mode, scope, mapping, encoding, take_over, upload_ids, state, task, by_id, by_name, created_at)
      values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8::jsonb, $9, $10, $11::uuid[], 'checking', $12, $13, $14, $15)`,
      ...[
        id,
        org,
        made!.id,
        source,
        kind,
        mode,
        JSON.stringify(scope),
        JSON.stringify(mapping),
        encoding ?? null,
        take_over,
        upload_ids,
        task,
      ],
      ...[person, name, now],
    )
    return { id, task }
  })
}

export async function listRuns(deps: Deps, { org }: Actor, query: PageQuery & { conditions?: string }) {
  const { state, kind, source } = conditionsOf(query.conditions, ['state', 'kind', 'source'])
  const { limit, offset } = limits(query)
  const where = 'org_id = $1 and ($2::text is null or state = $2) and ($3::text is null or kind = $3) and ($4::text is null or source = $4)'
  const values = [org, ...[state, kind, source].map((value) => (value === undefined ? null : String(value)))]
  const list = await rows<RunRow>(
    deps.sql,
    `select ${runColumns} from roster_runs where ${where} order by created_at desc, id desc limit $5 offset $6`,
    ...values,
    limit,
    offset,
  )
  const counted = await one<{ n: number }>(deps.sql, `select count(*)::int as n from roster_runs where ${where}`, ...values)
  return pageOf(
    query,
    counted!.n,
    list.map((row) => toRun(row, deps.now())),
  )
}

async function ownRun(tx: Tx, { org }: Actor, id: string): Promise<RunRow> {
  const row = await readRow(tx, id)
  if (row?.org !== org) throw notFound('roster', id)
  return row
}

export const getRun = async (deps: Deps, actor: Actor, id: string): Promise<Run> => toRun(await ownRun(deps.sql, actor, id), deps.now())

export async function listLines(deps: Deps, actor: Actor, id: string, query: PageQuery & { conditions?: string }) {
  await ownRun(deps.sql, actor, id)
  const { kind, outcome, pinned, keyword } = conditionsOf(query.conditions, ['kind', 'outcome', 'pinned', 'keyword'])
  const { limit, offset } = limits(query)
  const where = `run = $1 and ($2::text is null or kind = $2) and ($3::text is null or outcome = $3) and ($4::bool is null or (pinned <> '{}') = $4)
    and ($5::text is null or strpos(lower(title || ' ' || external_id), lower($5)) > 0)`
  const values = [id, kind ?? null, outcome ?? null, pinned ?? null, typeof keyword === 'string' ? keyword : null]
  const list = await rows<RunLine>(
    deps.sql,
    `select kind, external_id, line, title, outcome, code, params, pinned, changes, undone from roster_changes where ${where} order by nth limit $6 offset $7`,
    ...values,
    limit,
    offset,
  )
  const counted = await one<{ n: number }>(deps.sql, `select count(*)::int as n from roster_changes where ${where}`, ...values)
  return pageOf(query, counted!.n, list)
}

type Begun = { version: number; removals?: number }
/** A task for a run in one of some states; the row is locked, so that two people do not begin it both. */
async function begin(
  deps: Deps,
  actor: Actor,
  token: string,
  id: string,
  { version, kind, state, judge }: { version: number; kind: 'applyRoster' | 'undoRoster'; state: RunState; judge(row: RunRow): void },
): Promise<{ task: string }> {
  const { person, org } = actor
  const sql = deps.db
  await ownRun(sql, actor, id)
  await requireIdle(sql, org)
  const row = await ownRun(sql, actor, id)
  if (row.version !== version) throw conflict('roster.newer')
  judge(row)
  const task = await startTask(deps.db, actor, { kind, payload: { token, org, person, run: id }, subject: `roster:${id}` })
  await run(sql, 'update roster_runs set state = $2, task = $3, error = null, version = version + 1 where id = $1', id, state, task)
  await audit(deps.db, { action: kind === 'applyRoster' ? 'roster.applied' : 'roster.undone', subject: `roster:${id}` })
  return { task }
}

export const applyRun = (deps: Deps, actor: Actor, token: string, id: string, { version, removals }: Begun) =>
  begin(deps, actor, token, id, {
    version,
    kind: 'applyRoster',
    state: 'applying',
    judge(row) {
      if (row.undo_begun) throw conflict('roster.undoBegun')
      if (!['ready', 'held', 'failed'].includes(row.state) || !row.checked_at) throw conflict('roster.notReady')
      const isOther = removals !== undefined && removals !== row.removals
      if (isOther || (row.holds.length > 0 && removals === undefined)) throw conflict('roster.otherNumber', { number: row.removals })
    },
  })

export const undoRun = (deps: Deps, actor: Actor, token: string, id: string, { version }: Begun) =>
  begin(deps, actor, token, id, {
    version,
    kind: 'undoRoster',
    state: 'undoing',
    judge(row) {
      const until = undoUntil(row)
      if (!until) throw conflict('roster.notApplied')
      if (until <= deps.now()) throw conflict('roster.tooLate')
    },
  })

export async function discardRun({ db }: Deps, actor: Actor, id: string, version: number): Promise<null> {
  const sql = db
  await ownRun(sql, actor, id)
  await releaseRuns(sql, actor.org)
  const row = await one<RunRow>(sql, `select ${runColumns} from roster_runs where id = $1 for update`, id)
  if (!row) throw notFound('roster', id)
  if (row.version !== version) throw conflict('roster.newer')
  if (['checking', 'applying', 'undoing'].includes(row.state)) throw conflict('roster.running')
  const begun = await one(sql, 'select 1 from roster_changes where run = $1 and done limit 1', id)
  if (begun) throw conflict('roster.notReady')
  // its lines go with the sweep
  await run(sql, 'delete from roster_runs where id = $1', id)
  await audit(db, { action: 'roster.discarded', subject: `roster:${id}` })
  return null
}
