// The content screen of a course in one call. Hot: one prepared SQL statement, whose cost grows with the course's
// activities and not with its members.
import type { Actor } from '@lyceum/kit/calls/actor'
import { type CourseScope, seesAll } from '@lyceum/course/mirror/rules'
import type { Deps } from '../deps.ts'
import type { Module } from '../modules/api.ts'
import { lockedAmong, type Requirement } from '../prerequisites/rules.ts'
import { completenessOf, counts } from '../progress/completeness.ts'
import type { ProgressRow } from '../progress/progress-row.ts'
import { closes, due, joinTimes, opens } from '../times/personal-times.ts'
import { type ListedRow, toActivityRow } from './activity-row.ts'
import type { ActivityUpload, CourseContent } from './api.ts'
import { tellsProgress } from '../progress/trials.ts'

/** An activity of the list; times are milliseconds. */
type Row = Omit<ListedRow, 'courseId' | 'startTime' | 'dueTime' | 'endTime' | 'version'> &
  Omit<ProgressRow, 'completed_at' | 'read_at' | 'last_seen_at'> & {
    startTime: number | null
    dueTime: number | null
    endTime: number | null
    version: number
    completed_at: number | null
    read_at: number | null
    last_seen_at: number | null
  }
type Content = {
  modules: Module[]
  activities: Row[]
  uploads: ActivityUpload[]
  /** The two ids of each, one after the other. */
  prerequisites: string | null
  checkpoints: boolean | null
}

// in floating point from the start: numeric arithmetic costs a fifth of the statement
const ms = (column: string) => `round(date_part('epoch', ${column}) * 1000)`
const date = (at: number | null) => (at === null ? null : new Date(at))

const columns: Record<keyof Row, string> = {
  id: 'a.id',
  moduleId: 'a.module_id',
  type: 'a.type',
  title: 'a.title',
  sort: 'a.sort',
  published: 'a.published',
  startTime: ms(opens),
  dueTime: ms(due),
  endTime: ms(closes),
  criterionKey: 'a.criterion_key',
  points: 'trim_scale(a.points)::text',
  uploadIds: 'a.upload_ids',
  version: 'a.version',
  percent: 'p.percent',
  pages_read: 'p.pages_read',
  watched_seconds: 'p.watched_seconds',
  position: 'p.position',
  state: 'p.state',
  opened: 'p.opened',
  completed_at: ms('p.completed_at'),
  read_at: ms('p.read_at'),
  last_seen_at: ms('p.last_seen_at'),
}
const fields = Object.entries(columns)
  .map(([name, column]) => `${column} as "${name}"`)
  .join(', ')

// one round trip: the trip costs more than the query
const contentSql = `
  select
    (select coalesce(json_agg(m), '[]') from (
      select id, course_id, name, sort, version from modules where course_id = $1 and not deleted order by sort, id) m) as modules,
    (select coalesce(json_agg(r), '[]') from (
      select ${fields}
      from activities a left join progress p on p.activity_id = a.id and p.person_id = $2 and (not p.trial or $4)
        ${joinTimes('case when not $3 then $2::uuid end')} and t.course_id = $1
      where a.course_id = $1 and not a.deleted and (a.published or $3) order by a.sort, a.id) r) as activities,
    (select coalesce(json_agg(f), '[]') from (
      select u.id, u.name, u.type, u.size, u.status, u.playable, u.allow_download, u.duration, u.reason, u.percent, u.pages, u.videos
      from uploads u where u.id = any(array(select unnest(a.upload_ids) from activities a where a.course_id = $1 and not a.deleted)) and not u.deleted) f) as uploads,
    (select string_agg(q.activity_id::text || q.required_id::text, '') from activity_prerequisites q
      where q.course_id = $1 and not $3) as prerequisites,
    (select c.learning_mode = 'checkpoint' from mirror.courses c where c.id = $1) as checkpoints`

/** The modules and activities of a course. Students see published activities, with their uploads while they are open. */
export async function readCourseContent({ pool, now }: Deps, actor: Actor, scope: CourseScope, course: string): Promise<CourseContent> {
  const teaching = seesAll(scope.access)
  const { rows } = await pool.query({
    name: 'content',
    text: contentSql,
    values: [course, actor.person || null, teaching, !tellsProgress(scope)],
  })
  const { modules, activities, uploads, prerequisites, checkpoints } = rows[0] as Content
  const byId = new Map(uploads.map((upload) => [upload.id, upload]))
  const time = now()
  const locked = teaching ? undefined : lockedIn(modules, activities, requirementsOf(prerequisites ?? ''), checkpoints === true)
  const items = activities.map((row) =>
    toActivityRow({ ...rowOf(row), courseId: course }, byId, progressRowOf(row), time, teaching, locked?.get(row.id)),
  )
  const counted = items.filter(counts)
  return {
    modules,
    activities: items,
    completeness: completenessOf(counted.filter(({ my }) => my.completed).length, counted.length),
  }
}

const idLength = 36
const requirementsOf = (ids: string): Requirement[] =>
  Array.from({ length: ids.length / (2 * idLength) }, (_, nth) => {
    const at = nth * 2 * idLength
    return [ids.slice(at, at + idLength), ids.slice(at + idLength, at + 2 * idLength)]
  })

/** The locked ones of a student's list. The order of the content: those without a module, then module by module. */
function lockedIn(
  modules: Module[],
  activities: Row[],
  prerequisites: Requirement[],
  checkpoints: boolean,
): Map<string, string> | undefined {
  if (prerequisites.length === 0 && !checkpoints) return undefined
  const inModule = Map.groupBy(activities, ({ moduleId }) => moduleId)
  const steps = [null, ...modules.map(({ id }) => id)].flatMap((module) =>
    (inModule.get(module) ?? []).map((row) => ({
      id: row.id,
      counts: row.criterionKey !== 'none',
      completed: row.completed_at !== null,
      opened: row.opened === true,
    })),
  )
  return lockedAmong(steps, prerequisites, checkpoints)
}

const rowOf = (row: Row): Omit<ListedRow, 'courseId'> => ({
  ...row,
  startTime: date(row.startTime),
  dueTime: date(row.dueTime),
  endTime: date(row.endTime),
  version: BigInt(row.version),
})
const progressRowOf = ({ last_seen_at, completed_at, read_at, ...row }: Row): ProgressRow | undefined =>
  last_seen_at === null
    ? undefined
    : { ...row, last_seen_at: new Date(last_seen_at), completed_at: date(completed_at), read_at: date(read_at) }
