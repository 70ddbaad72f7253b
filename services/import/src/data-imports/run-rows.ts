// Rows of imports: their states, and the ways from one to the next.
import { one, run, type Tx } from '@lyceum/kit/database/database'
import type { Static } from 'typebox'
import type { Encoding } from '@lyceum/kit/text/encodings'
import type { ImportKind, Run, RunState } from './api.ts'
import type { Mapping } from './fields.ts'

/** delta, endsEarly: as a reading found them (reading.ts). */
export type StoredFile = Run['files'][number] & { delta: boolean; endsEarly: number | null }

export type RunRow = {
  id: string
  org: string
  source_id: string
  source: string
  kind: ImportKind
  mode: 'whole' | 'changes'
  scope: Run['scope']
  mapping: Mapping
  encoding: Encoding | null
  take_over: boolean
  upload_ids: string[]
  state: RunState
  task: string | null
  staged_at: Date | null
  staged_lines: number
  /** The attempt that has read the lines last. */
  staging: string | null
  /** Faults and references of the staged lines are written. */
  prepared: boolean
  checked_at: Date | null
  files: StoredFile[]
  counts: Run['counts']
  holds: Run['holds']
  removals: number
  error: Run['error']
  /** Something of it is undone. */
  undo_begun: boolean
  by_id: string | null
  by_name: string | null
  created_at: Date
  applied_at: Date | null
  version: number
}
export const runColumns = `id::text, org_id::text as org, source_id::text, source, kind, mode, scope, mapping, encoding, take_over, upload_ids::text[], state, task,
  staged_at, staged_lines, staging::text, prepared, checked_at, files, counts, holds, removals, error, undo_begun, by_id::text, by_name, created_at, applied_at, version::int`

export const readRow = (tx: Tx, id: string): Promise<RunRow | undefined> =>
  one(tx, `select ${runColumns} from roster_runs where id = $1`, id)

/** States in which a task works on a run; there is one such run in an organisation. */
export const busy = `('checking', 'applying', 'undoing')`

/**
 * The state that follows where the work of a state could not be done: an apply can be tried again once the run was checked. An undo too; it leaves the run
 * as applied while nothing is undone yet and no line was waiting.
 */
const stateAfterFailure = `case when r.state = 'undoing' and not r.undo_begun and not exists (
  select from roster_changes c where c.run = r.id and c.chunk is not null and not c.done) then 'applied' else 'failed' end`

/** Ends a run whose work was in `state`. */
export const failed = (tx: Tx, id: string, state: RunState, error: NonNullable<Static<typeof Run>['error']>): Promise<number> =>
  run(
    tx,
    `update roster_runs r set state = ${stateAfterFailure}, error = $3::jsonb, version = version + 1 where id = $1 and state = $2`,
    id,
    state,
    JSON.stringify(error),
  )

/** Ends runs whose task is over without them: it was cancelled before it began, or given up. Answers how many. */
export const releaseRuns = (tx: Tx, org: string | null = null): Promise<number> =>
  run(
    tx,
    `
    update roster_runs r set state = ${stateAfterFailure}, version = version + 1,
      error = coalesce((select case t.state when 'cancelled' then '{"code": "roster.cancelled", "params": {}}' else t.error end
        from kit.tasks t where t.id = r.task), '{"code": "task.lost", "params": {}}')
    where r.state in ${busy} and ($1::uuid is null or r.org_id = $1::uuid)
      and not exists (select from kit.tasks t where t.id = r.task and t.state = 'running')`,
    org,
  )

export type Counts = Run['counts'][number]
export const noCounts = (kind: Counts['kind']): Counts => ({
  kind,
  made: 0,
  changed: 0,
  same: 0,
  left: 0,
  back: 0,
  refused: 0,
  pinned: 0,
  done: 0,
})
