// Jobs of imports: a run is checked, applied and undone as a task of its person, by calls of their own.
import { Problem, refused } from '@lyceum/kit/calls/errors'
import { one, run } from '@lyceum/kit/database/database'
import { limitConcurrency } from '@lyceum/kit/limit-concurrency'
import { TaskCancelled } from '@lyceum/kit/tasks/task-job'
import { delegatedTask, rightsEnded } from '../calls-of-people.ts'
import type { RunState } from './api.ts'
import { applyPlan } from './applying.ts'
import { chunksOf, rowsOf } from './chunks.ts'
import { writeFaults, writeLevels } from './faults.ts'
import { judgeOf } from './judging.ts'
import { ownersOf } from './owners.ts'
import { countsOf, holdsOf, isMore, unchanged, writePlan } from './plan.ts'
import { resolveReferences } from './references.ts'
import { failed, readRow, type RunRow } from './run-rows.ts'
import { isStaged, stage } from './staging.ts'
import { undoRun } from './undoing.ts'
import type { RosterPayload, Work } from './work.ts'

/** Ends the run with its task: a refusal fails it, rights that were taken away too; anything else is tried again. */
const rosterTask = (state: RunState, work: (context: Work, row: RunRow) => Promise<object | undefined>) =>
  delegatedTask<RosterPayload>(async (context) => {
    const { deps, job, signal } = context
    const { run: id } = job.payload
    const row = await readRow(deps.sql, id)
    // it was discarded, or another task has it
    if (!row || row.state !== state || row.task !== job.payload.task) return undefined
    try {
      return await work({ ...context, owners: ownersOf(deps, job.payload, { ...row, signal }) }, row)
    } catch (error) {
      const reason = reasonOf(error)
      if (reason && !(error instanceof Moved)) await failed(deps.sql, id, state, { code: reason.code, params: reason.params })
      throw reason && !(error instanceof TaskCancelled) ? reason : error
    }
  })

/** The refusal that ends the work; undefined for an error that is soon over. */
function reasonOf(error: unknown): Problem | undefined {
  if (error instanceof TaskCancelled) return refused(409, 'roster.cancelled')
  if (error instanceof Problem && error.status < 500) return error
  return rightsEnded(error, 'roster.rightsChanged')
}

/** The lines of the run's files, with the faults that they have among others and the things that they name; read again where they are lost. */
async function prepareLines({ deps, owners, job, signal, progress }: Work, row: RunRow): Promise<RunRow> {
  const { sql } = deps
  if (!(await isStaged(deps, row))) await stage({ deps, session: job.payload, signal, progress }, row)
  else await run(sql, `update roster_staged set code = null, params = '{}', level = 0 where run = $1 and code = any($2)`, row.id, ofAll)
  const staged = (await readRow(sql, row.id))!
  await progress(0.5, 'compare')
  await writeFaults(deps, staged)
  await resolveReferences(deps, staged, owners)
  await writeLevels(deps, staged)
  await run(sql, 'update roster_runs set prepared = true where id = $1 and staging is not distinct from $2::uuid', row.id, staged.staging)
  return staged
}

/** Calls of a check that are under way at once: they write nothing. */
const atOnce = 3

/** Reads and compares. The run is ready then, or held; of one that is being applied (`seen`) only where more would leave than somebody has seen. */
async function check(context: Work, row: RunRow, seen?: RunRow): Promise<RunRow> {
  const { deps } = context
  const staged = await prepareLines(context, row)
  await writePlan(deps, staged)
  // lines that a crash has taken in the meantime would count as gone
  if (!(await isStaged(deps, staged))) throw new Error('the lines are lost')
  await askOwners(context, staged)
  const { holds, removals } = await holdsOf(deps, staged)
  const counts = await countsOf(deps, staged, await unchanged(deps, staged))
  const moved = new Moved(removals)
  const isMoved = seen && isMore({ holds, removals, counts }, seen)
  await run(
    deps.sql,
    `update roster_runs set state = $2, counts = $3::jsonb, holds = $4::jsonb, removals = $5, error = $7::jsonb, checked_at = $6, version = version + 1 where id = $1`,
    row.id,
    seen && !isMoved ? 'applying' : holds.length > 0 ? 'held' : 'ready',
    JSON.stringify(counts),
    JSON.stringify(holds),
    removals,
    deps.now(),
    isMoved ? JSON.stringify({ code: moved.code, params: moved.params }) : null,
  )
  if (isMoved) throw moved
  return (await readRow(deps.sql, row.id))!
}
/** The run waits for somebody who has seen the new numbers. */
class Moved extends Problem {
  constructor(removals: number) {
    super(409, 'roster.moreLeave', { params: { number: removals } })
  }
}
/** Faults that lines have among others, which may have changed since. */
const ofAll = [
  'roster.doubledId',
  'roster.doubledNumber',
  'roster.doubledEmail',
  'roster.zerosLost',
  'roster.codeTwice',
  'roster.unknownReference',
  'roster.circle',
]

/** The owners' judgement of rows that are new or changed, and of those that leave. */
async function askOwners({ deps, owners, progress, signal }: Work, row: RunRow): Promise<void> {
  const chunks = (await chunksOf(deps, row)).flat()
  const limited = limitConcurrency(atOnce)
  let done = 0
  const judgeRows = judgeOf({ owners, signal, isWanted: () => progress(0.5 + (0.5 * done) / chunks.length, 'compare') })
  const judge = async (chunk: (typeof chunks)[number]) => {
    const outcomes = await judgeRows(chunk, await rowsOf(deps, row, chunk))
    await run(
      deps.sql,
      `
      update roster_changes c set outcome = coalesce(o.outcome, c.outcome), code = o.code, params = coalesce(o.params, '{}'), pinned = o.pinned,
        target_id = coalesce(o.id, c.target_id)
      from jsonb_to_recordset($3::jsonb) as o(external_id text, id uuid, outcome text, code text, params jsonb, pinned text[])
      where c.run = $1 and c.chunk = $2 and c.external_id = o.external_id`,
      row.id,
      chunk.chunk,
      JSON.stringify(outcomes),
    )
    await progress(0.5 + (0.5 * ++done) / chunks.length, chunk.kind)
  }
  await Promise.all(chunks.map((chunk) => limited(() => judge(chunk))))
}

export const checkRoster = rosterTask('checking', async (context, row) => {
  const { counts, holds, removals } = await check(context, row)
  return { run: row.id, counts, holds: holds.length, removals }
})

export const applyRoster = rosterTask('applying', async (context, row) => {
  const { deps } = context
  const begun = await one(deps.sql, 'select 1 from roster_changes where run = $1 and done limit 1', row.id)
  const since = await one(
    deps.sql,
    'select 1 from roster_sources where id = $1 and changed_at > $2 and changed_by is distinct from $3::uuid',
    row.source_id,
    row.checked_at,
    row.id,
  )
  if (since && begun) throw refused(409, 'roster.notReady')
  let planned = row
  if (since) {
    // another run has changed the source's rows since: the plan was made for other ones
    planned = await check(context, row, row)
  } else if (!row.prepared || !(await isStaged(deps, row))) planned = await prepareLines(context, row)
  return await applyPlan(context, planned)
})

export const undoRoster = rosterTask('undoing', undoRun)
