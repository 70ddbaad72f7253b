// Attendance that who teaches notes by hand, corrects with a reason, or looks at after a spot check.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { audit } from '@lyceum/kit/audit/audit'
import { conflict, invalid } from '@lyceum/kit/calls/errors'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { cleanTitle } from '@lyceum/kit/text/titles'
import type { Deps } from '../../deps.ts'
import { noteTaught } from '../closing.ts'
import { classPeople, named, studentsSql } from '../people.ts'
import { emitAttendance } from '../recording.ts'
import type { AttendanceState } from '../shapes.ts'
import { hintTeachers } from '../teacher-hints.ts'
import type { Correction, RollCall } from './api.ts'
import { type FoundCall, foundCall, toRollCall } from './call-row.ts'

type Locked = { version: string; closed: boolean; afterwards: boolean }

/** 409 rollCall.newer; 400 for people who are no students of the course, and without a reason where a closed roll call is corrected. */
export async function notePeople(deps: Deps, actor: Actor, scope: CourseScope, body: Correction): Promise<RollCall> {
  const { db, kv, now } = deps
  const sql = db
  const call = foundCall(scope)
  const time = now()
  // the session first, as the close of a roll call locks it
  await noteTaught(db, call.session, time)
  const locked = await one<Locked>(
    sql,
    'select version::text, closed_at is not null as closed, afterwards from roll_calls where id = $1 for no key update',
    call.id,
  )
  if (!locked || Number(locked.version) !== body.version) throw conflict('rollCall.newer')
  await requireStudents(db, call.course, call.id, body.person_ids)
  if (body.state === 'none') return await takeBack(deps, call, body.person_ids, locked.closed)
  const { state } = body
  const before = new Map(
    (
      await rows<{ person: string; state: AttendanceState }>(
        sql,
        'select person_id::text as person, state from attendance where roll_call_id = $1 and person_id = any($2) for update',
        call.id,
        body.person_ids,
      )
    ).map(({ person, state }) => [person, state]),
  )
  const changed = body.person_ids.filter((person) => before.get(person) !== state)
  const reason = cleanTitle(body.reason ?? '')
  const corrects = locked.closed && changed.length > 0 && !(locked.afterwards && changed.every((person) => !before.has(person)))
  if (corrects && reason === '') throw invalid({ reason: 'field.required' })
  await run(
    sql,
    `insert into attendance as a (roll_call_id, person_id, org_id, course_id, state, way, at, seen_by, by_id, reason, version)
     select $1::uuid, person, $3::uuid, $4::uuid, $5::text, 'hand', $6::timestamptz, $7::uuid, $7::uuid, $8::text,
       (extract(epoch from $6::timestamptz) * 1000)::bigint from unnest($2::uuid[]) as named(person) order by person
     on conflict (roll_call_id, person_id) do update set seen_by = excluded.seen_by,
       by_id = case when a.state = excluded.state then a.by_id else excluded.by_id end,
       way = case when a.state = excluded.state then a.way else 'hand' end,
       reason = case when excluded.reason = '' then a.reason else excluded.reason end,
       state = excluded.state, version = ${nextVersion('a.version')}`,
    call.id,
    body.person_ids,
    call.org,
    call.course,
    state,
    time,
    actor.person,
    reason,
  )
  await run(sql, `update roll_calls set version = ${nextVersion()} where id = $1`, call.id)
  if (locked.closed && changed.length > 0) {
    await noteChanges(db, call.id, changed, before, { by: actor.person, after: state, reason, time })
    await emitAttendance(db, call.id, changed, time)
    await audit(
      db,
      changed.map((person) => ({
        action: 'attendance.corrected' as const,
        subject: `roll-call:${call.id}`,
        org: call.org,
        course: call.course,
        person,
        before: { attendance: wordOf(before.get(person)) },
        after: { attendance: wordOf(state), reason },
      })),
    )
  }
  await hintTeachers(db, kv, call, body.person_ids)
  return await toRollCall(db, call.id, time)
}

/** Notes by hand of a roll call that is open: whoever had none may claim again. Claims stay. 409 rollCall.closed. */
async function takeBack({ db, kv, now }: Deps, call: FoundCall, people: readonly string[], closed: boolean): Promise<RollCall> {
  if (closed) throw conflict('rollCall.closed')
  const sql = db
  await run(sql, `delete from attendance where roll_call_id = $1 and person_id = any($2) and way = 'hand'`, call.id, people)
  await run(sql, `update roll_calls set version = ${nextVersion()} where id = $1`, call.id)
  await hintTeachers(db, kv, call, people)
  return await toRollCall(db, call.id, now())
}

/** As the audit log words a state: excused is a word of scores there. */
const wordOf = (state: AttendanceState | undefined): string | null => (state === 'excused' ? 'on_leave' : (state ?? null))

async function requireStudents(tx: Tx, course: string, call: string, ids: readonly string[]): Promise<void> {
  const known = await rows<{ person: string }>(
    tx,
    `select m.person_id::text as person from ${studentsSql('$1')} and m.person_id = any($3)
     union select person_id::text from attendance where roll_call_id = $2 and person_id = any($3)`,
    course,
    call,
    ids,
  )
  if (known.length < ids.length) throw invalid({ person_ids: 'rollCall.notStudent' })
}

type Change = { by: string; after: AttendanceState; reason: string; time: Date }
const noteChanges = (
  tx: Tx,
  call: string,
  people: readonly string[],
  before: ReadonlyMap<string, AttendanceState>,
  { by, after, reason, time }: Change,
) =>
  run(
    tx,
    `insert into attendance_changes (id, roll_call_id, person_id, at, by_id, before, after, reason)
     select id, $1::uuid, person, $5::timestamptz, $6::uuid, before, $7::text, $8::text
     from unnest($2::uuid[], $3::uuid[], $4::text[]) as changed(id, person, before)`,
    call,
    people.map(() => newId()),
    people,
    people.map((person) => before.get(person) ?? null),
    time,
    by,
    after,
    reason,
  )

/** People who claimed by a code, were not chosen before and whom nobody has looked at; the doubted ones are as likely as the others. */
export async function spotCheck({ db, kv, now }: Deps, scope: CourseScope, n: number) {
  const call = foundCall(scope)
  const time = now()
  const open = `roll_call_id = $1 and state in ('present', 'late') and way in ('number', 'qr') and checked_at is null and seen_by is null`
  await noteTaught(db, call.session, time)
  const chosen = await rows<{ person: string }>(
    db,
    `with chosen as materialized (select person_id from attendance where ${open} order by random() limit $2 for update skip locked)
     update attendance a set checked_at = $3, version = ${nextVersion('a.version')} from chosen c
     where a.roll_call_id = $1 and a.person_id = c.person_id returning a.person_id::text as person`,
    call.id,
    n,
    time,
  )
  const left = await one<{ n: number }>(db, `select count(*)::int as n from attendance where ${open}`, call.id)
  const ids = chosen.map(({ person }) => person)
  await hintTeachers(db, kv, call)
  return { people: named(await classPeople(db, ids), ids), left: left?.n ?? 0 }
}
