// Attendance on its way out: a fact for each person in one statement, and the completion of the classroom that the class counts for.
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { emitAll, fact } from '@lyceum/kit/facts/outbox'
import { AttendanceChangedSchema } from '@lyceum/proto/activity'
import type { Activity } from '../generated/client.ts'
import { recordForMany } from '../progress/progress.ts'
import { recordedActivity } from '../progress/recorded-activity.ts'
import { scoreAttendance } from './attendance/attendance-score.ts'

/** People of one step of progress. */
const step = 300

type Noted = { person: string; state: string; at: Date; version: string; student: boolean }
type Class = { org: string; course: string; session: string; title: string; activity: string | null; held: Date }

/** Emits the attendance of these people, or of all in a roll call, and completes its classroom for who was there. `again`: by a resync, facts alone. */
export async function emitAttendance(tx: Tx, call: string, persons: readonly string[] | null, now: Date, again = false): Promise<void> {
  const sql = tx
  const of = await one<Class>(
    sql,
    `select s.org_id::text as org, s.course_id::text as course, s.id::text as session, s.title, s.activity_id::text as activity, r.opened_at as held
     from roll_calls r join class_sessions s on s.id = r.session_id where r.id = $1`,
    call,
  )
  if (!of) return
  const noted = await rows<Noted>(
    sql,
    `select a.person_id::text as person, a.state, a.at, a.version::text, coalesce(m.role = 'student', false) as student from attendance a
     left join mirror.members m on m.course_id = a.course_id and m.person_id = a.person_id and m.state = 'active'
     where a.roll_call_id = $1 and ($2::uuid[] is null or a.person_id = any($2::uuid[])) order by a.person_id`,
    call,
    persons,
  )
  await emitAll(
    tx,
    noted.map(({ person, state, at, version }) =>
      fact(
        AttendanceChangedSchema,
        { key: `course:${of.course}`, org: of.org, hint: again ? { people: [] } : { people: [person], about: person, of: of.session } },
        {
          orgId: of.org,
          courseId: of.course,
          sessionId: of.session,
          rollCallId: call,
          personId: person,
          state,
          at: at.toISOString(),
          version: BigInt(version),
          title: of.title,
          heldAt: of.held.toISOString(),
          again,
        },
      ),
    ),
  )
  if (!again) await scoreAttendance(tx, { org: of.org, course: of.course }, persons, now)
  const activity = !again && of.activity && (await classroomOf(tx, of.activity))
  if (!activity) return
  const there = noted.flatMap(({ person, state, student }) => (student && (state === 'present' || state === 'late') ? [person] : []))
  const recorded = await recordedActivity(tx, activity)
  for (let first = 0; first < there.length; first += step)
    await recordForMany(tx, recorded, there.slice(first, first + step), { kind: 'attended' }, { now, counts: true })
}

const classroomOf = (tx: Tx, id: string) =>
  one<Pick<Activity, 'id' | 'courseId' | 'orgId' | 'criterionKey' | 'type' | 'uploadIds' | 'settings'>>(
    tx,
    `select id::text, course_id::text as "courseId", org_id::text as "orgId", criterion_key as "criterionKey", type,
       array_to_json(upload_ids) as "uploadIds", settings from activities where id = $1 and not deleted`,
    id,
  )

/** Emits a closed roll call once, however often its job is tried; true when it was this time. */
export async function recordAttendance(tx: Tx, call: string, now: Date): Promise<boolean> {
  const due = await run(
    tx,
    'update roll_calls set recorded_at = $2 where id = $1 and closed_at is not null and recorded_at is null',
    call,
    now,
  )
  if (due === 0) return false
  await emitAttendance(tx, call, null, now)
  return true
}
