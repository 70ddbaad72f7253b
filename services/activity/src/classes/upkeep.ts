// Upkeep of classes: they stay when their classroom goes, and go with their course; nothing of an erased person stays; a resync emits them again.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { emitAttendance } from './recording.ts'
import { emitClass, type SessionRow, sessionColumns } from './session-row.ts'
import { holdVoteFiles } from './votes/files.ts'
import { voterOf } from './votes/vote-row.ts'

export const purgeClassrooms = (tx: Tx, activities: string[]): Promise<unknown> =>
  run(tx, 'update class_sessions set activity_id = null where activity_id = any($1)', activities)

export const purgeCourseClasses = (tx: Tx, course: string): Promise<unknown> =>
  run(tx, 'delete from class_sessions where course_id = $1', course)

export async function eraseClasses(tx: Tx, person: string): Promise<void> {
  const sql = tx
  await run(sql, 'delete from class_people where person_id = $1', person)
  await run(sql, 'delete from roll_call_tries where person_id = $1', person)
  await run(sql, 'delete from class_report_people where person_id = $1', person)
  await run(sql, 'delete from attendance where person_id = $1', person)
  await run(sql, 'delete from attendance_changes where person_id = $1', person)
  await eraseAnswers(sql, person)
  await run(sql, 'update attendance set by_id = null where by_id = $1', person)
  await run(sql, 'update attendance set seen_by = null where seen_by = $1', person)
  await run(sql, 'update attendance_changes set by_id = null where by_id = $1', person)
  await run(sql, 'update class_sessions set started_by = null where started_by = $1', person)
  await run(sql, 'update class_sessions set picked = array_remove(picked, $1::uuid) where $1::uuid = any(picked)', person)
  await run(
    sql,
    `update class_sessions set groups = null where state = 'running' and groups @> jsonb_build_array(jsonb_build_array($1::text))`,
    person,
  )
}

/** The answers to votes; of closed anonymous ones nobody's are known. */
async function eraseAnswers(sql: Tx, person: string): Promise<void> {
  await run(sql, 'delete from vote_answers where voter = uuid_send($1::uuid)', person)
  const open = await rows<{ id: string; secret: string }>(
    sql,
    `select v.id::text, encode(v.secret, 'hex') as secret from votes v where v.secret is not null`,
  )
  const sums = open.map(({ id, secret }) => voterOf({ id, secret, anonymous: true }, person)!)
  if (sums.length > 0) await run(sql, 'delete from vote_answers where voter = any($1::bytea[])', sums)
}

/** Emits classes again, and the attendance of their closed roll calls; no page reads anything of it. */
export async function resyncClasses(tx: Tx, ids: string[], now: Date): Promise<void> {
  const list = await rows<SessionRow>(tx, `select ${sessionColumns} from class_sessions s where s.id = any($1) order by s.id`, ids)
  for (const row of list) await emitClass(tx, row, { hinting: false })
  const calls = await rows<{ id: string }>(
    tx,
    'select id::text from roll_calls where session_id = any($1) and recorded_at is not null order by session_id, opened_at',
    ids,
  )
  for (const { id } of calls) await emitAttendance(tx, id, null, now, true)
  await holdVoteFiles(tx, { sessions: ids })
}
