// Settings of joining a course: seats, window, approval. A course without a row is open to everybody who has its code.
import { invalid } from '@lyceum/kit/calls/errors'
import { one, run, type Tx } from '@lyceum/kit/database/database'
import type { CourseScope } from '../../mirror/rules.ts'
import type { Deps } from '../deps.ts'
import type { JoinFields, JoinView } from './api.ts'
import { type JoinSettings, openToAll } from './rules.ts'
import { promoteWaiting } from '../enrolments/waiting.ts'

/** `lock`: the row is locked until the transaction ends, so that two people do not take the same seat. */
export const readSettings = async (tx: Tx, course: string, { lock = false } = {}): Promise<JoinSettings> =>
  (await one<JoinSettings>(
    tx,
    `select seats, opens_at, closes_at, approval from join_settings where course_id = $1 ${lock ? 'for update' : ''}`,
    course,
  )) ?? openToAll

export const countStudents = async (tx: Tx, course: string): Promise<number> =>
  (await one<{ n: number }>(
    tx,
    `select count(*)::int as n from enrolments where course_id = $1 and role = 'student' and state = 'active'`,
    course,
  ))!.n

export async function joinView({ db }: Deps, course: string): Promise<JoinView> {
  const { seats, opens_at, closes_at, approval } = await readSettings(db, course)
  const waiting = await one<{ n: number }>(
    db,
    `select count(*)::int as n from join_requests where course_id = $1 and state = 'waiting'`,
    course,
  )
  return {
    seats,
    opens_at: opens_at?.toISOString() ?? null,
    closes_at: closes_at?.toISOString() ?? null,
    approval,
    students: await countStudents(db, course),
    waiting: waiting?.n ?? 0,
  }
}

export async function changeJoinSettings(
  deps: Deps,
  { org }: CourseScope,
  course: string,
  changes: Partial<JoinFields>,
): Promise<JoinView> {
  const { db } = deps
  await run(db, 'insert into join_settings (course_id, org_id) values ($1, $2) on conflict do nothing', course, org)
  const previous = await readSettings(db, course, { lock: true })
  const time = (text: string | null | undefined, was: Date | null) => (text === undefined ? was : text === null ? null : new Date(text))
  const next: JoinSettings = {
    seats: changes.seats === undefined ? previous.seats : changes.seats,
    opens_at: time(changes.opens_at, previous.opens_at),
    closes_at: time(changes.closes_at, previous.closes_at),
    approval: changes.approval ?? previous.approval,
  }
  if (next.opens_at && next.closes_at && next.closes_at <= next.opens_at) throw invalid({ closes_at: 'course.endBeforeStart' })
  await run(
    db,
    'update join_settings set seats = $2, opens_at = $3::timestamptz, closes_at = $4::timestamptz, approval = $5 where course_id = $1',
    course,
    next.seats,
    next.opens_at,
    next.closes_at,
    next.approval,
  )
  await promoteWaiting(deps, [course])
  return await joinView(deps, course)
}
