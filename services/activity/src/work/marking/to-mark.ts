// Works that wait to be marked, in all courses of a marker.
import type { Actor } from '@lyceum/kit/calls/actor'
import { rows } from '@lyceum/kit/database/database'
import { type PageQuery, limits, pageOf } from '@lyceum/kit/calls/shapes'
import { permittedAmong } from '@lyceum/course/mirror/rules'
import { namelessSql, zoneOf } from '../../activity/anonymity.ts'
import { coarseHandIn } from '../../activity/work-rules.ts'
import { talkTypes } from '../../types/activity-types.ts'
import { heldSql, joinModule } from '../../times/times-sql.ts'
import type { Deps } from '../../deps.ts'
import type { ToMark } from './api.ts'

/** Most courses that are looked through: the latest ones of the marker. */
const mostCourses = 200
const secondMarker = `coalesce((a.settings ->> 'second_marker')::bool, false)`

/**
 * Whether the newest version of a handed in submission `s` of activity `a` waits for a person, given as an expression: nothing that counts is done,
 * and with two markers theirs is not, nor are both places taken by others.
 */
export const waitsSql = (person: string) => `(s.state = 'submitted' and not s.trial and not exists (
  select from markings m where m.submission_id = s.id and m.n = s.n and m.slot = 0 and m.state = 'done')
  and (not ${secondMarker} or (
    not exists (select from markings m where m.submission_id = s.id and m.n = s.n and m.slot > 0 and m.state = 'done' and m.marker_id = ${person})
    and (select count(*) from markings m where m.submission_id = s.id and m.n = s.n and m.slot > 0 and m.marker_id is distinct from ${person}
      and (m.marker_id is not null or m.state = 'done')) < 2)))`

/** Of activity `a` the posts `p` that name a student: those of others and of who is gone from the course are marked by nobody. */
const postsSql = `topics t join posts p on p.topic_id = t.id and p.state = 'shown'
  join mirror.members m on m.course_id = a.course_id and m.person_id = p.author_id and m.state = 'active' and m.role = 'student'
  where t.scope = 'activity' and t.scope_id = a.id and not t.deleted`

/**
 * Work that waits for $2 in the courses $1, a row each: handed in, an attempt with answers that nobody has marked, or a student's posts in a forum with a
 * rubric since they were marked.
 */
const waitingSql = `
  select s.course_id, s.activity_id, s.submitted_at from submissions s join activities a on a.id = s.activity_id and not a.deleted
  where s.course_id = any($1::uuid[]) and ${waitsSql('$2')}
  union all
  select t.course_id, t.activity_id, t.submitted_at from attempts t join activities a on a.id = t.activity_id and not a.deleted
  where t.course_id = any($1::uuid[]) and t.state = 'marked' and t.to_mark > 0 and not t.trial
  union all
  select a.course_id, a.id, w.first_at from rubrics r
  join rubric_versions v on v.activity_id = r.activity_id and v.n = r.n and jsonb_array_length(v.criteria) > 0
  join activities a on a.id = r.activity_id and a.type = any(array['${talkTypes.join("','")}']) and not a.deleted
  cross join lateral (
    select min(p.created_at) as first_at from ${postsSql} and not exists (
      select from participation_marks k where k.activity_id = a.id and k.person_id = p.author_id and k.state = 'done' and k.updated_at >= p.created_at)
    group by p.author_id) w
  where r.course_id = any($1::uuid[])`

/** Of courses the number of works that wait for the actor, by course; those without any are left out. */
export async function countToMark({ db }: Deps, actor: Actor, courses: string[]): Promise<Map<string, number>> {
  const permitted = await permittedAmong(db, actor, courses, 'work.mark')
  if (permitted.length === 0) return new Map()
  const counted = await rows<{ course_id: string; to_mark: number }>(
    db,
    `select course_id::text, count(*)::int as to_mark from (${waitingSql}) w group by course_id`,
    permitted,
    actor.person,
  )
  return new Map(counted.map(({ course_id, to_mark }) => [course_id, to_mark]))
}

type Row = Omit<ToMark, 'course' | 'oldest_at' | 'due'> & {
  course_id: string
  course_name: string
  oldest_at: Date
  due: Date | null
  end_time: Date | null
  nameless: boolean
  total: number
  all_to_mark: number
}

/** The activities with the longest waiting work first. */
export async function listToMark({ db }: Deps, actor: Actor, query: PageQuery) {
  const { limit, offset } = limits(query)
  const courses = await rows<{ id: string }>(
    db,
    `
    select m.course_id::text as id from mirror.members m
    where m.person_id = $1 and m.state = 'active' and m.role <> 'student' order by m.course_id desc limit ${mostCourses}`,
    actor.person,
  )
  const permitted = await permittedAmong(
    db,
    actor,
    courses.map(({ id }) => id),
    'work.mark',
  )
  const found = await rows<Row>(
    db,
    `
    with work as (
      select activity_id, count(*)::int as to_mark, min(submitted_at) as oldest_at from (${waitingSql}) w group by activity_id)
    select a.id::text as activity_id, a.title, c.id::text as course_id, c.name as course_name, w.to_mark, w.oldest_at,
      (select count(*)::int from submissions s where s.activity_id = a.id and s.state <> 'draft' and not s.trial)
        + (select count(*)::int from attempts t where t.activity_id = a.id and t.state <> 'running' and not t.trial)
        + case when a.type = any(array['${talkTypes.join("','")}']) then (select count(distinct p.author_id)::int from ${postsSql}) else 0 end as submitted,
      ${heldSql.due} as due, a.end_time, ${namelessSql('a')} as nameless, count(*) over ()::int as total, (sum(w.to_mark) over ())::int as all_to_mark
    from work w join activities a on a.id = w.activity_id join mirror.courses c on c.id = a.course_id ${joinModule}
    order by case when ${namelessSql('a')} then date_trunc('day', w.oldest_at) else w.oldest_at end, a.id limit $3 offset $4`,
    permitted,
    actor.person,
    limit,
    offset,
  )
  const items: ToMark[] = []
  for (const { course_id, course_name, total: _, all_to_mark: __, oldest_at, due, end_time, nameless, ...row } of found) {
    // of the last one that waits it would be the time of one person's hand-in
    const oldest = nameless
      ? coarseHandIn(oldest_at, 0, { dueTime: due, endTime: end_time, zone: await zoneOf(db, course_id) }).at
      : oldest_at
    items.push({
      ...row,
      course: { id: course_id, name: course_name },
      oldest_at: oldest.toISOString(),
      due: due?.toISOString() ?? null,
    })
  }
  return { ...pageOf(query, found[0]?.total ?? 0, items), to_mark: found[0]?.all_to_mark ?? 0 }
}
