// The topics of a place, and the places of a course with their unread posts.
import { type CourseScope, seesAll } from '@lyceum/course/mirror/rules'
import { has } from '@lyceum/identity/mirror/permissions'
import type { Actor } from '@lyceum/kit/calls/actor'
import { invalid } from '@lyceum/kit/calls/errors'
import { conditionsOf, limits, pageOf } from '@lyceum/kit/calls/shapes'
import { one, rows } from '@lyceum/kit/database/database'
import { wordPatterns } from '@lyceum/kit/database/like-pattern'
import type { Deps } from '../../deps.ts'
import { lockedOf } from '../../times/prerequisites/prerequisites.ts'
import { joinTimes, opens, shownSql } from '../../times/times-sql.ts'
import { authorsOf } from '../authors.ts'
import { openPlace } from '../place.ts'
import type { TopicKind } from '../shapes.ts'
import {
  authorRefOf,
  type FoundTopic,
  joinReader,
  readColumns,
  seesPostSql,
  toListed,
  topicColumns,
  toSummary,
  unreadSql,
} from '../topic-row.ts'
import type { InScope, TopicPage, TopicsQuery } from './api.ts'

const orders = {
  last_post_at: 't.last_at desc',
  created_at: 't.created_at desc',
  posts: 't.shown desc, t.last_at desc',
  title: 't.title, t.last_at desc',
} as const
const ascending = (order: string) => order.replaceAll(/ desc\b/g, ' asc')
const descending = (order: string) => order.replace(/^t\.title\b/, 't.title desc')

type Conditions = { keyword: string; kind: TopicKind | undefined; unread: boolean; unanswered: boolean; following: boolean; mine: boolean }
const flags = ['unread', 'unanswered', 'following', 'mine'] as const
function readConditions(text: string | undefined): Conditions {
  const read = conditionsOf(text, ['keyword', 'kind', ...flags])
  if (read.keyword !== undefined && typeof read.keyword !== 'string') throw invalid({ 'conditions.keyword': 'field.type' })
  if (read.kind !== undefined && read.kind !== 'discussion' && read.kind !== 'question')
    throw invalid({ 'conditions.kind': 'field.choice' })
  for (const flag of flags)
    if (read[flag] !== undefined && typeof read[flag] !== 'boolean') throw invalid({ [`conditions.${flag}`]: 'field.type' })
  return {
    keyword: read.keyword ?? '',
    kind: read.kind,
    ...(Object.fromEntries(flags.map((flag) => [flag, read[flag] === true])) as Record<(typeof flags)[number], boolean>),
  }
}

/** Values: $1 the course, $2 the person, $3 whether they moderate, $4 now. Topics that open later or wait show to who moderates or began them. */
const visible = `t.course_id = $1 and not t.deleted and ((t.opens_at is null or t.opens_at <= $4) and (t.last_n > 0 or t.comments) or $3::bool or t.created_by = $2::uuid
  or coalesce(w.person_id = $2::uuid, false))`

export async function listTopics(deps: Deps, actor: Actor, scope: CourseScope, query: TopicsQuery): Promise<TopicPage> {
  const { db, now } = deps
  const place = await openPlace(deps, actor, scope, { scope: query.scope, id: query.scope_id ?? null })
  const { keyword, kind, unread, unanswered, following, mine } = readConditions(query.conditions)
  const by = orders[query.sort ?? 'last_post_at']
  const falls = query.order ? query.order === 'descending' : query.sort !== 'title'
  const { limit, offset } = limits(query)
  const values: unknown[] = [scope.course, actor.person, place.can.moderate, now(), place.scope]
  const bind = (value: unknown) => `$${values.push(value)}`
  const clauses = [visible, 't.scope = $5', place.id === null ? 't.scope_id is null' : `t.scope_id = ${bind(place.id)}`, 'not t.comments']
  const patterns = wordPatterns(keyword)
  if (patterns.length > 0) {
    const [held, sought] = [bind(patterns), bind(keyword)]
    // two searches, each by its index: with an "or" between them neither is
    clauses.push(`t.id in (select t.id from topics t where t.course_id = $1 and t.folded like all(${held}::text[])
      union select t.id from posts p join topics t on t.id = p.topic_id and t.course_id = $1
        left join topic_reads r on r.topic_id = t.id and r.person_id = $2::uuid
      where p.words @@ (select kit.search_query(${sought})) and (select kit.search_query(${sought})) <> ''::tsquery
        and p.state = 'shown' and ${seesPostSql('$3')})`)
  }
  if (kind) clauses.push(`t.kind = ${bind(kind)}`)
  if (unread) clauses.push(`${unreadSql('$3')} > 0`)
  if (unanswered) clauses.push(`t.kind = 'question' and t.answer_n is null`)
  if (following) clauses.push('r.following = 1')
  if (mine) clauses.push('(t.created_by = $2::uuid or w.person_id = $2::uuid)')
  const from = `from topics t ${joinReader('$2')} where ${clauses.map((one) => `(${one})`).join(' and ')}`
  const list = await rows<FoundTopic & { total: number }>(
    db,
    `select ${topicColumns}, ${readColumns('$2')}, ${unreadSql('$3')} as unread, count(*) over ()::int as total ${from}
     order by t.pinned desc, ${falls ? descending(by) : ascending(by)}, t.id desc limit ${bind(limit)} offset ${bind(offset)}`,
    ...values,
  )
  const total = list[0]?.total ?? (offset === 0 ? 0 : await countOf(deps, from, values.slice(0, -2)))
  const topics = list.map(({ total: _, ...found }) => toListed(found))
  const authors = await authorsOf(db, scope.course, topics.map(authorRefOf))
  return {
    ...pageOf(
      query,
      total,
      topics.map((topic) => toSummary(topic, place, authors, now())),
    ),
    can: {
      begin: place.can.begin,
      anonymous: place.can.begin && place.can.hide && place.rules?.anonymous === true,
      moderate: place.can.moderate,
    },
    kinds: place.kinds,
  }
}
const countOf = async ({ db }: Deps, from: string, values: unknown[]) =>
  (await one<{ n: number }>(db, `select count(*)::int as n ${from}`, ...values))?.n ?? 0

/** Groups, and activities with unread posts, that are named at most. */
const mostPlaces = 200

/**
 * The course, the team for who teaches, one's groups (all for who teaches), and activities that have begun for the reader as far as
 * posts in them are unread. In this order, then by name.
 */
export async function readUnread({ db, now }: Deps, { person }: Actor, { course, access }: CourseScope): Promise<{ scopes: InScope[] }> {
  const all = seesAll(access)
  const scopes = await rows<InScope>(
    db,
    `with unread as materialized (
       select t.scope, t.scope_id, sum(${unreadSql('$3')})::int as n from topics t ${joinReader('$2')} where ${visible} group by t.scope, t.scope_id),
     places as (
       select 0 as at, 'course' as scope, null::uuid as scope_id, null::text as name, null::uuid as set_id, null::text as set_name
       union all select 1, 'team', null, null, null, null where $5::bool
       union all (select 2, 'group', g.id, g.name, s.id, s.name from mirror.group_sets s join mirror.groups g on g.set_id = s.id and not g.deleted
         where s.course_id = $1 and not s.deleted and ($5 or exists (select from mirror.group_members m
           where m.group_id = g.id and m.person_id = nullif($7, '')::uuid and m.until is null))
         order by s.name, g.name, g.id limit ${mostPlaces})
       union all (select 3, 'activity', a.id, a.title, null, null from unread u join activities a on a.id = u.scope_id ${joinTimes("nullif($6, '')::uuid")}
         where u.scope = 'activity' and u.n > 0 and not a.deleted and ($5 or (${shownSql('a')} and (${opens} is null or ${opens} <= $4)))
         order by a.title, a.id limit ${mostPlaces}))
     select p.scope, p.scope_id::text, p.name, p.set_id::text, p.set_name, coalesce(u.n, 0) as unread from places p
     left join unread u on u.scope = p.scope and u.scope_id is not distinct from p.scope_id order by p.at, p.set_name, p.name, p.scope_id`,
    course,
    person,
    has(access.can, 'talk.moderate'),
    now(),
    all,
    all ? '' : person,
    access.simulating || access.role === undefined ? '' : person,
  )
  if (all) return { scopes }
  const forums = scopes.flatMap(({ scope, scope_id }) => (scope === 'activity' && scope_id !== null ? scope_id : []))
  const locked = forums.length === 0 ? undefined : await lockedOf(db, person, forums)
  return { scopes: scopes.filter(({ scope_id }) => scope_id === null || !locked?.has(scope_id)) }
}
