// The work of a person in an activity: what is asked, whose work it is with theirs, and by whose time. Whoever may open the activity may read it, also
// once it has closed.
import { groupOf, type MirrorGroup, groupPeople } from '@lyceum/course/mirror/groups'
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, forbidden, notFound } from '@lyceum/kit/calls/errors'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import { readActivities } from '../../activity/activity-row.ts'
import { workRulesOf } from '../../types/settings.ts'
import type { WorkRules } from '../../types/activity-types/definition.ts'
import type { Deps } from '../../deps.ts'
import type { Activity } from '../../generated/client.ts'
import { assertUnlocked } from '../../times/prerequisites/prerequisites.ts'
import { countsProgress } from '../../trial.ts'
import { closes, due, joinTimes, opens, shownSql } from '../../times/times-sql.ts'
import type { Times } from '../../times/rules.ts'
import { groupTimes, type Terms } from '../../activity/work-rules.ts'
import { findWorkOf, type SubmissionRow } from './submission-row.ts'

export type Work = {
  activity: Activity
  rules: WorkRules
  /** Null: it is done alone, or they are in no group. */
  group: MirrorGroup | null
  /** Why nothing can be handed in, whatever the time. */
  refusal: 'submission.noGroup' | 'submission.otherGroup' | 'submission.noneLeft' | null
  /** The authors of the work: the person, or the members of the group now. */
  people: string[]
  terms: Terms
  timesVersion: number
  /** Counts nowhere. */
  trial: boolean
  /** Undefined before there is any. */
  submission: SubmissionRow | undefined
}

/** 409 submission.noWork where nothing is handed in. */
export function rulesOf(activity: Pick<Activity, 'type' | 'settings'>): WorkRules {
  const rules = workRulesOf(activity)
  if (!rules) throw conflict('submission.noWork')
  return rules
}

/** An activity that work is handed in for. 404, 409 submission.noWork. */
export async function readAssignment({ db }: Pick<Deps, 'db'>, id: string): Promise<Activity> {
  const [activity] = await readActivities(db, [id])
  if (!activity || activity.deleted) throw notFound('activity', id)
  rulesOf(activity)
  return activity
}

/** For students of the course, and for those who look as one. 403; 404 for a draft, 403 before it opens and while something else is to be done first. */
export async function openWork(deps: Deps, actor: Actor, scope: CourseScope, id: string): Promise<Work> {
  const { db, now } = deps
  const { person } = actor
  if (scope.access.role !== 'student' || person === '') throw forbidden()
  const activity = await readAssignment(deps, id)
  const rules = rulesOf(activity)
  const { group, refusal, people, submission } = await authorOf(db, activity, person)
  const { shown, version, attempts, times } = await timesOf(db, id, person, people)
  if (!shown) throw notFound('activity', id)
  if (times.opens && now() < times.opens) throw forbidden('activity.notStarted', { start_time: times.opens.toISOString() })
  const trial = !countsProgress(scope)
  const real = submission && !submission.trial
  await assertUnlocked(db, id, person, trial)
  const { times: most, until, lateRefused } = rules
  const terms = { ...times, attempts, times: most, until, lateRefused }
  return {
    activity,
    rules,
    group,
    // what somebody handed in who was a student then is not changed by a trial
    refusal: refusal ?? (trial && real ? 'submission.noneLeft' : null),
    people,
    terms,
    timesVersion: version,
    trial,
    submission: trial || real ? submission : undefined,
  }
}

type Author = Pick<Work, 'group' | 'refusal' | 'people' | 'submission'>

/** Work belongs to who was in the group when it was handed in: who moved on keeps it, and hands nothing in with another one. */
async function authorOf(tx: Tx, { id, groupSetId }: Activity, person: string): Promise<Author> {
  if (!groupSetId) return { group: null, refusal: null, people: [person], submission: await findWorkOf(tx, id, { person }) }
  const present = await groupOf(tx, groupSetId, person)
  const own = await findWorkOf(tx, id, { member: person })
  const of = own?.groupId ?? present
  const group = of ? await readGroup(tx, of) : undefined
  if (!group) return { group: null, refusal: 'submission.noGroup', people: [person], submission: own }
  return {
    group,
    refusal: present === group.id ? null : 'submission.otherGroup',
    people: [...new Set([person, ...(await groupPeople(tx, group.id))])],
    submission: own ?? (await findWorkOf(tx, id, { group: group.id })),
  }
}
const readGroup = (tx: Tx, id: string) =>
  one<MirrorGroup>(tx, 'select id::text, set_id::text, course_id::text, name, leader_id::text from mirror.groups where id = $1', id)

type TimesRow = Times & { person: string; shown: boolean; attempts: number | null; version: string | null }

async function timesOf(tx: Tx, id: string, person: string, people: string[]) {
  const list = await rows<TimesRow>(
    tx,
    `
    select p.person::text, ${shownSql('a')} as shown, ${opens} as opens, ${due} as due, ${closes} as closes, t.attempts, t.version::text
    from activities a cross join unnest($2::uuid[]) as p(person) ${joinTimes('p.person')} where a.id = $1`,
    id,
    people,
  )
  const limits = list.flatMap(({ attempts }) => attempts ?? [])
  return {
    shown: list[0]?.shown ?? false,
    version: Number(list.find((row) => row.person === person)?.version ?? 0),
    attempts: limits.length > 0 ? Math.max(...limits) : null,
    times: groupTimes(list),
  }
}
