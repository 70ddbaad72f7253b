// The end of a roll call, by its button, its time or the end of its class: one function. Facts and completion follow by a job in one transaction.
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { enqueue } from '../jobs.ts'
import { doubtedSql } from './doubts.ts'
import { studentsSql } from './people.ts'
import { emitClass, type SessionRow, sessionColumns } from './session-row.ts'
import { closeVote } from './vote-closing.ts'

/** Seconds after its time in which a claim that was under way still arrives, doubted as after the end. */
export const graceSeconds = 10

/** Writes a session again with a new version and emits it. */
export async function touchSession(tx: Tx, session: string): Promise<void> {
  const row = await one<SessionRow>(
    tx,
    `update class_sessions s set version = ${nextVersion('s.version')} where s.id = $1 returning ${sessionColumns}`,
    session,
  )
  if (row) await emitClass(tx, row)
}

/**
 * Closes a roll call unless it is closed: its doubts are noted; secret, devices and networks go; students without a claim are absent. The session is locked
 * first, as by its end. Returns whether it did.
 */
export async function closeRollCall(tx: Tx, id: string, now: Date): Promise<boolean> {
  const sql = tx
  await run(sql, 'select from class_sessions where id = (select session_id from roll_calls where id = $1) for no key update', id)
  const call = await one<{ session: string; org: string; course: string }>(
    sql,
    `update roll_calls r set closed_at = $2, version = ${nextVersion('r.version')} from class_sessions s
     where r.id = $1 and r.closed_at is null and s.id = r.session_id
     returning r.session_id::text as session, s.org_id::text as org, r.course_id::text as course`,
    id,
    now,
  )
  if (!call) return false
  await run(
    sql,
    `update attendance a set doubts = d.all_doubts, device = null, network = null from ${doubtedSql('$1')} d
     where a.roll_call_id = $1 and a.person_id = d.person_id`,
    id,
  )
  await run(sql, `update roll_calls set networks = '{}' where id = $1`, id)
  await run(sql, 'delete from roll_call_codes where roll_call_id = $1', id)
  await run(
    sql,
    `insert into attendance (roll_call_id, person_id, org_id, course_id, state, at, version)
     select $1::uuid, m.person_id, $2::uuid, $3::uuid, 'absent', $4::timestamptz, (extract(epoch from $4::timestamptz) * 1000)::bigint
     from ${studentsSql('$3')} on conflict do nothing`,
    id,
    call.org,
    call.course,
    now,
  )
  await touchSession(tx, call.session)
  await enqueue(tx, { kind: 'recordAttendance', key: `attendance:${id}`, payload: { roll_call: id } })
  return true
}

/** Ends a class with its open roll call and vote; returns its row, undefined when it has ended already. */
export async function endSession(tx: Tx, id: string, now: Date): Promise<SessionRow | undefined> {
  const running = await one(tx, `select from class_sessions where id = $1 and state = 'running' for no key update`, id)
  if (!running) return undefined
  const open = await rows<{ id: string }>(tx, 'select id::text from roll_calls where session_id = $1 and closed_at is null', id)
  for (const call of open) await closeRollCall(tx, call.id, now)
  const votes = await rows<{ id: string }>(tx, `select id::text from votes where session_id = $1 and state = 'open'`, id)
  for (const vote of votes) await closeVote(tx, vote.id, now)
  const row = await one<SessionRow>(
    tx,
    `update class_sessions s set state = 'ended', ended_at = $2, timer = null, groups = null, version = ${nextVersion('s.version')}
     where s.id = $1 returning ${sessionColumns}`,
    id,
    now,
  )
  await emitClass(tx, row!)
  return row
}

/** Hours after the last sign of who teaches at which a class ends. */
const hoursAlone = 12

/** Ends at most `size` classes that nobody leads any more; returns their number. */
export async function endAlone(tx: Tx, now: Date, size: number): Promise<number> {
  const left = await rows<{ id: string }>(
    tx,
    `select id::text from class_sessions where state = 'running' and taught_at < $1::timestamptz - interval '${hoursAlone} hours'
     order by taught_at limit $2 for no key update skip locked`,
    now,
    size,
  )
  for (const { id } of left) await endSession(tx, id, now)
  return left.length
}

/** Notes that who teaches is here, once a minute at most. */
export const noteTaught = (tx: Tx, session: string, now: Date): Promise<unknown> =>
  run(
    tx,
    `update class_sessions set taught_at = $2 where id = $1 and state = 'running' and taught_at < $2::timestamptz - interval '1 minute'`,
    session,
    now,
  )
