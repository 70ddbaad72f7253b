// The actor's learning on the home page: two light queries over the actor's own rows.
import type { Actor } from '@lyceum/kit/calls/actor'
import { plain, rows } from '@lyceum/kit/database/database'
import { mostCourses } from '../shapes.ts'
import type { Deps } from '../deps.ts'
import { countedIn, joinTimes, openAt, shownSql } from '../times/times-sql.ts'
import type { Watching } from './api.ts'
import { completenessOf } from './completeness.ts'
import { doneIn } from './progress-sql.ts'

/** Of the requested courses (`only`), else of the latest. */
export async function readMyLearning({ pool, now }: Deps, { person }: Actor, only: string[] | null) {
  const [courses, watching] = await Promise.all([
    rows<{ course_id: string; completed_count: number; activity_count: number }>(plain(pool), completenessSql, person, only),
    rows<Omit<Watching, 'last_seen_at'> & { last_seen_at: Date }>(plain(pool), watchingSql, person, now()),
  ])
  return {
    courses: courses.map(({ course_id, completed_count, activity_count }) => ({
      course_id,
      ...completenessOf(completed_count, activity_count),
    })),
    watching: watching.map((video) => ({ ...video, last_seen_at: video.last_seen_at.toISOString() })),
  }
}

const mine = `from mirror.members m join mirror.courses c on c.id = m.course_id and c.published and not c.deleted
    where m.person_id = nullif($1, '')::uuid and m.state = 'active' and m.role = 'student'`
const completenessSql = `
  with mine as materialized (select m.course_id ${mine} and ($2::uuid[] is null or m.course_id = any($2)) order by m.course_id desc limit ${mostCourses}),
  done as materialized (${doneIn(`nullif($1, '')::uuid`)})
  select mine.course_id::text, counted.activity_count, counted.completed_count
  from mine cross join lateral (
    select count(*)::int as activity_count, (count(*) filter (where a.id in (select activity_id from done)))::int as completed_count
    from ${countedIn('mine.course_id')}) counted
  order by mine.course_id desc`
const watchingSql = `
  with mine as materialized (select m.course_id ${mine})
  select p.activity_id::text, p.course_id::text, a.title, p.percent, p.position as resume_at, u.duration as video_duration, p.last_seen_at
  from progress p join mine on mine.course_id = p.course_id join activities a on a.id = p.activity_id and ${shownSql('a')}
  ${joinTimes('p.person_id')}
  left join uploads u on u.id = a.upload_ids[1]
  where p.person_id = nullif($1, '')::uuid and p.completed_at is null and not p.trial and p.watched_seconds > 0 and ${openAt('$2')}
  order by p.last_seen_at desc limit 4`
