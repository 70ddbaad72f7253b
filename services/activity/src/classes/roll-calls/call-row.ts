// The row of a roll call: found for a call with its secret, shown to who teaches without it.
import { type CourseScope, findInCourse } from '@lyceum/course/mirror/rules'
import type { Finder, Scope } from '@lyceum/kit/calls/routes'
import { notFound } from '@lyceum/kit/calls/errors'
import { one, type Tx } from '@lyceum/kit/database/database'
import { doubtedSql } from '../doubts.ts'
import { studentsSql } from '../people.ts'
import type { Way } from '../shapes.ts'
import type { RollCall } from './api.ts'
import type { Codes } from './codes.ts'

type Found = {
  session: string
  ways: Way[]
  opened_at: Date
  closes_at: Date
  closed_at: Date | null
  number_retired: boolean
  /** In hexadecimal; null once it is closed. */
  secret: string | null
}
export type FoundCall = Found & { id: string; org: string; course: string }

export const findRollCall: Finder = async (tx, id, actor) => {
  const found = await findInCourse<Found>(tx, id, actor, {
    columns: `, t.session_id::text as session, array_to_json(t.ways) as ways, t.opened_at, t.closes_at, t.closed_at, t.number_retired,
      encode(k.secret, 'hex') as secret`,
    from: 'roll_calls t left join roll_call_codes k on k.roll_call_id = t.id',
  })
  if (!found) return undefined
  const { row, ...scope } = found
  return { ...scope, rollCall: { ...row, id } } as Scope
}
export const foundCall = (scope: CourseScope): FoundCall => ({
  ...(scope as CourseScope & { rollCall: Found & { id: string } }).rollCall,
  org: scope.org,
  course: scope.course,
})

/** Undefined once it is closed. */
export const codesOf = ({ id, secret, opened_at, closed_at }: FoundCall): Codes | undefined =>
  secret === null || closed_at !== null ? undefined : { id, secret: Buffer.from(secret, 'hex'), openedAt: opened_at }

type Row = Omit<RollCall, 'opened_at' | 'late_after' | 'closes_at' | 'closed_at' | 'version' | 'now' | 'counts'> & {
  opened_at: Date
  late_after: Date | null
  closes_at: Date
  closed_at: Date | null
  version: string
} & RollCall['counts']

/** 404 rollCall.notFound. */
export async function toRollCall(tx: Tx, id: string, now: Date): Promise<RollCall> {
  const counted = (state: string) => `(count(*) filter (where d.state = '${state}'))::int as ${state}`
  const row = await one<Row>(
    tx,
    `select r.id::text, r.session_id::text, r.course_id::text, array_to_json(r.ways) as ways, r.opened_at, r.late_after, r.closes_at, r.closed_at,
       r.version::text, (select count(*)::int from ${studentsSql('r.course_id')}) as members, n.*
     from roll_calls r, lateral (select ${['present', 'late', 'excused', 'left_early', 'absent'].map(counted).join(', ')},
       (count(*) filter (where d.all_doubts <> '{}' and d.seen_by is null))::int as doubtful from ${doubtedSql('$1')} d) n
     where r.id = $1`,
    id,
  )
  if (!row) throw notFound('rollCall', id)
  const { opened_at, late_after, closes_at, closed_at, version, members, present, late, excused, left_early, absent, doubtful, ...rest } =
    row
  return {
    ...rest,
    opened_at: opened_at.toISOString(),
    late_after: late_after?.toISOString() ?? null,
    closes_at: closes_at.toISOString(),
    closed_at: closed_at?.toISOString() ?? null,
    counts: { members, present, late, excused, left_early, absent, doubtful },
    version: Number(version),
    now: now.toISOString(),
  }
}
