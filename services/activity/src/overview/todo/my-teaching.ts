// The teacher's start page: bounded queries over the courses that the actor teaches.
import type { Actor } from '@lyceum/kit/calls/actor'
import { rows } from '@lyceum/kit/database/database'
import { watchedTypes } from '../../types/activity-types.ts'
import { mostCourses } from '../../shapes.ts'
import type { Deps } from '../../deps.ts'
import { countToMark } from '../../work/marking/to-mark.ts'
import type { Teaching } from './api.ts'

type Draft = Omit<Teaching['drafts'][number], 'updated_at'> & { updated_at: Date; total: number }
type Video = Omit<Teaching['videos'][number], 'last_seen_at'> & { last_seen_at: Date | null }

const taught = (limit: number, only = '') => `
  select m.course_id, c.name, c.published from mirror.members m join mirror.courses c on c.id = m.course_id and not c.deleted
  where m.person_id = nullif($1, '')::uuid and m.state = 'active' and m.role <> 'student' ${only} order by m.course_id desc limit ${limit}`

/** The counts are of the requested courses (`only`), else of the latest. */
export async function readMyTeaching(deps: Deps, actor: Actor, only: string[] | null): Promise<Teaching> {
  const { db } = deps
  const { person } = actor
  const courses = await rows<Omit<Teaching['courses'][number], 'to_mark_count'>>(
    db,
    `
    select t.course_id::text,
      (select count(*)::int from mirror.members m where m.course_id = t.course_id and m.state = 'active' and m.role = 'student') as students,
      (select count(*) filter (where a.published)::int from activities a where a.course_id = t.course_id and not a.deleted) as published_count,
      (select count(*) filter (where not a.published)::int from activities a where a.course_id = t.course_id and not a.deleted) as draft_count,
      (select count(*)::int from activities a where a.course_id = t.course_id and not a.deleted and exists (
        select from uploads u where u.id = any(a.upload_ids) and u.status = 'failed' and not u.deleted)) as failed_count,
      (select count(*)::int from mirror.members m where m.course_id = t.course_id and m.state = 'active' and m.role = 'student'
        and t.published and exists (select from activities a where a.course_id = t.course_id and a.published and not a.deleted)
        and not exists (select from progress p where p.course_id = m.course_id and p.person_id = m.person_id and p.opened and not p.trial)) as idle_count,
      (select count(*)::int from topics q where q.course_id = t.course_id and q.kind = 'question' and q.answer_n is null and q.last_n > 0 and not q.closed
        and not q.deleted and q.scope <> 'team' and (q.opens_at is null or q.opens_at <= $3) and not exists (
          select from mirror.members w where w.course_id = q.course_id and w.person_id = q.created_by and w.role <> 'student')) as unanswered_count
    from (${taught(mostCourses, 'and ($2::uuid[] is null or m.course_id = any($2))')}) t`,
    person,
    only,
    deps.now(),
  )
  const toMark = await countToMark(
    deps,
    actor,
    courses.map(({ course_id }) => course_id),
  )
  const drafts = await rows<Draft>(
    db,
    `
    select a.id::text as activity_id, a.course_id::text, t.name as course_name, a.type, a.title, a.updated_at, count(*) over ()::int as total
    from (${taught(200)}) t join activities a on a.course_id = t.course_id and not a.published and not a.deleted
    order by a.updated_at desc, a.id limit 6`,
    person,
  )
  const videos = await rows<Video>(
    db,
    `
    with newest as (
      select a.id, a.course_id, t.name, a.title, a.updated_at from (${taught(200)}) t
      join activities a on a.course_id = t.course_id and a.type = any($2) and a.published and not a.deleted
      order by a.updated_at desc, a.id limit 5)
    select n.id::text as activity_id, n.course_id::text, n.name as course_name, n.title, s.students, s.started, s.completed, s.last_seen_at
    from newest n, lateral (
      select count(*)::int as students, (count(*) filter (where p.opened))::int as started, count(p.completed_at)::int as completed, max(p.last_seen_at) filter (where p.opened) as last_seen_at
      from mirror.members m left join progress p on p.activity_id = n.id and p.person_id = m.person_id and not p.trial
      where m.course_id = n.course_id and m.state = 'active' and m.role = 'student') s
    order by s.last_seen_at desc nulls last, n.updated_at desc, n.id`,
    person,
    watchedTypes,
  )
  return {
    courses: courses.map((course) => ({ ...course, to_mark_count: toMark.get(course.course_id) ?? 0 })),
    drafts: drafts.map(({ total: _, updated_at, ...draft }) => ({ ...draft, updated_at: updated_at.toISOString() })),
    draft_total: drafts[0]?.total ?? 0,
    videos: videos.map((video) => ({ ...video, last_seen_at: video.last_seen_at?.toISOString() ?? null })),
  }
}
