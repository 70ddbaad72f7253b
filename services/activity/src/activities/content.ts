// The whole content screen of a course in one call. Hot: SQL by hand over prepared statements, three queries whatever the course's
// size, none of which touches anybody else's progress.
import type { Actor } from '@lyceum/kit/actor'
import type { Place } from '@lyceum/kit/routes'
import { standingOf, teaches } from '@lyceum/course/mirror/rules'
import type { Pool } from 'pg'
import type { Deps } from '../deps.ts'
import type { Module } from '../modules/api.ts'
import { type ListedRow, listed, type ProgressRow, progressOf } from './activity-row.ts'
import type { ActivityUpload, CourseContent } from './api.ts'

type Row = {
  id: string; course_id: string; module_id: string | null; type: string; title: string; sort: number; published: boolean; start_time: Date | null
  end_time: Date | null; criterion_key: string; forward_seeking: boolean; upload_ids: string[]; version: string
} & { [K in keyof ProgressRow]: ProgressRow[K] | null }

const query = async <T>(pool: Pool, name: string, text: string, values: unknown[]): Promise<T[]> => (await pool.query({ name, text, values })).rows as T[]

const modulesSql = 'select id, course_id, name, sort, version from modules where course_id = $1 and not deleted order by sort, id'
const activitiesSql = `
  select a.id, a.course_id, a.module_id, a.type, a.title, a.sort, a.published, a.start_time, a.end_time, a.criterion_key, a.forward_seeking, a.upload_ids, a.version,
    p.percent, p.watched_seconds, p.position, p.completed_at, p.read_at, p.last_seen_at
  from activities a left join progress p on p.activity_id = a.id and p.person_id = $2
  where a.course_id = $1 and not a.deleted and (a.published or $3) order by a.sort, a.id`
const uploadsSql = `
  select u.id, u.name, u.type, u.size, u.status, u.playable, u.allow_download, u.duration, u.reason, u.percent, u.videos
  from uploads u where u.id = any(array(select unnest(a.upload_ids) from activities a where a.course_id = $1 and not a.deleted)) and not u.deleted`

/** Students see what is published, with what is in it while it is open. */
export async function courseContent({ pool, now }: Deps, actor: Actor, place: Place, course: string): Promise<CourseContent> {
  const teaching = teaches(standingOf(place))
  const [modules, activities, uploads] = await Promise.all([
    query<Omit<Module, 'version'> & { version: string }>(pool, 'content.modules', modulesSql, [course]),
    query<Row>(pool, 'content.activities', activitiesSql, [course, actor.person || null, teaching]),
    query<Omit<ActivityUpload, 'size'> & { size: string }>(pool, 'content.uploads', uploadsSql, [course]),
  ])
  const known = new Map(uploads.map((upload) => [upload.id, { ...upload, size: Number(upload.size) }]))
  const time = now()
  const shown = activities.map((row) => listed(camel(row), known, progressOf(row.last_seen_at ? (row as ProgressRow) : undefined), time, teaching))
  const counted = shown.filter(({ published, completion_criterion }) => published && completion_criterion.kind !== 'none')
  const completed = counted.filter(({ my }) => my.completed).length
  return {
    modules: modules.map((module) => ({ ...module, version: Number(module.version) })),
    activities: shown,
    completeness: {
      study_completeness: counted.length === 0 ? 0 : Math.floor((completed / counted.length) * 100), completed_count: completed, activity_count: counted.length,
    },
  }
}

const camel = (row: Row): ListedRow => ({
  id: row.id, courseId: row.course_id, moduleId: row.module_id, type: row.type, title: row.title, sort: row.sort, published: row.published,
  startTime: row.start_time, endTime: row.end_time, criterionKey: row.criterion_key, forwardSeeking: row.forward_seeking, uploadIds: row.upload_ids,
  version: BigInt(row.version),
})
