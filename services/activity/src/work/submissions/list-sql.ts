// The list of what is handed in and what is missing, in SQL: one statement with the page, the counts and how many fit.
import { foldedSql, heldSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import { conditionsOf } from '@lyceum/kit/calls/shapes'
import { invalid } from '@lyceum/kit/calls/errors'
import { rows, type Tx } from '@lyceum/kit/database/database'
import type { Activity } from '../../generated/client.ts'
import { closes, due, joinTimes } from '../../times/times-sql.ts'
import type { MarkingState, SubmissionCounts } from './api.ts'

export const listStates = ['missing', 'submitted', 'to_mark', 'late', 'marked', 'returned', 'rework', 'extended'] as const
export type ListState = (typeof listStates)[number]
export type Conditions = { keyword: string; state: ListState | ''; group: string | null; people: string[] | null }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** 400 for a condition that would tell whose work a pseudonym's is. */
export function readConditions(text: string | undefined, nameless: boolean): Conditions {
  const conditions = conditionsOf(text, ['keyword', 'state', 'group_id', 'person_ids'])
  const { keyword = '', state = '', group_id = null, person_ids = null } = conditions
  const wrong = (field: string) => invalid({ [`conditions.${field}`]: 'field.format' })
  if (typeof keyword !== 'string' || keyword.length > 100) throw wrong('keyword')
  if (state !== '' && !listStates.includes(state as ListState)) throw invalid({ 'conditions.state': 'field.choice' })
  if (group_id !== null && !(typeof group_id === 'string' && uuid.test(group_id))) throw wrong('group_id')
  if (person_ids !== null && !(Array.isArray(person_ids) && person_ids.every((id) => uuid.test(id)))) throw wrong('person_ids')
  const naming =
    state === 'extended' || state === 'missing' ? 'state' : group_id !== null ? 'group_id' : person_ids !== null ? 'person_ids' : ''
  if (nameless && naming) throw invalid({ [`conditions.${naming}`]: 'submission.anonymous' })
  return {
    keyword: keyword.trim(),
    state: state as ListState | '',
    group: group_id as string | null,
    people: person_ids as string[] | null,
  }
}

export type ListRow = {
  id: string | null
  author_id: string
  name: string
  user_no: string | null
  avatar: string | null
  pseudonym: number | null
  state: 'none' | 'submitted' | 'returned'
  rework: boolean
  n: number
  submitted_at: string | null
  late_seconds: number
  due: string | null
  closes: string | null
  extended: boolean
  marking: MarkingState
  points: string | null
  files: number
  members: string[]
  similar: number | null
  version: number
}

/** Students of the course, and whoever has handed in and left. */
const people = `
  select p.id as author_id, p.name, p.user_no, p.avatar, ${due} as due, ${closes} as closes, t.due is not null or t.closes is not null as extended,
    array[p.id] as present
  from activities a
  join (
    select m.person_id as id from mirror.members m where m.course_id = $2 and m.state = 'active' and m.role = 'student'
    union select s.person_id from submissions s where s.activity_id = $1 and s.person_id is not null and s.n > 0 and not s.trial) of on true
  join mirror.persons p on p.id = of.id and not p.deleted
  ${joinTimes('p.id')} where a.id = $1 and $3::uuid is null`

/** Groups of the set, and those that have handed in and are gone; each by the latest time of who is in it. */
const groups = `
  select g.id as author_id, g.name, null::text as user_no, null::text as avatar, m.due, m.closes, coalesce(m.extended, false) as extended,
    coalesce(m.present, '{}') as present
  from mirror.groups g left join lateral (
    select case when bool_and(x.due is not null) then max(x.due) end as due, case when bool_and(x.closes is not null) then max(x.closes) end as closes,
      bool_or(x.extended) as extended, array_agg(x.person_id) as present
    from (
      select gm.person_id, ${due} as due, ${closes} as closes, t.due is not null or t.closes is not null as extended
      from activities a join mirror.group_members gm on gm.group_id = g.id and gm.until is null ${joinTimes('gm.person_id')} where a.id = $1) x) m on true
  where g.course_id = $2 and ((g.set_id = $3 and not g.deleted) or g.id in (select s.group_id from submissions s where s.activity_id = $1 and s.group_id is not null and s.n > 0))`

/**
 * `listed`: an author a row, with what they handed in. $1 activity, $2 course, $3 group set. Materialized: the planner would calculate it again for
 * each row that it is joined to.
 */
const listedSql = (grouped: boolean) => `
  with authors as materialized (${grouped ? groups : people}),
  listed as materialized (
    select s.id, u.author_id, u.name, u.user_no, u.avatar, s.pseudonym, coalesce(s.state, 'none') as state, coalesce(s.rework, false) as rework, coalesce(s.n, 0) as n, s.submitted_at,
      coalesce(s.late_seconds, 0) as late_seconds, u.due, u.closes, u.extended,
      case when k.done then 'done' when k.done is null then 'none' else 'started' end as marking, k.points,
      case when s.id is null then u.present else s.member_ids end as members, coalesce(s.version, 0)::float8 as version
    from authors u
    left join submissions s on s.activity_id = $1 and s.${grouped ? 'group_id' : 'person_id'} = u.author_id and s.n > 0 and not s.trial
    left join lateral (
      select bool_or(k.slot = 0 and k.state = 'done') as done, max(k.points) filter (where k.slot = 0 and k.state = 'done') as points
      from markings k where k.submission_id = s.id and k.n = s.n) k on s.id is not null)`

const toMark = `(l.state = 'submitted' and l.marking <> 'done')`
const fits: Record<ListState, string> = {
  missing: 'l.id is null',
  submitted: 'l.id is not null',
  to_mark: toMark,
  late: 'l.late_seconds > 0',
  // a marking of what is to be handed in once more is not the last one
  marked: `l.marking = 'done' and not l.rework`,
  returned: `l.state = 'returned' and not l.rework`,
  rework: 'l.rework',
  extended: 'l.extended',
}

/** $4 keyword, $5 group, $6 people; of the nameless the keyword is a pseudonym. */
const matching = ({ state }: Conditions, nameless: boolean) =>
  nameless
    ? `l.id is not null and ($4 = '' or l.pseudonym::text = $4) and $5::uuid is null and $6::uuid[] is null ${state && `and ${fits[state]}`}`
    : `${heldSql(foldedSql('l.name', 'l.user_no'), '$4')} ${state && `and ${fits[state]}`}
       and ($5::uuid is null or l.author_id = $5 or exists (
         select from mirror.group_members gm where gm.group_id = $5 and gm.until is null and gm.person_id = any(l.members)))
       and ($6::uuid[] is null or l.author_id = any($6) or l.members && $6)`

type ListQuery = { activity: Activity; conditions: Conditions; nameless: boolean }
const valuesOf = ({ activity, conditions: { keyword, group, people }, nameless }: ListQuery) => [
  activity.id,
  activity.courseId,
  activity.groupSetId,
  nameless ? keyword : wordPatterns(keyword),
  group,
  people,
]

export type Sort = 'name' | 'submitted_at' | 'points'
const orders = (nameless: boolean): Record<Sort, string> => ({
  name: nameless ? 'l.pseudonym' : 'l.name',
  // in their order times would tell whose they are
  submitted_at: nameless ? 'l.pseudonym' : 'l.submitted_at',
  points: 'l.points',
})

export type Page = { counts: SubmissionCounts; total: number; items: ListRow[] }

export async function readPage(
  tx: Tx,
  query: ListQuery,
  { sort, descending, limit, offset }: { sort: Sort; descending: boolean; limit: number; offset: number },
): Promise<Page> {
  const { activity, conditions, nameless } = query
  const order = `${orders(nameless)[sort]} ${descending ? 'desc' : 'asc'} nulls last, ${nameless ? 'l.pseudonym' : 'l.name, l.author_id'}`
  const count = (state: ListState) => `(count(*) filter (where ${fits[state]}))::int`
  const [page] = await rows<Page>(
    tx,
    `
    ${listedSql(activity.groupSetId !== null)},
    matching as (select l.*, row_number() over (order by ${order}) as place from listed l where ${matching(conditions, nameless)}),
    page as (select * from matching order by place limit $7 offset $8)
    select
      (select jsonb_build_object('all', count(*)::int, 'missing', ${count('missing')}, 'submitted', ${count('submitted')}, 'to_mark', ${count('to_mark')},
        'late', ${count('late')}, 'marked', ${count('marked')}, 'returned', ${count('returned')}, 'rework', ${count('rework')}) from listed l) as counts,
      (select count(*)::int from matching) as total,
      (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'author_id', p.author_id, 'name', p.name, 'user_no', p.user_no, 'avatar', p.avatar,
          'pseudonym', p.pseudonym, 'state', p.state, 'rework', p.rework, 'n', p.n, 'submitted_at', p.submitted_at, 'late_seconds', p.late_seconds, 'due', p.due,
          'closes', p.closes, 'extended', p.extended, 'marking', p.marking, 'points', trim_scale(p.points)::text, 'members', p.members,
          'version', p.version, 'files', (select jsonb_array_length(v.files) from submission_versions v where v.submission_id = p.id and v.n = p.n),
          'similar', (select y.percent from similarities y where y.submission_id = p.id and y.n = p.n)) order by p.place), '[]') from page p) as items`,
    ...valuesOf(query),
    limit,
    offset,
  )
  return page!
}

/** The submissions that fit, of those that are handed in; by id, at most so many. */
export const matchingIds = async (
  tx: Tx,
  query: ListQuery,
  { ids, except, limit }: { ids: string[] | null; except: string[]; limit: number },
) =>
  (
    await rows<{ id: string }>(
      tx,
      `
      ${listedSql(query.activity.groupSetId !== null)}
      select l.id::text from listed l
      where l.id is not null and ${matching(query.conditions, query.nameless)} and ($7::uuid[] is null or l.id = any($7)) and l.id <> all($8)
      order by l.id limit $9`,
      ...valuesOf(query),
      ids,
      except,
      limit,
    )
  ).map(({ id }) => id)

/** Students who may still hand in and have not: those of a group set alone who are in a group. */
export const missingPeople = async (tx: Tx, activity: Activity, now: Date, among: string[] | null): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      tx,
      `
      ${listedSql(activity.groupSetId !== null)}
      select distinct of.id::text from listed l cross join unnest(l.members) as of(id)
      join mirror.members m on m.course_id = $2 and m.person_id = of.id and m.state = 'active' and m.role = 'student'
      where l.id is null and (l.closes is null or l.closes > $4) and ($5::uuid[] is null or of.id = any($5))
        and of.id not in (select unnest(o.member_ids) from submissions o where o.activity_id = $1 and o.n > 0 and not o.trial)
      order by 1 limit 5000`,
      activity.id,
      activity.courseId,
      activity.groupSetId,
      now,
      among,
    )
  ).map(({ id }) => id)
