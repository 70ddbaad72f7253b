// The part of a course's content that all readers share: modules, activities, their uploads and prerequisites. A process keeps it, made into
// rows of the answer, under a revision that the statement of every read computes from the rows as they are.
import { storedTime } from '@lyceum/kit/database/stored-times'
import type { Module } from '../modules/api.ts'
import { timesOfModule } from '../modules/module-times.ts'
import type { Requirement } from '../../times/prerequisites/rules.ts'
import { type ListedRow, type SharedRow, toSharedRow } from '../../activity/activity-row.ts'
import type { ActivityUpload } from '../../activity/api.ts'

export type SharedContent = {
  modules: Module[]
  /** In the order of the list, with drafts. */
  activities: SharedRow[]
  /** The activities that students see; of a hidden module none. */
  shownModules: Module[]
  shown: SharedRow[]
  /** The shown ones in the order of the content: those without a module, then module by module. */
  inOrder: SharedRow[]
  prerequisites: Requirement[]
}

type Row = Omit<ListedRow, 'startTime' | 'dueTime' | 'endTime' | 'version'> & {
  startTime: string | null
  dueTime: string | null
  endTime: string | null
  version: number
}
/** With the transaction that wrote the row. */
type Written<T> = T & { xmin: string }
type Stored = {
  modules: Written<Module>[]
  activities: Written<Row>[]
  uploads: Written<ActivityUpload>[]
  /** The two ids of each, one after the other. */
  prerequisites: string | null
}

const columns: Record<keyof Row, string> = {
  id: 'id',
  courseId: 'course_id',
  moduleId: 'module_id',
  type: 'type',
  title: 'title',
  sort: 'sort',
  published: 'published',
  startTime: 'start_time',
  dueTime: 'due_time',
  endTime: 'end_time',
  criterionKey: 'criterion_key',
  points: 'trim_scale(points)::text',
  uploadIds: 'upload_ids',
  version: 'version',
}
const fields = Object.entries(columns)
  .map(([name, column]) => `${column} as "${name}"`)
  .join(', ')

/** A number of all rows of `table`, which have an id. The seed is the row's own: changes of two rows do not cancel each other out. */
const hashOf = (table: string) => `(select bit_xor(hash_record_extended(${table}, uuid_hash_extended(${table}.id, 0))) from ${table})`

/**
 * The beginning of a statement on the row `revision`: the revision of a course's shared content, and the content unless it is the known one.
 * The revision is a hash of what is read, of its snapshot: no writer, by whatever path, has to note it. xmin, the transaction that wrote
 * the row, is in it because PostgreSQL hashes 64-bit numbers and times by 32 bits.
 */
export const sharedSql = (course: string, known: string): string => `
  with modules_of as (select id, course_id, name, sort, published, starts_at, ends_at, version, xmin from modules where course_id = ${course} and not deleted),
    activities_of as (select ${fields}, xmin from activities where course_id = ${course} and not deleted),
    uploads_of as (
      select u.id, u.name, u.type, u.size, u.status, u.playable, u.allow_download, u.duration, u.reason, u.percent, u.pages, u.provider, u.videos, u.xmin
      from uploads u where u.id = any(array(select unnest("uploadIds") from activities_of)) and not u.deleted),
    required_of as (select activity_id, required_id from activity_prerequisites where course_id = ${course}),
    revision as materialized (
      select concat_ws(' ', coalesce(${hashOf('modules_of')}, 0), coalesce(${hashOf('activities_of')}, 0), coalesce(${hashOf('uploads_of')}, 0),
        coalesce((select bit_xor(uuid_hash_extended(activity_id, uuid_hash_extended(required_id, 0))) from required_of), 0)) as revision)
  select revision.revision,
    case when revision.revision is distinct from ${known} then (select json_build_object(
      'modules', coalesce((select json_agg(m order by m.sort, m.id) from modules_of m), '[]'),
      'activities', coalesce((select json_agg(a order by a.sort, a.id) from activities_of a), '[]'),
      'uploads', coalesce((select json_agg(u) from uploads_of u), '[]'),
      'prerequisites', (select string_agg(activity_id::text || required_id::text, '') from required_of)))::text end as shared`

/** The shared contents that a process keeps. */
export type Contents = {
  of(course: string): { revision: string; content: SharedContent } | undefined
  /** Keeps the content that a statement of sharedSql answered. */
  keep(course: string, revision: string, shared: string): SharedContent
}

type Kept = { revision: string; content: SharedContent; size: number }
/** Keeps those read last, of `most` characters of JSON in all; in memory each takes some three bytes, its text among them. */
export function keptContents(most = 16_000_000): Contents {
  const kept = new Map<string, Kept>()
  let total = 0
  const drop = (course: string) => {
    total -= kept.get(course)?.size ?? 0
    kept.delete(course)
  }
  const put = (course: string, entry: Kept) => {
    drop(course)
    kept.set(course, entry)
    total += entry.size
  }
  return {
    of(course) {
      const entry = kept.get(course)
      if (entry) put(course, entry)
      return entry
    },
    keep(course, revision, shared) {
      const content = contentOf(JSON.parse(shared) as Stored)
      put(course, { revision, content, size: shared.length })
      while (total > most) drop(kept.keys().next().value!)
      return content
    },
  }
}

function contentOf({ modules, activities, uploads, prerequisites }: Stored): SharedContent {
  const uploadOf = new Map(uploads.map(({ xmin: _, ...upload }) => [upload.id, upload]))
  const read = modules.map(({ xmin: _, ...module }) => ({ ...module, starts_at: iso(module.starts_at), ends_at: iso(module.ends_at) }))
  const moduleOf = new Map(read.map((module) => [module.id, timesOfModule(module)]))
  const rows = activities.map((row) => toSharedRow(listedRowOf(row), uploadOf, moduleOf.get(row.moduleId ?? '')))
  const [shown, shownModules] = [rows.filter((row) => row.shown), read.filter(({ published }) => published)]
  const inModule = Map.groupBy(shown, ({ module_id }) => module_id)
  const inOrder = [null, ...modules.map(({ id }) => id)].flatMap((module) => inModule.get(module) ?? [])
  return {
    modules: read,
    activities: rows,
    shownModules: shownModules.length === read.length ? read : shownModules,
    shown,
    inOrder,
    prerequisites: requirementsOf(prerequisites ?? ''),
  }
}

const idLength = 36
const requirementsOf = (ids: string): Requirement[] =>
  Array.from({ length: ids.length / (2 * idLength) }, (_, nth) => {
    const at = nth * 2 * idLength
    return [ids.slice(at, at + idLength), ids.slice(at + idLength, at + 2 * idLength)]
  })

const date = (at: string | null) => (at === null ? null : storedTime(at))
const iso = (at: string | null) => date(at)?.toISOString() ?? null
const listedRowOf = (row: Row): ListedRow => ({
  ...row,
  startTime: date(row.startTime),
  dueTime: date(row.dueTime),
  endTime: date(row.endTime),
  version: BigInt(row.version),
})
