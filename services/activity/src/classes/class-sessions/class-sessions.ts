// Class sessions: begun, noted afterwards for a lesson, led and ended.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, forbidden, invalid } from '@lyceum/kit/calls/errors'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { cleanTitle } from '@lyceum/kit/text/titles'
import type { Deps } from '../../deps.ts'
import { endSession } from '../closing.ts'
import { classPeople, hereFor, named, studentsSql } from '../people.ts'
import { emitClass, foundSession, type SessionRow, sessionColumns, sessionRow } from '../session-row.ts'
import type { ClassPerson, ClassState, ClassSummary, Shown, Timer } from '../shapes.ts'
import { hintTeachers } from '../teacher-hints.ts'
import type { ClassChanges, ClassDraft, PickDraft } from './api.ts'
import { toSummaries } from './session-list.ts'
import { stateOf } from './state.ts'

async function requireActivity(tx: Tx, course: string, id: string, field: string): Promise<{ uploads: string[] }> {
  const found = await one<{ uploads: string[] }>(
    tx,
    'select array_to_json(upload_ids) as uploads from activities where id = $1 and course_id = $2 and not deleted',
    id,
    course,
  )
  if (!found) throw invalid({ [field]: 'activity.unknown' })
  return found
}

/** 409 class.running and class.lessonNoted name the session that is there. */
export async function beginSession(deps: Deps, actor: Actor, scope: CourseScope, draft: ClassDraft): Promise<ClassSummary> {
  const { db, now } = deps
  const title = cleanTitle(draft.title)
  if (title === '') throw invalid({ title: 'field.required' })
  const time = now()
  const { lesson_id: lesson = null, activity_id: activity = null } = draft
  const held = draft.held_at ? new Date(draft.held_at) : null
  if (lesson !== null && held === null) throw invalid({ held_at: 'field.required' })
  if (lesson === null && held !== null) throw invalid({ lesson_id: 'field.required' })
  if (held !== null && held > time) throw invalid({ held_at: 'class.notHeldYet' })
  if (activity !== null) await requireActivity(db, scope.course, activity, 'activity_id')
  const id = newId()
  const row = await one<SessionRow>(
    db,
    `insert into class_sessions as s (id, org_id, course_id, activity_id, lesson_id, title, state, started_by, started_at, ended_at, taught_at, version)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::timestamptz, (extract(epoch from $11::timestamptz) * 1000)::bigint)
     on conflict do nothing returning ${sessionColumns}`,
    id,
    scope.org,
    scope.course,
    activity,
    lesson,
    title,
    held ? 'ended' : 'running',
    actor.person,
    held ?? time,
    held,
    time,
  )
  if (!row) {
    const known = await one<{ id: string }>(
      db,
      `select id::text from class_sessions where course_id = $1 and ${held ? 'lesson_id = $2 and started_at = $3' : `state = 'running' and $2::uuid is null and $3::timestamptz is null`}`,
      scope.course,
      lesson,
      held,
    )
    throw conflict(held ? 'class.lessonNoted' : 'class.running', { id: known?.id ?? '' })
  }
  if (held)
    await run(
      db,
      `insert into roll_calls (id, session_id, course_id, ways, opened_at, closes_at, closed_at, afterwards, recorded_at, version)
       values ($1, $2, $3, '{hand}', $4, $4, $4, true, $5::timestamptz, (extract(epoch from $5::timestamptz) * 1000)::bigint)`,
      newId(),
      id,
      scope.course,
      held,
      time,
    )
  await emitClass(db, row)
  return (await toSummaries(deps, actor, scope, [row]))[0]!
}

/** A row of a class that runs, locked. 409 class.ended. */
async function runningRow(tx: Tx, id: string): Promise<SessionRow> {
  const row = await sessionRow(tx, id, { lock: true })
  if (row.state !== 'running') throw conflict('class.ended')
  return row
}

/** 409 class.newer with an old version, class.ended once it has ended; ended again, it is answered as it is. */
export async function changeSession(deps: Deps, actor: Actor, scope: CourseScope, id: string, changes: ClassChanges): Promise<ClassState> {
  const { db, now } = deps
  const before = await sessionRow(db, id, { lock: true })
  if (before.state !== 'running') {
    if (changes.ended) return await stateOf(deps, actor, scope, before)
    throw conflict('class.ended')
  }
  if (changes.version !== Number(before.version)) throw conflict('class.newer')
  const time = now()
  if (changes.shown) await requireShown(db, scope.course, changes.shown)
  const groups = changes.groups ? await divide(db, before, changes.groups, time) : changes.groups
  const row = await one<SessionRow>(
    db,
    `update class_sessions s set shown = $2::jsonb, timer = $3::jsonb, groups = $4::jsonb, taught_at = $5, version = ${nextVersion('s.version')}
     where s.id = $1 returning ${sessionColumns}`,
    id,
    textOf(changes.shown === undefined ? before.shown : changes.shown),
    textOf(changes.timer === undefined ? before.timer : timerOf(changes.timer, time)),
    textOf(groups === undefined ? before.groups : groups),
    time,
  )
  if (changes.ended) return await stateOf(deps, actor, scope, (await endSession(db, id, time))!)
  await emitClass(db, row!)
  return await stateOf(deps, actor, scope, row!)
}
const textOf = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

const timerOf = (timer: NonNullable<ClassChanges['timer']> | null, now: Date): Timer | null =>
  timer && { seconds: timer.seconds, ends_at: timer.running ? new Date(now.getTime() + timer.seconds * 1000).toISOString() : null }

async function requireShown(tx: Tx, course: string, { activity_id, upload_id }: Shown): Promise<void> {
  if (upload_id !== undefined && activity_id === undefined) throw invalid({ 'shown.activity_id': 'field.required' })
  if (activity_id === undefined) return
  const { uploads } = await requireActivity(tx, course, activity_id, 'shown.activity_id')
  if (upload_id !== undefined && !uploads.includes(upload_id)) throw invalid({ 'shown.upload_id': 'upload.unknown' })
}

/** Those who are here, or all students where nobody is, in so many groups of nearly the same size. */
async function divide(tx: Tx, { id, course_id }: SessionRow, n: number, now: Date): Promise<string[][]> {
  const people = await rows<{ person: string }>(
    tx,
    `with students as (select m.person_id, exists (select from class_people p where p.session_id = $1 and p.person_id = m.person_id
       and p.seen_at > $3) as here from ${studentsSql('$2')})
     select person_id::text as person from students where here or not exists (select from students where here) order by random() limit 5000`,
    id,
    course_id,
    new Date(now.getTime() - hereFor),
  )
  const groups: string[][] = Array.from({ length: Math.min(n, Math.max(1, people.length)) }, () => [])
  for (const [nth, { person }] of people.entries()) groups[nth % groups.length]!.push(person)
  return groups
}

/** Students alone, in a class that runs. */
export async function raiseHand({ db, kv, now }: Deps, { person }: Actor, scope: CourseScope, id: string, raised: boolean) {
  if (scope.access.role !== 'student') throw forbidden()
  if (!foundSession(scope).running) throw conflict('class.ended')
  const time = now()
  const row = await one<{ hand_at: Date | null }>(
    db,
    `insert into class_people as p (session_id, person_id, first_at, seen_at, hand_at) values ($1, $2, $3, $3, case when $4 then $3::timestamptz end)
     on conflict (session_id, person_id) do update set hand_at = case when $4 then coalesce(p.hand_at, excluded.hand_at) end,
       seen_at = greatest(p.seen_at, excluded.seen_at) returning hand_at`,
    id,
    person,
    time,
    raised,
  )
  await hintTeachers(db, kv, { org: scope.org, course: scope.course, session: id })
  return { hand_at: row?.hand_at?.toISOString() ?? null }
}

const among = {
  all: 'true',
  here: 'p.seen_at > $3',
  hands: 'p.hand_at is not null',
  present: `exists (select from attendance a where a.person_id = m.person_id and a.state in ('present', 'late')
    and a.roll_call_id = (select r.id from roll_calls r where r.session_id = $1 order by r.opened_at desc limit 1))`,
} as const

/** Those who were picked least come first, by chance among them; the hands of whom it picks go down. Fewer where there are no more. */
export async function pickPeople({ db, now }: Deps, id: string, draft: PickDraft): Promise<{ people: ClassPerson[]; version: number }> {
  const { course_id } = await runningRow(db, id)
  const time = now()
  const picked = await rows<{ person: string }>(
    db,
    `select m.person_id::text as person from ${studentsSql('$2', 'left join class_people p on p.session_id = $1 and p.person_id = m.person_id')}
       and ($3::timestamptz is not null and ${among[draft.among]}) order by coalesce(p.picked, 0), random() limit $4`,
    id,
    course_id,
    new Date(time.getTime() - hereFor),
    draft.n,
  )
  const ids = picked.map(({ person }) => person)
  await run(
    db,
    `insert into class_people as p (session_id, person_id, first_at, seen_at, picked)
     select $1::uuid, person, $3::timestamptz, 'epoch', 1 from unnest($2::uuid[]) as chosen(person)
     on conflict (session_id, person_id) do update set picked = p.picked + 1, hand_at = null`,
    id,
    ids,
    time,
  )
  const row = await one<SessionRow>(
    db,
    `update class_sessions s set picked = $2::uuid[], taught_at = $3, version = ${nextVersion('s.version')} where s.id = $1 returning ${sessionColumns}`,
    id,
    ids,
    time,
  )
  await emitClass(db, row!)
  return { people: named(await classPeople(db, ids), ids), version: Number(row!.version) }
}
