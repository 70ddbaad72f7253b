// Actions of invigilators on attempts: each in one statement, with a line in each attempt's log, in the audit log, and a hint to its student.
import { audit } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid } from '@lyceum/kit/calls/errors'
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import type {} from '../../audit-actions.ts'
import { noteEvents } from '../attempts/attempt-events.ts'
import { acceptedAfter } from '../attempts/rules.ts'
import type { Deps } from '../../deps.ts'
import type { Activity } from '../../generated/client.ts'
import { askerOf, readActivityRow } from '../../questions/papers/papers.ts'
import { createAllowance } from '../../times/allowances.ts'
import type { InvigilationAction } from './api.ts'
import { hintAttempts } from './hint-attempts.ts'
import { takeLateAnswers } from './late-answers.ts'
import { dropMonitor } from './monitor.ts'

/** `minutes`: the time added to each, where that differs; `stands`: it waits with everybody's. */
type Changed = { id: string; person: string; minutes?: number; stands?: boolean }
type Context = { activity: Activity; persons: string[] | null; minutes: number | null; now: Date }

const accept = `make_interval(secs => ${acceptedAfter / 1000})`
/** The time, while the exam stands still for everybody: what begins anew waits too. */
const withAll = `(select $3::timestamptz from exam_access e where e.activity_id = $1 and e.paused_at is not null)`
/** Running attempts of these people, or of everybody, changed by `set`; $3: the time, $4: minutes. */
const changeRunning = (tx: Tx, { activity, persons, now, minutes }: Context, set: string, and = 'true'): Promise<Changed[]> =>
  rows<Changed>(
    tx,
    `
    update attempts a set ${set}, version = ${nextVersion('a.version')}
    from (select id from attempts where activity_id = $1 and state = 'running' and not trial and ($2::uuid[] is null or person_id = any($2))
      order by id for update) o
    where a.id = o.id and ${and} and $3::timestamptz is not null and $4::int is not null
    returning a.id::text, a.person_id::text as person, a.paused_at is not distinct from $3::timestamptz as stands`,
    activity.id,
    persons,
    now,
    minutes ?? 0,
  )

/** Whole minutes that an attempt had left when it was handed in. */
const leftOver = 'floor(extract(epoch from a.deadline - a.submitted_at) / 60)::int'
/** The last attempt of each, taken up again: minutes from now on, or those that were left, if any were. */
const reopen = (tx: Tx, { activity, persons, now, minutes }: Context): Promise<Changed[]> =>
  rows<Changed>(
    tx,
    `
    update attempts a set state = 'running', submitted_at = null, submitted_by = null, points = null, to_mark = 0, paused_at = ${withAll},
      deadline = $3::timestamptz + make_interval(mins => o.minutes), accept_until = $3::timestamptz + make_interval(mins => o.minutes) + ${accept},
      version = ${nextVersion('a.version')}
    from (
      select distinct on (a.person_id) a.id, a.person_id, coalesce($4::int, ${leftOver}) as minutes from attempts a
      where a.activity_id = $1 and not a.trial and a.person_id = any($2) order by a.person_id, a.started_at desc) o
    where a.id = o.id and a.state <> 'running' and o.minutes > 0 and not exists (
      select from attempts r where r.activity_id = $1 and r.person_id = o.person_id and r.state = 'running')
    returning a.id::text, a.person_id::text as person, o.minutes, a.paused_at is not null as stands`,
    activity.id,
    persons,
    now,
    minutes,
  )

/** The time left when the clock stopped is left still. */
const goOn = `deadline = a.deadline + coalesce($3::timestamptz - a.paused_at, '0'), accept_until = a.accept_until + coalesce($3::timestamptz - a.paused_at, '0'),
         paused_at = null`

const actions = {
  add_time: {
    kind: 'time_added',
    audited: 'attempt.timeAdded',
    minutes: true,
    change: (tx: Tx, context: Context) =>
      changeRunning(
        tx,
        context,
        // the time of a pause comes back when it ends
        `deadline = greatest(a.deadline, coalesce(a.paused_at, $3::timestamptz)) + make_interval(mins => $4::int),
         accept_until = greatest(a.deadline, coalesce(a.paused_at, $3::timestamptz)) + make_interval(mins => $4::int) + ${accept},
         paused_at = case when a.accept_until < $3 then coalesce(a.paused_at, ${withAll}) else a.paused_at end`,
      ),
  },
  pause: {
    kind: 'paused',
    audited: 'attempt.paused',
    minutes: false,
    change: (tx: Tx, context: Context) =>
      changeRunning(tx, context, 'paused_at = $3::timestamptz', 'a.paused_at is null and a.accept_until >= $3'),
  },
  resume: {
    kind: 'resumed',
    audited: 'attempt.resumed',
    minutes: false,
    change: (tx: Tx, context: Context) => changeRunning(tx, context, goOn, 'a.paused_at is not null'),
  },
  end: {
    kind: 'ended',
    audited: 'attempt.ended',
    minutes: false,
    change: (tx: Tx, context: Context) =>
      changeRunning(tx, context, `state = 'submitted', submitted_at = $3::timestamptz, submitted_by = 'invigilator', ${goOn}`),
  },
  reopen: { kind: 'reopened', audited: 'attempt.reopened', minutes: true, change: reopen },
} as const

/** 400 for minutes that an action needs or has none of, and for nobody. */
export async function invigilate(
  deps: Deps,
  actor: Actor,
  id: string,
  { action, minutes, person_ids, all }: InvigilationAction,
): Promise<{ changed: number }> {
  const { db, kv, now } = deps
  const activity = await readActivityRow(db, id)
  if (askerOf(activity) !== 'exam') throw conflict('paper.notOffered')
  if (Boolean(person_ids) === Boolean(all)) throw invalid({ person_ids: 'field.required' })
  if ((action === 'reopen' || action === 'let_in' || action === 'take_late') && !person_ids) throw invalid({ person_ids: 'field.required' })
  if (action === 'take_late') return { changed: await takeLate(deps, actor, activity, person_ids) }
  const needsMinutes = action === 'let_in' || actions[action].minutes
  if (needsMinutes && action !== 'reopen' && minutes === undefined) throw invalid({ minutes: 'field.required' })
  const context = { activity, persons: person_ids?.map((one) => one.toLowerCase()) ?? null, minutes: minutes ?? null, now: now() }
  if (action === 'let_in') return { changed: await letIn(deps, actor, context) }
  const { kind, audited, change } = actions[action]
  // one after another: what is reopened while everybody goes on does not wait alone
  await run(db, 'select from exam_access where activity_id = $1 for update', activity.id)
  if (all && (action === 'pause' || action === 'resume')) await standStill(db, context, action === 'pause')
  const changed = await change(db, context)
  if (action === 'reopen') await withdrawScores(db, changed)
  const addedMinutes = (one: Changed) => (needsMinutes ? { minutes: one.minutes ?? minutes } : {})
  await noteEvents(
    db,
    changed.map((one) => ({ id: one.id, note: addedMinutes(one) })),
    kind,
    actor.person,
    context.now,
  )
  const stillPaused = action === 'pause' ? [] : changed.filter(({ stands }) => stands)
  if (stillPaused.length > 0) await noteEvents(db, stillPaused, 'paused', null, context.now)
  if (changed.length > 0)
    await audit(
      db,
      changed.map((one) => ({
        action: audited,
        subject: `attempt:${one.id}`,
        person: one.person,
        course: activity.courseId,
        org: activity.orgId,
        ...(needsMinutes && { after: addedMinutes(one) }),
      })),
    )
  dropMonitor(activity.id)
  await hintAttempts(kv, activity, changed)
  return { changed: changed.length }
}

/** Whoever comes late has a closing time of their own, so many minutes from now, as an allowance gives it. */
async function letIn(deps: Deps, actor: Actor, { activity, persons, minutes, now }: Context): Promise<number> {
  const closes = new Date(now.getTime() + minutes! * 60_000).toISOString()
  const place = { org: activity.orgId, course: activity.courseId }
  await createAllowance(deps, actor, place, { activity_id: activity.id, person_ids: persons!, closes })
  dropMonitor(activity.id)
  return persons!.length
}

/** All late answers of the last attempts of these people. */
async function takeLate(deps: Deps, actor: Actor, { id }: Activity, persons: string[] = []): Promise<number> {
  const last = await rows<{ id: string }>(
    deps.db,
    `select distinct on (person_id) id::text from attempts where activity_id = $1 and person_id = any($2::uuid[]) and not trial
     order by person_id, (state = 'running') desc, started_at desc`,
    id,
    persons,
  )
  let changed = 0
  for (const attempt of last) if ((await takeLateAnswers(deps, actor, attempt.id, null)).taken.length > 0) changed++
  dropMonitor(id)
  return changed
}

/** Marks of keys are made anew for an attempt that is written again. */
const withdrawScores = (tx: Tx, changed: readonly Changed[]) =>
  run(
    tx,
    'update attempt_answers set points = null, mark = null where attempt_id = any($1)',
    changed.map(({ id }) => id),
  )

/** While an exam stands still for everybody, whoever begins waits too. */
const standStill = (tx: Tx, { activity, now }: Context, paused: boolean) =>
  run(
    tx,
    `insert into exam_access (activity_id, paused_at) values ($1, $2) on conflict (activity_id) do update set paused_at = excluded.paused_at`,
    activity.id,
    paused ? now : null,
  )
