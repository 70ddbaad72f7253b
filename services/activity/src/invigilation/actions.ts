// What an invigilator does to attempts: each in one statement, with a line in each attempt's log, in the audit log, and a hint to its student.
import { audit } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid } from '@lyceum/kit/calls/errors'
import { sqlOf } from '@lyceum/kit/database/connections'
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { newId } from '@lyceum/kit/ids'
import { hint } from '@lyceum/kit/kv/hints'
import type {} from '../audit-actions.ts'
import { acceptedAfter } from '../attempts/rules.ts'
import type { Deps } from '../deps.ts'
import type { Activity } from '../generated/client.ts'
import { askerOf, readActivityRow } from '../papers/papers.ts'
import { createAllowance } from '../times/allowances.ts'
import type { InvigilationAction } from './api.ts'
import { forgetMonitor } from './monitor.ts'

type Changed = { id: string; person: string }
type Context = { activity: Activity; persons: string[] | null; minutes: number; now: Date }

const accept = `make_interval(secs => ${acceptedAfter / 1000})`
/** Running attempts of these people, or of everybody, changed by `set`; $3: the time, $4: minutes. */
const changeRunning = (tx: Tx, { activity, persons, now, minutes }: Context, set: string, and = 'true'): Promise<Changed[]> =>
  rows<Changed>(
    sqlOf(tx),
    `
    update attempts a set ${set}, version = ${nextVersion('a.version')}
    from (select id from attempts where activity_id = $1 and state = 'running' and not trial and ($2::uuid[] is null or person_id = any($2))
      order by id for update) o
    where a.id = o.id and ${and} and $3::timestamptz is not null and $4::int is not null returning a.id::text, a.person_id::text as person`,
    activity.id,
    persons,
    now,
    minutes,
  )

/** The last attempt of each, taken up again: minutes from now on. */
const reopen = (tx: Tx, { activity, persons, now, minutes }: Context): Promise<Changed[]> =>
  rows<Changed>(
    sqlOf(tx),
    `
    update attempts a set state = 'running', submitted_at = null, submitted_by = null, points = null, to_mark = 0, paused_at = null,
      deadline = $3::timestamptz + make_interval(mins => $4::int), accept_until = $3::timestamptz + make_interval(mins => $4::int) + ${accept},
      version = ${nextVersion('a.version')}
    from (
      select distinct on (person_id) id, state, person_id from attempts
      where activity_id = $1 and not trial and person_id = any($2) order by person_id, started_at desc) o
    where a.id = o.id and a.state <> 'running' and not exists (
      select from attempts r where r.activity_id = $1 and r.person_id = o.person_id and r.state = 'running')
    returning a.id::text, a.person_id::text as person`,
    activity.id,
    persons,
    now,
    minutes,
  )

const actions = {
  add_time: {
    kind: 'time_added',
    audited: 'attempt.timeAdded',
    minutes: true,
    change: (tx: Tx, context: Context) =>
      changeRunning(
        tx,
        context,
        `deadline = greatest(a.deadline, $3::timestamptz) + make_interval(mins => $4::int),
         accept_until = greatest(a.deadline, $3::timestamptz) + make_interval(mins => $4::int) + ${accept}`,
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
    change: (tx: Tx, context: Context) =>
      changeRunning(
        tx,
        context,
        `deadline = a.deadline + ($3::timestamptz - a.paused_at), accept_until = a.accept_until + ($3::timestamptz - a.paused_at), paused_at = null`,
        'a.paused_at is not null',
      ),
  },
  end: {
    kind: 'ended',
    audited: 'attempt.ended',
    minutes: false,
    change: (tx: Tx, context: Context) =>
      changeRunning(tx, context, `state = 'submitted', submitted_at = $3::timestamptz, submitted_by = 'invigilator', paused_at = null`),
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
  if ((action === 'reopen' || action === 'let_in') && !person_ids) throw invalid({ person_ids: 'field.required' })
  const needsMinutes = action === 'let_in' || actions[action].minutes
  if (needsMinutes && minutes === undefined) throw invalid({ minutes: 'field.required' })
  const context = { activity, persons: person_ids?.map((one) => one.toLowerCase()) ?? null, minutes: minutes ?? 0, now: now() }
  if (action === 'let_in') return { changed: await letIn(deps, actor, context) }
  const { kind, audited, change } = actions[action]
  const changed = await change(db, context)
  if (action === 'reopen') await withdrawScores(db, changed)
  await noteAll(db, actor, changed, kind, needsMinutes ? { minutes } : {}, context.now)
  if (changed.length > 0)
    await audit(
      db,
      changed.map(({ id: attempt, person }) => ({
        action: audited,
        subject: `attempt:${attempt}`,
        person,
        course: activity.courseId,
        org: activity.orgId,
        ...(needsMinutes && { after: { minutes } }),
      })),
    )
  forgetMonitor(activity.id)
  await hintAttempts(kv, activity, changed)
  return { changed: changed.length }
}

/** Whoever comes late has a closing time of their own, so many minutes from now, as an allowance gives it. */
async function letIn(deps: Deps, actor: Actor, { activity, persons, minutes, now }: Context): Promise<number> {
  const closes = new Date(now.getTime() + minutes * 60_000).toISOString()
  const place = { org: activity.orgId, course: activity.courseId }
  await createAllowance(deps, actor, place, { activity_id: activity.id, person_ids: persons!, closes })
  forgetMonitor(activity.id)
  return persons!.length
}

/** What a key gave an attempt that is written again is given anew. */
const withdrawScores = (tx: Tx, changed: readonly Changed[]) =>
  run(
    sqlOf(tx),
    'update attempt_answers set points = null, mark = null where attempt_id = any($1)',
    changed.map(({ id }) => id),
  )

export const noteAll = (tx: Tx, { person }: Actor, changed: readonly Pick<Changed, 'id'>[], kind: string, note: object, now: Date) =>
  run(
    sqlOf(tx),
    `insert into attempt_events (id, attempt_id, at, kind, by_id, note)
     select e.id, e.attempt_id, $2::timestamptz, $3::text, $4::uuid, $5::jsonb from jsonb_to_recordset($1::jsonb) as e(id uuid, attempt_id uuid)`,
    JSON.stringify(changed.map(({ id }) => ({ id: newId(), attempt_id: id }))),
    now,
    kind,
    person,
    JSON.stringify(note),
  )

/** Their pages read their time anew. A hint that is lost is made good by the next save, whose answer names the deadline. */
export const hintAttempts = async (
  kv: Deps['kv'],
  activity: Pick<Activity, 'courseId' | 'orgId'>,
  changed: readonly Changed[],
): Promise<void> => {
  if (changed.length === 0) return
  await hint(kv, {
    subject: 'attemptChanged',
    aggregate: 'course',
    id: activity.courseId,
    org: activity.orgId,
    people: [...new Set(changed.map(({ person }) => person))],
  })
}
