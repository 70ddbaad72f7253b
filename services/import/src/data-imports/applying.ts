// The plan of a run, carried out: chunk by chunk at the owners, the outcome of each written before the next group begins, so that a job that is begun
// again sends nothing twice.
import { setTimeout as sleep } from 'node:timers/promises'
import { run, type Tx } from '@lyceum/kit/database/database'
import { inBulk } from '@lyceum/kit/jobs/precedence'
import { limitConcurrency } from '@lyceum/kit/limit-concurrency'
import type { RosterOutcome } from '@lyceum/kit/rosters/api'
import { type Chunk, chunksOf, type Planned, rowsOf } from './chunks.ts'
import { mergesSql } from './merged-departments.ts'
import { countsOf, unchanged } from './plan.ts'
import type { RunRow } from './run-rows.ts'
import type { Work } from './work.ts'

/** Chunks of people, courses and enrolments under way at once. Departments and units are few, and lie above each other. */
const atOnce = 2
/** Of rows that are refused since a fact of their person has not arrived: tries of one attempt, and milliseconds between them; together five minutes. */
const patience = { tries: 40, pause: 500, most: 8000 }

export async function applyPlan(context: Work, row: RunRow): Promise<object> {
  const { deps, progress } = context
  const same = await unchanged(deps, row)
  const counts = await countsOf(deps, row, same)
  const groups = await chunksOf(deps, row, 'not done')
  const all = counts.reduce((sum, { made, changed, left, back }) => sum + made + changed + left + back, 0)
  let done = counts.reduce((sum, count) => sum + count.done, 0)
  for (const group of groups) {
    const limited = limitConcurrency(group[0]!.kind === 'departments' || group[0]!.kind === 'study_units' ? 1 : atOnce)
    const failed = new AbortController()
    const carryOut = async (chunk: Chunk) => {
      if (failed.signal.aborted) return
      try {
        const isWanted = () => progress(Math.min(1, done / Math.max(1, all)), chunk.kind)
        await isWanted()
        const planned = await inBulk(() => rowsOf(deps, row, chunk))
        const outcomes = await send({ ...context, isWanted }, row, chunk, planned)
        const count = counts.find(({ kind }) => kind === chunk.kind)
        if (count) count.done += planned.length
        done += planned.length
        await inBulk(() =>
          deps.sql.$transaction(async (tx) => {
            await context.assertLease(tx)
            await writeOutcomes(tx, row, planned, outcomes)
            const changed = 'update roster_sources set changed_by = $2, changed_at = $3 where id = $1'
            await run(tx, changed, row.source_id, row.id, deps.now())
            // whatever ends the work here, what is done can be undone
            const begun = 'update roster_runs set counts = $2::jsonb, applied_at = coalesce(applied_at, $3) where id = $1'
            await run(tx, begun, row.id, JSON.stringify(counts), deps.now())
          }),
        )
      } catch (error) {
        failed.abort()
        throw error
      }
    }
    const ended = await Promise.allSettled(group.map((chunk) => limited(() => carryOut(chunk))))
    const broken = ended.find(({ status }) => status === 'rejected')
    if (broken) throw (broken as PromiseRejectedResult).reason
  }
  const final = await countsOf(deps, row, same)
  await run(
    deps.sql,
    `update roster_runs set state = 'applied', error = null, applied_at = $2, counts = $3::jsonb, version = version + 1 where id = $1`,
    row.id,
    deps.now(),
    JSON.stringify(final),
  )
  return { run: row.id, counts: final }
}

/**
 * Outcomes by the place of the rows. Rows are sent again while they wait for a fact of another service, and departments while those below them go. An
 * error where the fact does not arrive: the job is tried again, and goes on without a pause where this attempt ended. `isWanted` ends the waiting for a
 * task that was cancelled.
 */
export async function send(
  { owners, signal, job, isWanted }: Pick<Work, 'owners' | 'signal' | 'job'> & { isWanted(): Promise<void> },
  { id }: Pick<RunRow, 'id'>,
  { chunk, kind }: Pick<Chunk, 'chunk' | 'kind'>,
  planned: readonly Planned[],
  { tries, pause, most } = patience,
): Promise<(RosterOutcome & { nth: number })[]> {
  const outcomes = new Map<number, RosterOutcome>()
  for (const { nth, external_id, unknown } of planned)
    if (unknown)
      outcomes.set(nth, {
        external_id,
        id: null,
        outcome: 'refused',
        pinned: [],
        code: 'roster.unknownReference',
        params: { field: unknown },
      })
  const past = tries * (job.tries - 1)
  let left = planned.filter(({ nth }) => !outcomes.has(nth))
  for (let again = 0; left.length > 0; again++) {
    const answers = await owners.write(
      kind,
      left.map(({ row }) => row),
      `${id}:${kind}:${chunk}${again > 0 ? `:${job.payload.task}:${again}` : ''}`,
    )
    const byId = new Map(answers.map((answer) => [answer.external_id, answer]))
    const waiting = left.filter(({ nth, external_id, gone }) => {
      const answer = byId.get(external_id)
      if (!answer) throw new Error(`no outcome of ${external_id}`)
      outcomes.set(nth, answer)
      return answer.code === 'roster.personNotHere' || (gone && answer.code === 'roster.inUse')
    })
    const isStuck = waiting.every(({ gone }) => gone) && waiting.length === left.length
    if (waiting.length === 0 || isStuck) break
    left = waiting
    if (!waiting.some(({ gone }) => !gone)) continue
    if (again >= past + tries) throw new Error(`people of ${waiting.length} rows are not here yet`)
    if (again < past) continue
    await sleep(Math.min(most, pause * 2 ** (again - past)), undefined, { signal })
    await isWanted()
  }
  return planned.map(({ nth }) => ({ ...outcomes.get(nth)!, nth }))
}

async function writeOutcomes(
  tx: Tx,
  { id, source_id }: RunRow,
  planned: readonly Planned[],
  outcomes: readonly (RosterOutcome & { nth: number })[],
): Promise<void> {
  await run(
    tx,
    `
    update roster_changes c set outcome = o.outcome, code = o.code, params = coalesce(o.params, '{}'), pinned = coalesce(o.pinned, '{}'), before = o.before,
      version = o.version, target_id = coalesce(o.id, c.target_id), done = true,
      row_before = (select jsonb_build_object('hash', r.hash, 'data', r.data, 'state', r.state, 'target_id', r.target_id) from roster_rows r
        where r.source_id = $2 and r.kind = c.kind and r.external_id = c.external_id)
    from jsonb_to_recordset($3::jsonb) as o(nth int, id uuid, outcome text, code text, params jsonb, pinned text[], before jsonb, version bigint)
    where c.run = $1 and c.nth = o.nth`,
    id,
    source_id,
    JSON.stringify(outcomes),
  )
  const nthsOf = (isGone: boolean) => planned.filter(({ gone }) => gone === isGone).map(({ nth }) => nth)
  const [gone, there] = [nthsOf(true), nthsOf(false)] as const
  // what the owner did not take whole has no hash, so that it is asked again: an address may be free by then
  const kept = await run(
    tx,
    `
    insert into roster_rows (source_id, kind, external_id, hash, data, target_id, state, seen_run)
    select $2, c.kind, c.external_id, case when c.code is null and c.pinned = '{}' then s.hash else '' end, s.data, c.target_id, 'active', c.run from roster_changes c
    join roster_staged s on s.run = c.run and s.kind = c.kind and s.external_id = c.external_id and s.file = c.file and s.line = c.line
    where c.run = $1 and c.nth = any($3::int[]) and c.outcome <> 'refused'
    on conflict (source_id, kind, external_id) do update set hash = excluded.hash, data = excluded.data, target_id = excluded.target_id, state = 'active',
      seen_run = excluded.seen_run, merges = ${mergesSql('roster_rows', 'excluded.target_id')}`,
    id,
    source_id,
    there,
  )
  const accepted = new Set(outcomes.flatMap(({ nth, outcome }) => (outcome === 'refused' ? [] : [nth])))
  if (kept !== there.filter((nth) => accepted.has(nth)).length) throw new Error('lines of a chunk are lost')
  // a department or unit that has left is no more; people and courses are, and return
  await run(
    tx,
    `
    update roster_rows r set state = 'left', seen_run = $1, merges = '{}', target_id = case when r.kind in ('departments', 'study_units') then null else r.target_id end
    from roster_changes c
    where c.run = $1 and c.nth = any($3::int[]) and c.outcome <> 'refused' and r.source_id = $2 and r.kind = c.kind and r.external_id = c.external_id`,
    id,
    source_id,
    gone,
  )
}
