// The places of talk: the course, a group, the team of teachers, an activity; with the rights of their readers and writers there.
import { type CourseScope, seesAll, teaches } from '@lyceum/course/mirror/rules'
import { has } from '@lyceum/identity/mirror/permissions'
import type { Actor } from '@lyceum/kit/calls/actor'
import { refused } from '@lyceum/kit/calls/errors'
import { one, rows, type Tx } from '@lyceum/kit/database/database'
import { type OpenedActivity, openActivity } from '../activity/open-activity.ts'
import type { Deps } from '../deps.ts'
import { joinTimes, opens, shownSql } from '../times/times-sql.ts'
import { talkRulesOf } from '../types/settings.ts'
import type { TalkRules } from '../types/activity-types/definition.ts'
import type { Moderation, TalkScope, TopicKind } from './shapes.ts'
import { talkSettings } from './talk-settings.ts'

/** `id`: of the group or the activity. */
export type PlaceRef = { scope: TalkScope; id: string | null }
export type Place = PlaceRef & {
  org: string
  course: string
  activity: OpenedActivity | null
  /** Of a forum; an activity of another type has comments, which are one topic. */
  rules: TalkRules | null
  /** The actor's posts that wait: none of who moderates. */
  moderation: Moderation
  can: {
    /** Post in topics that are open. */
    write: boolean
    begin: boolean
    moderate: boolean
    /** They are a student, whose posts may be anonymous to classmates where the place or the topic offers it. */
    hide: boolean
  }
  kinds: TopicKind[]
}

const bothKinds: TopicKind[] = ['discussion', 'question']

/** 404 topic.scopeUnknown for a place that is not the actor's to read, as for one that does not exist; of an activity as openActivity. */
export async function openPlace(deps: Deps, actor: Actor, scope: CourseScope, { scope: name, id }: PlaceRef): Promise<Place> {
  const { access, org, course } = scope
  const needsId = name === 'group' || name === 'activity'
  if (needsId !== (id !== null)) throw refused(404, 'topic.scopeUnknown')
  const moderate = has(access.can, 'talk.moderate')
  const member = access.role !== undefined || moderate
  const place = { scope: name, id, org, course, activity: null, rules: null, moderation: 'nobody' as const, kinds: bothKinds }
  const hide = access.role === 'student'
  if (name === 'course') {
    const { moderation } = moderate ? place : await talkSettings(deps.db, course)
    return { ...place, moderation, can: { write: member, begin: member, moderate, hide } }
  }
  if (name === 'team') {
    if (!seesAll(access)) throw refused(404, 'topic.scopeUnknown')
    return { ...place, can: { write: teaches(access), begin: teaches(access), moderate, hide: false } }
  }
  if (name === 'group') {
    const group = await one<{ mine: boolean }>(
      deps.db,
      `select exists (select from mirror.group_members m where m.group_id = g.id and m.person_id = nullif($3, '')::uuid and m.until is null) as mine
       from mirror.groups g join mirror.group_sets s on s.id = g.set_id and not s.deleted
       where g.id = $1 and g.course_id = $2 and not g.deleted`,
      id,
      course,
      access.simulating ? '' : actor.person,
    )
    const mine = group?.mine && access.role !== undefined
    if (!group || !(mine || seesAll(access))) throw refused(404, 'topic.scopeUnknown')
    const write = mine || teaches(access)
    return { ...place, can: { write, begin: write, moderate, hide } }
  }
  const activity = await openActivity(deps, actor, scope, id!, true)
  if (activity.courseId !== course) throw refused(404, 'topic.scopeUnknown')
  const rules = talkRulesOf(activity)
  const over = !teaches(access) && activity.endTime !== null && activity.endTime <= deps.now()
  const write = member && !over
  const begin = write && rules !== null && (rules.begins === 'everyone' || moderate)
  const moderation = moderate || !rules ? 'nobody' : rules.moderation
  return { ...place, activity, rules, moderation, kinds: rules ? rules.kinds : ['discussion'], can: { write, begin, moderate, hide } }
}

/** The people of a group or a team, whom alone its hints reach; undefined: all members of the course. */
export async function peopleOf(tx: Tx, { scope, id, course }: Pick<Place, 'scope' | 'id' | 'course'>): Promise<string[] | undefined> {
  if (scope !== 'group' && scope !== 'team') return undefined
  const people = await rows<{ person: string }>(
    tx,
    `select m.person_id::text as person from mirror.members m
     where m.course_id = $1 and m.state = 'active' and (m.role in ('instructor', 'instructor_assistant')
       or exists (select from mirror.group_members g where g.group_id = $2 and g.person_id = m.person_id and g.until is null))
     order by 1`,
    course,
    scope === 'group' ? id : null,
  )
  return people.map(({ person }) => person)
}

/** Those of some people to whom a place is open: of an activity no students before it shows and begins for them. All of them elsewhere. */
export async function amongReaders(
  tx: Tx,
  { scope, id, course }: Pick<Place, 'scope' | 'id' | 'course'>,
  people: string[],
  now: Date,
): Promise<string[]> {
  if (scope !== 'activity' || people.length === 0) return people
  const early = await rows<{ person: string }>(
    tx,
    `select m.person_id::text as person from mirror.members m join activities a on a.id = $1 ${joinTimes('m.person_id')}
     where m.course_id = $2 and m.person_id = any($3) and m.role = 'student' and not (${shownSql('a')} and (${opens} is null or ${opens} <= $4))`,
    id,
    course,
    people,
    now,
  )
  const without = new Set(early.map(({ person }) => person))
  return people.filter((person) => !without.has(person))
}
