// The use of storage in an organisation by type and by course, and its largest files. Of a department: of its courses and people.
import type { Actor } from '@lyceum/kit/calls/actor'
import { limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import { one, rows } from '@lyceum/kit/database/database'
import { counted } from '@lyceum/kit/kv/counted'
import type { Deps } from '../deps.ts'
import type { LargeFile, StorageUses } from './api.ts'
import { fileInDepartment } from './departments.ts'
import { readableSql } from './readable.ts'

/** The conditions of the index uploads_largest, which has their columns too. */
const usesStorageSql = `not u.deleted and not u.is_folder and u.counted and not (u.status = 'failed' and u.stored_at is null)`
const filesSql = 'uploads u left join mirror.courses c on c.id = u.course_id'
/** A condition that always holds would keep PostgreSQL from the index. */
const withinSql = (department: string) => `u.org_id = $1${department ? ` and ${fileInDepartment}` : ` and $2 = ''`} and ${usesStorageSql}`

/** Courses that are listed by themselves. */
const mostCourses = 20
/** Whatever is smaller than a thousand others is not looked for here. */
const mostFiles = 1000

type Use = { files: number; bytes: number }

/** Counted once in ten minutes: it reads the index of every file. */
export const usesOfStorage = ({ db, kv, now }: Deps, { org, department = '' }: Actor): Promise<StorageUses> =>
  counted({ kv, now }, `storage-uses:${org}:${department}`, async () => {
    const found = await rows<{ type: string | null; course: string | null; files: number; bytes: string; courses: number }>(
      db,
      `
      with uses as materialized (
        select u.type, u.course_id, count(*)::int as files, sum(u.size) as bytes from ${filesSql} where ${withinSql(department)} group by u.type, u.course_id),
      of_courses as (select course_id, sum(files)::int as files, sum(bytes) as bytes from uses group by course_id)
      select type, null::text as course, sum(files)::int as files, sum(bytes)::text as bytes, 0 as courses from uses group by type
      union all
      select null, coalesce(course_id::text, ''), files, bytes::text, (select count(*)::int from of_courses where course_id is not null)
      from (select * from of_courses order by course_id is not null, bytes desc, course_id limit ${mostCourses + 1}) most`,
      org,
      department,
    )
    const useOf = ({ files, bytes }: { files: number; bytes: string }): Use => ({ files, bytes: Number(bytes) })
    const byType = found.flatMap((row) => (row.type === null ? [] : [{ type: row.type, ...useOf(row) }]))
    const personal = found.find(({ course }) => course === '')
    const courses = found.filter(({ course }) => course).slice(0, mostCourses)
    const named = new Map(
      (
        await rows<{ id: string; name: string; code: string }>(
          db,
          'select id::text, name, course_code as code from mirror.courses where id = any($1::uuid[])',
          courses.map(({ course }) => course),
        )
      ).map((course) => [course.id, course]),
    )
    const all = byType.reduce((sum, { bytes }) => sum + bytes, 0)
    const own = personal ? useOf(personal) : { files: 0, bytes: 0 }
    const by_course = courses.map((row) => ({
      id: row.course!,
      name: named.get(row.course!)?.name ?? '',
      code: named.get(row.course!)?.code ?? '',
      ...useOf(row),
    }))
    return {
      by_type: byType.sort((a, b) => b.bytes - a.bytes || a.type.localeCompare(b.type)),
      by_course,
      outside: own,
      others: {
        courses: Math.max(0, (found.find(({ course }) => course !== null)?.courses ?? 0) - by_course.length),
        bytes: all - own.bytes - by_course.reduce((sum, { bytes }) => sum + bytes, 0),
      },
    }
  })

type Row = Omit<LargeFile, 'size' | 'owner' | 'course' | 'created_at'> & {
  size: string
  owner_id: string
  owner: string
  course_id: string | null
  course: string | null
  created_at: Date
}

export async function largestFiles({ db }: Deps, { org, department = '' }: Actor, { type, ...page }: PageQuery & { type?: string }) {
  const values: unknown[] = [org, department]
  const clause = type ? ` and u.type = $${values.push(type)}` : ''
  const found = `from ${filesSql} where ${withinSql(department)}${clause}`
  const total = await one<{ n: number }>(db, `select count(*)::int as n from (select 1 ${found} limit ${mostFiles}) found`, ...values)
  const { limit, offset } = limits(page)
  const list = await rows<Row>(
    db,
    `
    select u.id::text, case when ${readableSql} then u.name end as name, u.type, u.size::text, u.owner_id::text, u.created_at, u.course_id::text, c.name as course,
      coalesce((select p.name from mirror.persons p where p.id = u.owner_id), '') as owner
    from (select u.id as found ${found} order by u.size desc, u.id limit least(${limit}, greatest(0, ${mostFiles} - ${offset})) offset ${offset}) listed
    join uploads u on u.id = listed.found left join mirror.courses c on c.id = u.course_id order by u.size desc, u.id`,
    ...values,
  )
  return pageOf(
    page,
    total?.n ?? 0,
    list.map(
      ({ size, owner_id, owner, course_id, course, created_at, ...row }): LargeFile => ({
        ...row,
        size: Number(size),
        owner: { id: owner_id, name: owner },
        course: course_id === null ? null : { id: course_id, name: course ?? '' },
        created_at: created_at.toISOString(),
      }),
    ),
  )
}
