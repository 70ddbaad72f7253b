// Outcomes of a roster's rows: as they are judged, counted, and written to the audit log.
import { audit } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import { plannedByValues } from '@lyceum/kit/database/connections'
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { ownIds } from '@lyceum/kit/external-ids/own-ids'
import type { RosterOutcome, RosterUndone } from '@lyceum/kit/rosters/api'
import type { Static } from 'typebox'
import type {} from '../audit-actions.ts'
import type { courseErrors } from '../errors.ts'

type Code = (typeof courseErrors)[number]
export type Refusal = { code: Code; params?: Record<string, string | number> }
export type Undone = Static<typeof RosterUndone>['rows'][number]

export const refusedRow = (external_id: string, { code, params }: Refusal): RosterOutcome => ({
  external_id,
  id: null,
  outcome: 'refused',
  pinned: [],
  code,
  ...(params && { params }),
})
export const kept = (external_id: string, code: Code = 'roster.changedSince'): Undone => ({ external_id, outcome: 'kept', code })

/** The rest of a refusal's code: a place in its params. */
export const missing = (field: string): Refusal => ({ code: 'roster.fieldMissing', params: { field } })

/** One call of a source for a kind at a time: two would make the same thing twice. */
export const lockRoster = (tx: Tx, org: string, kind: string, source: string): Promise<number> =>
  run(tx, 'select pg_advisory_xact_lock(hashtextextended($1, 0))', ['roster', org, kind, source].join(' '))

const tables = { course: 'courses', enrolment: 'enrolments' } as const
/** Things of a kind by what the source calls them; a file of ours calls a course or enrolment that it does not know by our own id. */
export async function subjectsOf(
  tx: Tx,
  org: string,
  kind: keyof typeof tables,
  source: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const found = await rows<{ external_id: string; subject: string }>(
    tx,
    // a plan that was made while the table was small would read all of it for each of many calls
    `${plannedByValues}select id::text as external_id, id::text as subject from ${tables[kind]} where id = any($5) and org_id = $1
     union all
     select external_id, subject::text from kit.external_ids where org_id = $1 and kind = $2 and source = $3 and external_id = any($4)`,
    org,
    kind,
    source,
    ids,
    ownIds(ids),
  )
  return new Map(found.map(({ external_id, subject }) => [external_id, subject]))
}

type RosterAction = 'roster.coursesWritten' | 'roster.coursesUndone' | 'roster.enrolmentsWritten' | 'roster.enrolmentsUndone'
/** One line for a call that has changed something, with how many of each outcome. */
export async function auditRoster(
  tx: Tx,
  { org }: Pick<Actor, 'org'>,
  action: RosterAction,
  source: string,
  outcomes: readonly { outcome: RosterOutcome['outcome'] | Undone['outcome'] }[],
): Promise<void> {
  const counts: { [field: string]: number } = {}
  for (const { outcome } of outcomes) {
    if (outcome === 'same' || outcome === 'kept') continue
    const field = `roster_${outcome}`
    counts[field] = (counts[field] ?? 0) + 1
  }
  if (Object.keys(counts).every((field) => field === 'roster_refused')) return
  await audit(tx, { action, subject: `org:${org}`, org, after: { source, ...counts } })
}
