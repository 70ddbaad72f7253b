// The row of an attempt at a package: its columns, which of them goes on, and what calls say of it.
import { rows, type Tx } from '@lyceum/kit/database/database'
import type { PackageAttempt, PackageKind, ScoState, Status, Success } from './package-attempts/api.ts'
import type { Mark } from './package-rules/merge.ts'
import { scoResult } from './package-rules/results.ts'
import { secondsOf } from './package-rules/session-times.ts'

export type AttemptRow = {
  id: string
  n: number
  upload_id: string
  kind: PackageKind
  package: string
  device: string
  device_at: Date
  seq: string
  status: Status
  success: Success
  score: string | null
  seconds: number
  size: number
  noted: number
  trial: boolean
  version: string
  started_at: Date
  updated_at: Date
}
/** The columns of AttemptRow, of `package_attempts p`. */
export const attemptColumns = `p.id::text, p.n, p.upload_id::text, p.kind, p.package, p.device::text, p.device_at, p.seq::text, p.status, p.success,
  trim_scale(p.score)::text as score, p.seconds, p.size, p.noted, p.trial, p.version::text, p.started_at, p.updated_at`

/** When the next attempt was begun, of `package_attempts p`: then it is over. */
export const endedSql = `(select min(q.started_at) from package_attempts q
  where q.activity_id = p.activity_id and q.person_id = p.person_id and q.trial = p.trial and q.n > p.n and q.deleted_at is null)`

export type StateRow = { sco: string; data: Record<string, string>; mark: Mark }
export const statesOf = (tx: Tx, attempt: string): Promise<StateRow[]> =>
  rows<StateRow>(tx, 'select sco, data, mark from sco_states where attempt_id = $1 order by sco', attempt)

/** `mastery`: item → its mastery score. */
export const toState = (kind: PackageKind, { sco, data, mark }: StateRow, mastery: string): ScoState => {
  const { status, success } = scoResult(kind, mark, mastery)
  return { sco, data, time: secondsOf(mark.times), status, success }
}

type Full = AttemptRow & { sequencing: Record<string, unknown> | null; ended_at: Date | null }
export const toAttempt = (row: Full, states: ScoState[]): PackageAttempt => ({
  id: row.id,
  n: row.n,
  seq: Number(row.seq),
  status: row.status,
  success: row.success,
  score: row.score,
  states,
  sequencing: row.sequencing,
  trial: row.trial,
  started_at: row.started_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
})
