// The actor's learning on the home page: one light query over the actor's own rows.
import { suspendedSql } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { plain, rows } from '@lyceum/kit/database/database'
import { mostCourses } from '../shapes.ts'
import type { Deps } from '../deps.ts'
import { countedIn, joinTimes, openAt, shownSql } from '../times/times-sql.ts'
import type { Watching } from './api.ts'
import { completenessOf } from './completeness.ts'
import { doneIn } from './progress-sql.ts'

type CourseRow = { course_id: string; completed_count: number; activity_count: number; activity_id: null }
type WatchingRow = Omit<Watching, 'last_seen_at'> & { last_seen_at: Date }

/** Of the requested courses (`only`), else of the latest. */
export async function readMyLearning({ pool, now }: Deps, { person }: Actor, only: string[] | null) {
  const found = await rows<CourseRow | WatchingRow>(plain(pool), learningSql, person, only, now())
  const watching = found.filter((row) => row.activity_id !== null)
  return {
    courses: found
      .filter((row) => row.activity_id === null)
      .map(({ course_id, completed_count, activity_count }) => ({ course_id, ...completenessOf(completed_count, activity_count) })),
    watching: watching.map(({ activity_id, course_id, title, percent, resume_at, video_duration, last_seen_at }) => ({
      activity_id,
      course_id,
      title,
      percent,
      resume_at,
      video_duration,
      last_seen_at: last_seen_at.toISOString(),
    })),
  }
}

/** First the courses, of no organisation that has suspended the actor, the latest first, then what was watched last. */
const learningSql = `
  with learned as materialized (
    select m.course_id from mirror.members m join mirror.courses c on c.id = m.course_id and c.published and not c.deleted
    left join mirror.persons ps on ps.id = m.person_id left join mirror.orgs o on o.id = c.org_id
    where m.person_id = nullif($1, '')::uuid and m.state = 'active' and m.role = 'student' and not ${suspendedSql}),
  mine as materialized (select course_id from learned where $2::uuid[] is null or course_id = any($2) order by course_id desc limit ${mostCourses}),
  done as materialized (${doneIn(`nullif($1, '')::uuid`)})
  select mine.course_id::text, counted.activity_count, counted.completed_count, null as activity_id, null as title, null::int as percent,
    null::float8 as resume_at, null::float8 as video_duration, null::timestamptz as last_seen_at
  from mine cross join lateral (
    select count(*)::int as activity_count, (count(*) filter (where a.id in (select activity_id from done)))::int as completed_count
    from ${countedIn('mine.course_id')}) counted
  union all (
    select p.course_id::text, null, null, p.activity_id::text, a.title, p.percent, p.position, u.duration, p.last_seen_at
    from progress p join learned on learned.course_id = p.course_id join activities a on a.id = p.activity_id and ${shownSql('a')}
    ${joinTimes('p.person_id')}
    left join uploads u on u.id = a.upload_ids[1]
    where p.person_id = nullif($1, '')::uuid and p.completed_at is null and not p.trial and p.watched_seconds > 0 and ${openAt('$3')}
    order by p.last_seen_at desc limit 4)
  order by last_seen_at desc nulls first, course_id desc`
