// The actor's learning on the home page: two light queries over the actor's own rows.
import type { Actor } from '@lyceum/kit/calls/actor'
import { rows } from '@lyceum/kit/database/database'
import { mostCourses } from '../shapes.ts'
import type { Deps } from '../deps.ts'
import { joinTimes, openAt, shownSql } from '../times/times-sql.ts'
import type { Watching } from './api.ts'
import { completenessOf } from './completeness.ts'
import { countsSql } from '../times/times-sql.ts'

/** Of the requested courses (`only`), else of the latest. */
export async function readMyLearning({ db, now }: Deps, { person }: Actor, only: string[] | null) {
  const courses = await rows<{ course_id: string; completed_count: number; activity_count: number }>(
    db,
    `
    select mine.course_id::text,
      (select count(*)::int from activities a where a.course_id = mine.course_id and ${countsSql('a')}) as activity_count,
      (select count(*)::int from progress p join activities a on a.id = p.activity_id and ${countsSql('a')}
        where p.course_id = mine.course_id and p.person_id = $1::uuid and p.completed_at is not null and not p.trial) as completed_count
    from (
      select m.course_id from mirror.members m join mirror.courses c on c.id = m.course_id and c.published and not c.deleted
      where m.person_id = nullif($1, '')::uuid and m.state = 'active' and m.role = 'student'
        and ($2::uuid[] is null or m.course_id = any($2)) order by m.course_id desc limit ${mostCourses}) mine`,
    person,
    only,
  )
  const watching = await rows<Omit<Watching, 'last_seen_at'> & { last_seen_at: Date }>(
    db,
    `
    select p.activity_id::text, p.course_id::text, a.title, p.percent, p.position as resume_at, u.duration as video_duration, p.last_seen_at
    from mirror.members m
    join mirror.courses c on c.id = m.course_id and c.published and not c.deleted
    join progress p on p.course_id = m.course_id and p.person_id = m.person_id and p.completed_at is null and p.watched_seconds > 0 and not p.trial
    join activities a on a.id = p.activity_id and ${shownSql('a')}
    ${joinTimes('m.person_id')}
    left join uploads u on u.id = a.upload_ids[1]
    where m.person_id = nullif($1, '')::uuid and m.state = 'active' and m.role = 'student' and ${openAt('$2')}
    order by p.last_seen_at desc limit 4`,
    person,
    now(),
  )
  return {
    courses: courses.map(({ course_id, completed_count, activity_count }) => ({
      course_id,
      ...completenessOf(completed_count, activity_count),
    })),
    watching: watching.map((video) => ({ ...video, last_seen_at: video.last_seen_at.toISOString() })),
  }
}
