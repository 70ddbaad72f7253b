// The to-dos of a student: one query over the open activities of their courses, as a list or course by course.
import type { Actor } from '@lyceum/kit/calls/actor'
import { rows } from '@lyceum/kit/database/database'
import { invalid } from '@lyceum/kit/calls/errors'
import { conditionsOf, limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { watchedTypes } from '../../types/activity-types.ts'
import type { Deps } from '../../deps.ts'
import { joinRunning, runningEnds } from '../../exams/attempts/running-sql.ts'
import { countsSql } from '../../times/times-sql.ts'
import { reviewDays } from '../../work/peer-reviews/peer-reviews.ts'
import { closes, due, joinTimes, opens, shownSql } from '../../times/times-sql.ts'
import type { Todo } from './api.ts'

type TodoRow = Omit<Todo, 'start_time' | 'due_time' | 'end_time' | 'last_seen_at'> & {
  start_time: Date | null
  due_time: Date | null
  end_time: Date | null
  last_seen_at: Date | null
}
type Row = TodoRow & { total: number; late_total: number; due_soon: number; next_due_at: Date | null }
/** The next to-do of a course. */
type CourseRow = TodoRow & { in_course: number; late_in_course: number; courses: number }

/** The most courses that one query reads. */
const coursesRead = 200
const states = {
  open: '(a.start_time is null or a.start_time <= $2) and (a.end_time is null or a.end_time > $2)',
  upcoming: 'a.start_time > $2',
} as const

/** The time by which it is to be done: what is only closed at a time is due then. */
const deadline = (row: string) => `coalesce(${row}.due_time, ${row}.end_time)`

/** When reviews are due, as dueOf in peer-reviews/peer-reviews.ts. */
const reviewsDue = `coalesce((a.settings ->> 'peer_due')::timestamptz, coalesce(${closes}, ${due}) + interval '${reviewDays} days')`
const reviewOf = (kind: string, count: string) => `
    select a.id, a.course_id, mine.name, a.type, a.title, null::timestamptz, ${reviewsDue}, null::timestamptz, null::uuid, 0, null::timestamptz, null::bigint,
      '${kind}', ${count}, false, false`
const shownIn = `join activities a on a.course_id = mine.course_id and ${shownSql('a')}`
/** Work that was returned to be handed in once more, which its dates do not end, whatever completes the activity; with a due time that is still ahead. */
const reworkSql = `
    select a.id, a.course_id, mine.name, a.type, a.title, null::timestamptz, case when ${due} > $2 then ${due} end, null::timestamptz, a.upload_ids[1],
      p.percent, p.last_seen_at, null::bigint, 'activity', 0, true, false
    from progress p join mine on mine.course_id = p.course_id join activities a on a.id = p.activity_id and ${shownSql('a')}
    ${joinTimes("nullif($1, '')::uuid")}
    where p.person_id = nullif($1, '')::uuid and p.state = 'rework' and not p.trial`
/** The reviews that wait to be written until they are due: of works of others, and of one's own as long as its score is not released. */
const reviewsSql = `
    ${reviewOf('peer_review', 'p.reviews')}
    from (select activity_id, count(*)::int as reviews from peer_reviews where reviewer_id = nullif($1, '')::uuid and state <> 'done' group by activity_id) p
    join mine on true ${shownIn} and a.id = p.activity_id ${joinTimes("nullif($1, '')::uuid")}
    where coalesce(${reviewsDue} > $2, true)
    union all ${reviewOf('self_review', '1')}
    from mine ${shownIn} and a.settings ? 'self_weight' ${joinTimes("nullif($1, '')::uuid")}
    where (a.settings ->> 'self_weight')::int > 0 and coalesce(${reviewsDue} > $2, true)
      and exists (
        select from submissions s where s.activity_id = a.id and s.member_ids @> array[nullif($1, '')::uuid] and s.n > 0 and not s.trial
          and not exists (select from self_reviews r where r.submission_id = s.id and r.person_id = nullif($1, '')::uuid and r.state = 'done'))
      and not exists (
        select from score_items i join scores c on c.item_id = i.id
        where i.activity_id = a.id and not i.deleted and c.person_id = nullif($1, '')::uuid and c.released)`

/**
 * `nth` is the position within a course: the next activity of each course comes before the second one of any. Locked ones (prerequisites/rules.ts)
 * are left out: what they wait for is in the list. A running attempt closes when its own time ends, if that is sooner.
 */
const undoneSql = (state: keyof typeof states) => `
  with mine as (
    select m.course_id, c.name, c.learning_mode = 'checkpoint' as checkpoints
    from mirror.members m join mirror.courses c on c.id = m.course_id and c.published and not c.deleted
    where m.person_id = nullif($1, '')::uuid and m.state = 'active' and m.role = 'student' and ($3 = '' or m.course_id = nullif($3, '')::uuid)
    order by m.course_id desc limit ${coursesRead}),
  pending as (
    select a.id, a.course_id, mine.name as course_name, a.type, a.title, ${opens} as start_time, ${due} as due_time, ${closes} as end_time,
      a.upload_ids[1] as upload_id, coalesce(p.percent, 0) as percent, p.last_seen_at, p.completed_at,
      p.state, row_number() over content as place, coalesce(p.opened, false) as opened, mine.checkpoints and lag(p.completed_at is null, 1, false) over content as behind
    from mine
    join activities a on a.course_id = mine.course_id and ${countsSql('a')}
    left join progress p on p.activity_id = a.id and p.person_id = nullif($1, '')::uuid and not p.trial
    ${joinTimes("nullif($1, '')::uuid")}
    window content as (partition by a.course_id order by d.sort nulls first, d.id, a.sort, a.id)),
  waiting as (
    select a.id, a.course_id, a.course_name, a.type, a.title, a.start_time, case when ${runningEnds} < a.due_time then null else a.due_time end as due_time,
      least(a.end_time, ${runningEnds}) as end_time, a.upload_id, a.percent, a.last_seen_at, a.place, 'activity' as kind, 0 as reviews, false as rework,
      running.id is not null as running
    from pending a ${joinRunning("nullif($1, '')::uuid")}
    where a.completed_at is null and a.state is distinct from 'rework' and ${states[state]}
      and (a.opened or not (a.behind or exists (
        select from activity_prerequisites q join pending r on r.id = q.required_id and r.completed_at is null where q.activity_id = a.id)))
    ${state === 'open' ? `union all ${reworkSql} union all ${reviewsSql}` : ''}),
  undone as (
    select a.*, row_number() over (partition by a.course_id order by a.place nulls first) as nth, count(*) over ()::int as total,
      (count(*) filter (where a.due_time <= $2) over ())::int as late_total,
      (count(*) filter (where ${deadline('a')} > $2 and ${deadline('a')} < $2::timestamptz + interval '7 days') over ())::int as due_soon,
      min(${deadline('a')}) filter (where ${deadline('a')} > $2) over () as next_due_at
    from waiting a)`

const order = (state: keyof typeof states) =>
  `${state === 'open' ? `t.rework desc, ${deadline('t')} nulls last, t.end_time nulls last` : 't.start_time'}, t.last_seen_at desc nulls last, t.nth`
const fields = `t.id::text as activity_id, t.course_id::text, t.course_name, t.type, t.title, t.start_time, t.due_time, t.end_time,
    coalesce(t.due_time <= $2, false) as late, t.kind, t.reviews, t.rework, t.running, t.percent, t.last_seen_at, u.duration as video_duration`
const withDuration = 'left join uploads u on t.type = any($4) and u.id = t.upload_id'

const listSql = (state: keyof typeof states) => `
  ${undoneSql(state)}
  select ${fields}, t.total, t.late_total, t.due_soon, t.next_due_at
  from undone t ${withDuration} order by ${order(state)}, t.course_id`

/** The first to-do of each course in the order of the list, the courses in the order of those. */
const coursesSql = (state: keyof typeof states) => `
  ${undoneSql(state)},
  placed as (
    select t.*, row_number() over (partition by t.course_id order by ${order(state)}) as rank,
      (count(*) over (partition by t.course_id))::int as in_course,
      (count(*) filter (where t.due_time <= $2) over (partition by t.course_id))::int as late_in_course
    from undone t)
  select ${fields}, t.in_course, t.late_in_course, count(*) over ()::int as courses
  from placed t ${withDuration} where t.rank = 1 order by ${order(state)}, t.course_id`

type TodoQuery = PageQuery & { conditions?: string }

function todoRequest({ person }: Actor, { now }: Deps, { conditions: text }: TodoQuery, names: readonly string[]) {
  const { course_id = '', state = 'open' } = conditionsOf(text, names) as Record<string, unknown>
  if (typeof course_id !== 'string' || !/^([0-9a-f-]{36})?$/.test(course_id)) throw invalid({ 'conditions.course_id': 'field.format' })
  if (state !== 'open' && state !== 'upcoming') throw invalid({ 'conditions.state': 'field.choice' })
  return { state, values: [person, now(), course_id, watchedTypes] } as const
}

export async function listTodo(deps: Deps, actor: Actor, query: TodoQuery) {
  const { state, values } = todoRequest(actor, deps, query, ['course_id', 'state'])
  const { limit, offset } = limits(query)
  const items = await rows<Row>(deps.db, `${listSql(state)} limit ${limit} offset ${offset}`, ...values)
  // a page beyond the data also carries the totals
  const [totals] = items.length > 0 || offset === 0 ? items : await rows<Row>(deps.db, `${listSql(state)} limit 1`, ...values)
  return {
    ...pageOf(
      query,
      totals?.total ?? 0,
      items.map(({ total: _, late_total: __, due_soon: ___, next_due_at: ____, ...row }) => asTodo(row)),
    ),
    late: totals?.late_total ?? 0,
    due_soon: totals?.due_soon ?? 0,
    next_due_at: totals?.next_due_at?.toISOString() ?? null,
  }
}

export async function listTodoCourses(deps: Deps, actor: Actor, query: TodoQuery) {
  const { state, values } = todoRequest(actor, deps, query, ['state'])
  const { limit, offset } = limits(query)
  const found = await rows<CourseRow>(deps.db, `${coursesSql(state)} limit ${limit} offset ${offset}`, ...values)
  const [totals] = found.length > 0 || offset === 0 ? found : await rows<CourseRow>(deps.db, `${coursesSql(state)} limit 1`, ...values)
  return pageOf(
    query,
    totals?.courses ?? 0,
    found.map(({ courses: _, in_course, late_in_course, ...row }) => ({
      course_id: row.course_id,
      course_name: row.course_name,
      total: in_course,
      late: late_in_course,
      next: asTodo(row),
    })),
  )
}

const asTodo = ({ start_time, due_time, end_time, last_seen_at, ...row }: TodoRow): Todo => ({
  ...row,
  start_time: start_time?.toISOString() ?? null,
  due_time: due_time?.toISOString() ?? null,
  end_time: end_time?.toISOString() ?? null,
  last_seen_at: last_seen_at?.toISOString() ?? null,
})
