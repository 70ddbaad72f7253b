// To-dos in SQL: of a person $1 at $2 in all courses or in $3, as a page of $5 from $6 on or course by course. Films ($4) have a duration.
import { runningAt, runningEnds, runningOf } from '../../exams/attempts/running-sql.ts'
import { begunIn, doneIn } from '../../progress/progress-sql.ts'
import { longest } from '../../live/shapes.ts'
import { closes, countedIn, due, heldSql, joinTimes, shownSql } from '../../times/times-sql.ts'
import { reviewDays } from '../../work/peer-reviews/peer-reviews.ts'

/** The most courses that one query reads. */
const coursesRead = 200
const person = `nullif($1, '')::uuid`

export type TodoState = 'open' | 'upcoming'
/** `both`: open ones as a page, and the first $7 of those that open later. */
export type TodoStates = TodoState | 'both'
/** A lecture that somebody ended is over. */
const goesOn = 'a.id not in (select id from lectures where ended)'
const states: Record<TodoStates, string> = {
  open: `(a.begins is null or a.begins <= $2) and (a.ends is null or a.ends > $2 or ${runningAt('$2')}) and ${goesOn}`,
  upcoming: `a.begins > $2 and ${goesOn}`,
  both: `(a.begins > $2 or a.ends is null or a.ends > $2 or ${runningAt('$2')}) and ${goesOn}`,
}
/** A lecture is to be done from so many hours before its start; without an end it is over so many after it. */
const hoursBefore = 24
const hoursAfter = longest / 3_600_000

/** The time by which it is to be done: what is only closed at a time is due then. */
const deadline = (row: string) => `coalesce(${row}.due_time, ${row}.end_time)`

/** When reviews are due, as dueOf in peer-reviews/peer-reviews.ts. */
const reviewsDue = `coalesce((a.settings ->> 'peer_due')::timestamptz, coalesce(${closes}, ${due}) + interval '${reviewDays} days')`
const reviewOf = (kind: string, count: string) => `
    select a.id, a.course_id, null::timestamptz, ${reviewsDue}, null::timestamptz, 0, null::timestamptz, null::int, null::uuid, null::int, '${kind}', ${count}, false, false, false`
const shownIn = `join activities a on a.course_id = mine.course_id and ${shownSql('a')}`
/** Work that was returned to be handed in once more, which its dates do not end, whatever completes the activity; with a due time that is still ahead. */
const reworkSql = `
    select a.id, a.course_id, null::timestamptz, case when ${due} > $2 then ${due} end, null::timestamptz, p.percent, p.last_seen_at, null::int, null::uuid,
      null::int, 'activity', 0, true, false, false
    from progress p join mine on mine.course_id = p.course_id join activities a on a.id = p.activity_id and ${shownSql('a')} ${joinTimes(person)}
    where p.person_id = ${person} and p.state = 'rework' and not p.trial`
/** The reviews that wait to be written until they are due: of works of others, and of one's own as long as its score is not released. */
const reviewsSql = `
    ${reviewOf('peer_review', 'p.reviews')}
    from (select activity_id, count(*)::int as reviews from peer_reviews where reviewer_id = ${person} and state <> 'done' group by activity_id) p
    join mine on true ${shownIn} and a.id = p.activity_id ${joinTimes(person)}
    where coalesce(${reviewsDue} > $2, true)
    union all ${reviewOf('self_review', '1')}
    from mine ${shownIn} and a.settings ? 'self_weight' ${joinTimes(person)}
    where (a.settings ->> 'self_weight')::int > 0 and coalesce(${reviewsDue} > $2, true)
      and exists (
        select from submissions s where s.activity_id = a.id and s.member_ids @> array[${person}] and s.n > 0 and not s.trial
          and not exists (select from self_reviews r where r.submission_id = s.id and r.person_id = ${person} and r.state = 'done'))
      and not exists (
        select from score_items i join scores c on c.item_id = i.id
        where i.activity_id = a.id and not i.deleted and c.person_id = ${person} and c.released)`

/** The order of a course's content. */
const content = 'a.module_sort nulls first, a.module_id, a.sort, a.id'

/**
 * The to-dos of a state with their counts. `nth` is the position within a course: the next activity of each course comes before the second one of
 * any. Locked ones (prerequisites/rules.ts) are left out: what they wait for is in the list. A running attempt closes when its own time ends, if
 * that is sooner or the activity has closed meanwhile.
 *
 * Done activities cost a look into the index of those that count, and no row: they stay only where checkpoints need the one before. Rows of progress
 * and of personal times are read where there are some, and titles of what is answered alone.
 */
const undoneSql = (state: TodoStates) => `
  with mine as materialized (
    select m.course_id, c.name, c.learning_mode = 'checkpoint' as checkpoints
    from mirror.members m join mirror.courses c on c.id = m.course_id and c.published and not c.deleted
    where m.person_id = ${person} and m.state = 'active' and m.role = 'student' and ($3 = '' or m.course_id = nullif($3, '')::uuid)
    order by m.course_id desc limit ${coursesRead}),
  lectures as materialized (
    select m.activity_id as id, m.ended_at is not null as ended from mine join meetings m on m.course_id = mine.course_id),
  done as materialized (${doneIn(person)}),
  begun as materialized (${begunIn(person)}),
  running as materialized (${runningOf(person)}),
  pending as materialized (
    select a.*, coalesce(t.opens, a.opens) as start_time, coalesce(t.due, a.due) as due_time, coalesce(t.closes, a.closes) as end_time,
      case when a.met then coalesce(t.opens, a.opens) - interval '${hoursBefore} hours' else coalesce(t.opens, a.opens) end as begins,
      coalesce(t.closes, a.closes, case when a.met then coalesce(t.opens, a.opens) + interval '${hoursAfter} hours' end) as ends, a.id in (select activity_id from begun) as begun
    from mine cross join lateral (
      select a.id, a.course_id, a.sort, d.id as module_id, d.sort as module_sort, ${heldSql.opens} as opens, ${heldSql.due} as due, ${heldSql.closes} as closes,
        a.id in (select id from lectures) as met, mine.checkpoints, mine.checkpoints and a.id in (select activity_id from done) as done
      from ${countedIn('mine.course_id')}
        and (mine.checkpoints or a.id not in (select activity_id from done)) offset 0) a
    left join personal_times t on t.activity_id = a.id and t.person_id = ${person} and (select exists (select from personal_times where person_id = ${person}))),
  behind as materialized (
    select id from (select a.id, lag(a.done, 1, true) over (partition by a.course_id order by ${content}) as free from pending a where a.checkpoints) a where not free),
  waiting as (
    select a.id, a.course_id, a.start_time, case when ${runningEnds} < a.due_time then null else a.due_time end as due_time,
      case when running.id is not null and a.end_time <= $2 then ${runningEnds} else least(a.end_time, ${runningEnds}) end as end_time, coalesce(p.percent, 0) as percent, p.last_seen_at, a.module_sort, a.module_id, a.sort,
      'activity' as kind, 0 as reviews, false as rework, running.id is not null as running, coalesce(a.begins > $2, false) as later
    from pending a
    left join lateral (
      select percent, last_seen_at, state, opened from progress p where a.begun and p.activity_id = a.id and p.person_id = ${person} offset 0) p on true
    left join running on running.activity_id = a.id
    where not a.done and p.state is distinct from 'rework' and ${states[state]}
      and (p.opened or not (a.id in (select id from behind) or exists (
        select from activity_prerequisites q join pending r on r.id = q.required_id and not r.done where q.activity_id = a.id)))
    ${state === 'upcoming' ? '' : `union all ${reworkSql} union all ${reviewsSql}`}),
  undone as (
    select a.*, row_number() over (partition by a.later, a.course_id order by a.sort is null desc, ${content}, a.kind) as nth, (count(*) over (partition by a.later))::int as total,
      (count(*) filter (where a.due_time <= $2) over (partition by a.later))::int as late_total,
      (count(*) filter (where ${deadline('a')} > $2 and ${deadline('a')} < $2::timestamptz + interval '7 days') over (partition by a.later))::int as due_soon,
      min(${deadline('a')}) filter (where ${deadline('a')} > $2) over (partition by a.later) as next_due_at
    from waiting a)`

const orders: Record<TodoState, string> = {
  open: `t.rework desc, ${deadline('t')} nulls last, t.end_time nulls last, t.last_seen_at desc nulls last, t.nth, t.course_id`,
  upcoming: 't.start_time, t.last_seen_at desc nulls last, t.nth, t.course_id',
}
/** A page of rows, each with its rank in it. */
const pageOf = (state: TodoState, from: string, limits: string) => `
    select t.*, row_number() over (order by ${orders[state]}) as rank from (select t.* from (${from}) t order by ${orders[state]} limit ${limits}) t`
const answer = (totals: string, from: string) => `
  select t.id::text as activity_id, t.course_id::text, mine.name as course_name, a.type, a.title, t.start_time, t.due_time, t.end_time,
    coalesce(t.due_time <= $2, false) as late, t.kind, t.reviews, t.rework, t.running, t.percent, t.last_seen_at, u.duration as video_duration, ${totals}
  from (${from}) t join mine on mine.course_id = t.course_id join activities a on a.id = t.id
  left join uploads u on t.kind = 'activity' and a.type = any($4) and u.id = a.upload_ids[1]`

export const listSql = (state: TodoStates) => `
  ${undoneSql(state)} ${answer(
    't.later, t.total, t.late_total, t.due_soon, t.next_due_at',
    state === 'both'
      ? `${pageOf('open', 'select t.* from undone t where not t.later', '$5 offset $6')} union all ${pageOf('upcoming', 'select t.* from undone t where t.later', '$7')}`
      : pageOf(state, 'select t.* from undone t', '$5 offset $6'),
  )} order by t.later, t.rank`

/** The first to-do of each course in the order of the list, the courses in the order of those. */
export const coursesSql = (state: TodoState) => `
  ${undoneSql(state)} ${answer(
    't.in_course, t.late_in_course, t.courses',
    pageOf(
      state,
      `select t.*, count(*) over ()::int as courses
       from (
         select t.*, row_number() over (partition by t.course_id order by ${orders[state]}) as place, (count(*) over (partition by t.course_id))::int as in_course,
           (count(*) filter (where t.due_time <= $2) over (partition by t.course_id))::int as late_in_course
         from undone t) t
       where t.place = 1`,
      '$5 offset $6',
    ),
  )} order by t.rank`
