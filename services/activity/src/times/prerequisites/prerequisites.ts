// Prerequisites: what an activity requires, and what a person lacks to open it.
import { type CourseScope, seesAll, teaches } from '@lyceum/course/mirror/rules'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import type { Actor } from '@lyceum/kit/calls/actor'
import { forbidden, invalid, notFound } from '@lyceum/kit/calls/errors'
import type { Deps } from '../../deps.ts'
import { countsSql } from '../times-sql.ts'
import type { Prerequisite, Prerequisites } from './api.ts'
import { circleThrough } from './rules.ts'
import { shownSql } from '../times-sql.ts'
import { countsProgress } from '../../trial.ts'

/** The most entries that a refusal and a list of dependents name. */
const named = 20

/** Serialises the prerequisites of a course: two writes that each close one half of a circle. Before the row of an activity is locked. */
export const lockPrerequisites = (tx: Tx, course: string) =>
  run(tx, `select pg_advisory_xact_lock(hashtextextended('prerequisites:' || $1, 0))`, course)

type Required = { id: string; title: string; course_id: string; deleted: boolean; counts: boolean }

/** Replaces what an activity requires, behind lockPrerequisites. 400 for itself, a circle, an unknown or deleted one, a new one without a criterion. */
export async function putPrerequisites(tx: Tx, course: string, activity: string, requested: string[]): Promise<void> {
  const ids = requested.map((id) => id.toLowerCase())
  const refuse = (...reason: Parameters<typeof reasonOf>) => invalid({ prerequisite_ids: reasonOf(...reason) })
  if (ids.includes(activity)) throw refuse('prerequisite.itself', activity)
  // locked, so that none of them is deleted meanwhile
  const found = await rows<Required>(
    tx,
    `
    select a.id::text, a.title, a.course_id::text, a.deleted, a.criterion_key <> 'none' as counts
    from activities a where a.id = any($1) order by a.id for share`,
    ids,
  )
  const existing = await rows<{ activity: string; required: string }>(
    tx,
    `select activity_id::text as activity, required_id::text as required from activity_prerequisites where course_id = $1`,
    course,
  )
  const edges = existing.map(({ activity: one, required }) => [one, required] as const)
  const byId = new Map(found.filter(({ course_id }) => course_id === course).map((row) => [row.id, row]))
  const already = new Set(edges.filter(([one]) => one === activity).map(([, required]) => required))
  for (const id of ids) {
    const row = byId.get(id)
    if (!row) throw refuse('prerequisite.unknown', id)
    if (row.deleted) throw refuse('prerequisite.deleted', id, row.title)
    if (!row.counts && !already.has(id)) throw refuse('prerequisite.noCriterion', id, row.title)
  }
  // rows of deleted activities count here: one that is restored must not close a circle
  const circle = circleThrough(edges, activity, ids)
  if (circle) throw refuse('prerequisite.circle', circle, byId.get(circle)!.title)
  // a deleted one, which nobody was shown, is waited for again when it is restored
  await run(
    tx,
    `
    delete from activity_prerequisites q where q.activity_id = $1 and q.required_id <> all($2)
      and exists (select from activities r where r.id = q.required_id and not r.deleted)`,
    activity,
    ids,
  )
  await run(
    tx,
    `
    insert into activity_prerequisites (activity_id, required_id, course_id)
    select $1::uuid, id, $3::uuid from unnest($2::uuid[]) as named(id) on conflict do nothing`,
    activity,
    ids,
    course,
  )
}
const reasonOf = (code: `prerequisite.${'itself' | 'unknown' | 'deleted' | 'noCriterion' | 'circle'}`, id: string, title?: string) =>
  [code, { id, ...(title !== undefined && { title }) }] as [typeof code, { id: string }]

/** The ids that an activity requires, without deleted ones; for students without drafts. */
export const prerequisiteIds = async (tx: Tx, activity: string, all: boolean): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      tx,
      `
      select r.id::text from activity_prerequisites q join activities r on r.id = q.required_id and not r.deleted and ((${shownSql('r')}) or $2)
      where q.activity_id = $1 order by r.id`,
      activity,
      all,
    )
  ).map(({ id }) => id)

/** With checkpoints: the activity with a criterion that is before the one with this id in the order of the content. */
const previousOf = (id: string) => `
  select o.previous from (
    select a.id, lag(a.id) over (order by d.sort nulls first, d.id, a.sort, a.id) as previous
    from activities this
    join mirror.courses c on c.id = this.course_id and c.learning_mode = 'checkpoint'
    join activities a on a.course_id = c.id and ${countsSql('a')}
    left join modules d on d.id = a.module_id
    where this.id = ${id}) o
  where o.id = ${id} and o.previous is not null`

/** The activities that activity $1 waits for, with the progress of person $2 in them, a trial if $3, in the order of the content. */
const requiredSql = (and: string) => `
  with waited as (
    select required_id as id, true as chosen from activity_prerequisites where activity_id = $1 union all select previous, false from (${previousOf('$1')}) before)
  select r.id::text, r.title, r.type, ${shownSql('r')} as published, p.completed_at is not null as completed, r.criterion_key <> 'none' as counts,
    exists (select from waited where waited.id = r.id and chosen) as chosen
  from activities r
  left join modules d on d.id = r.module_id
  left join progress p on p.activity_id = r.id and p.person_id = nullif($2, '')::uuid and (not p.trial or $3)
  where r.id in (select id from waited) and not r.deleted and ${and}
  order by d.sort nulls first, d.id, r.sort, r.id`
type RequiredRow = Omit<Prerequisite, 'because'> & { counts: boolean; chosen: boolean }

/** Whether activities of an alias may wait for others: where none does, assertUnlocked has nothing to read. */
export const maySomeWaitSql = (a: string) =>
  `(exists (select from activity_prerequisites q where q.activity_id = ${a}.id)
    or exists (select from mirror.courses k where k.id = ${a}.course_id and k.learning_mode = 'checkpoint'))`

/** Whether a person has opened an activity: it is never locked again. */
const openedSql = `exists (select from progress where activity_id = $1 and person_id = nullif($2, '')::uuid and opened and (not trial or $3))`

/** Throws 403 activity.locked with what the person has to complete first. */
export async function assertUnlocked(tx: Tx, activity: string, person: string, trial: boolean): Promise<void> {
  const missing = await rows<RequiredRow>(
    tx,
    `${requiredSql(`${shownSql('r')} and r.criterion_key <> 'none' and p.completed_at is null and not ${openedSql}`)} limit ${named}`,
    activity,
    person,
    trial,
  )
  const [first] = missing
  if (first)
    throw forbidden('activity.locked', {
      title: first.title,
      count: missing.length,
      missing: missing.map(({ id, title }) => ({ id, title })),
    })
}

/** The locked ones of a few published activities, as assertUnlocked decides. */
export async function lockedOf(tx: Tx, person: string, activities: string[]): Promise<Set<string>> {
  if (activities.length === 0) return new Set()
  const locked = await rows<{ id: string }>(
    tx,
    `
    select listed.id::text from unnest($1::uuid[]) as listed(id) where
      not exists (select from progress p where p.activity_id = listed.id and p.person_id = nullif($2, '')::uuid and p.opened and not p.trial)
      and exists (
        select from (
          select q.required_id as id from activity_prerequisites q where q.activity_id = listed.id
          union all ${previousOf('listed.id')}) waited
        join activities r on r.id = waited.id and ${countsSql('r')}
        left join progress p on p.activity_id = r.id and p.person_id = nullif($2, '')::uuid and not p.trial
        where p.completed_at is null)`,
    activities,
    person,
  )
  return new Set(locked.map(({ id }) => id))
}

/** The prerequisites of an activity with the actor's progress in them; for teachers also the activities that require it. 404 for a student's draft. */
export async function readPrerequisites({ db }: Deps, actor: Actor, scope: CourseScope, id: string): Promise<Prerequisites> {
  const [all, trial] = [seesAll(scope.access), !countsProgress(scope)]
  const activity = await one<{ shown: boolean }>(db, `select ${shownSql('a')} as shown from activities a where a.id = $1`, id)
  if (!activity || (!activity.shown && !all)) throw notFound('activity', id)
  const items = await rows<RequiredRow>(db, requiredSql(`((${shownSql('r')}) or $4)`), id, actor.person, trial, all)
  const missing = items.some(({ published, counts, completed }) => published && counts && !completed)
  const opened = !missing || all || (await one<{ opened: boolean }>(db, `select ${openedSql} as opened`, id, actor.person, trial))?.opened
  const dependents = teaches(scope.access)
    ? await rows<{ id: string; title: string; total: number }>(
        db,
        `
        select a.id::text, a.title, count(*) over ()::int as total from activity_prerequisites q
        join activities a on a.id = q.activity_id and not a.deleted where q.required_id = $1 order by a.sort, a.id limit ${named}`,
        id,
      )
    : []
  return {
    items: items.map(({ counts: _, chosen, ...item }) => ({ ...item, because: chosen ? 'chosen' : 'checkpoint' })),
    is_locked: !opened,
    required_by: dependents.map(({ total: _, ...dependent }) => dependent),
    required_by_total: dependents[0]?.total ?? 0,
  }
}
