// Deleted courses: for 30 days who may delete them sees them and brings them back as they were, then they are forgotten.
import type { Actor } from '@lyceum/kit/calls/actor'
import { invalid, notFound } from '@lyceum/kit/calls/errors'
import { conditionsOf, limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import { one, rows, run } from '@lyceum/kit/database/database'
import { heldSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import { nextVersion, versionAfter } from '@lyceum/kit/facts/outbox'
import { may } from '@lyceum/identity/mirror/permissions'
import { personNames } from '@lyceum/identity/mirror/persons'
import { CourseDeletedSchema, CourseRestoredSchema } from '@lyceum/proto/course'
import { roleMaySql } from '../../mirror/rules.ts'
import { keepAccessCode } from '../access-codes/access-codes.ts'
import type { Course } from '../courses/api.ts'
import { lockCourseRow } from '../courses/change-row.ts'
import { readRows } from '../courses/course-rows.ts'
import { emitCourse, emitCourses } from '../courses/course-facts.ts'
import { auditCourse, readForActor } from '../courses/course-reply.ts'
import { inDepartment, summaries } from '../courses/search.ts'
import type { Deps } from '../deps.ts'
import type { DeletedCourse } from './api.ts'
import { binLifetime, endedAt } from '../courses/bin-lifetime.ts'

export async function deleteCourse(deps: Deps, actor: Actor, id: string): Promise<null> {
  const row = await lockCourseRow(deps, id)
  await binCourses(deps, actor.person, [id])
  await auditCourse(deps, row, 'course.deleted')
  return null
}

/** Puts courses that are locked into the bin, whoever may. */
export async function binCourses({ db, now }: Deps, person: string, ids: readonly string[]): Promise<void> {
  await run(
    db,
    `
    update courses set deleted = true, deleted_at = $2, deleted_by = $3::uuid, updated_at = now(), version = ${nextVersion()} where id = any($1)`,
    ids,
    now(),
    person || null,
  )
  const binned = await readRows(db, [...ids])
  await emitCourses(
    db,
    CourseDeletedSchema,
    binned.map(({ row }) => row),
  )
}

/** 404 when it was deleted 30 days ago, also before it is forgotten. */
export async function restoreCourse(deps: Deps, actor: Actor, id: string): Promise<Course> {
  const current = await lockCourseRow(deps, id, true)
  const now = deps.now()
  if (current.deletedAt && current.deletedAt <= endedAt(now)) throw notFound('deletedCourse', id)
  const data = { deleted: false, deletedAt: null, deletedBy: null, version: versionAfter(current.version, now) }
  const row = await deps.db.course.update({ where: { id }, data })
  await keepAccessCode(deps.db, row)
  await emitCourse(deps.db, CourseRestoredSchema, row)
  await auditCourse(deps, row, 'course.restored')
  return await readForActor(deps, actor, row)
}

type Row = { id: string; deleted_at: Date; deleted_by: string | null }

/** Those of the courses that somebody deletes by their role there, and of the organisation or the department that they delete in. */
export async function deletedCourses(deps: Deps, actor: Actor, { conditions, ...page }: PageQuery & { conditions?: string }) {
  const { db, now } = deps
  const { keyword = '' } = conditionsOf(conditions, ['keyword'])
  if (typeof keyword !== 'string' || keyword.length > 100) throw invalid({ 'conditions.keyword': 'field.format' })
  const values: unknown[] = [actor.org, endedAt(now()), wordPatterns(keyword), actor.person]
  const within = () => (actor.department ? `and ${inDepartment(`$${values.push(actor.department)}`)}` : '')
  const everywhere = may(actor, 'course.delete') ? `union select id from courses where org_id = $1 and deleted ${within()}` : ''
  const from = `
    from courses c where c.deleted and c.deleted_at > $2 and ${heldSql('c.folded', '$3')}
      and c.id in (
        select m.course_id from enrolments m join courses x on x.id = m.course_id and x.deleted left join mirror.orgs o on o.id = x.org_id
        where m.person_id = $4 and m.state = 'active' and coalesce(${roleMaySql('course.delete')}, false) ${everywhere})
      and $1::uuid is not null`
  const { limit, offset } = limits(page)
  const { total = 0 } = (await one<{ total: number }>(db, `select count(*)::int as total ${from}`, ...values)) ?? {}
  const found = await rows<Row>(
    db,
    `select c.id::text, c.deleted_at, c.deleted_by::text ${from} order by c.deleted_at desc, c.id limit ${limit} offset ${offset}`,
    ...values,
  )
  const byId = new Map(found.map((row) => [row.id, row]))
  const names = await personNames(
    db,
    found.flatMap(({ deleted_by }) => deleted_by ?? []),
  )
  const courses = await summaries(deps, [...byId.keys()])
  return pageOf(
    page,
    total,
    courses.flatMap((course): DeletedCourse[] => {
      const row = byId.get(course.id)
      const person = row?.deleted_by ? names.get(row.deleted_by) : undefined
      return row
        ? [
            {
              ...course,
              deleted_at: row.deleted_at.toISOString(),
              deleted_by: person && !person.deleted ? { id: person.id, name: person.name } : null,
              purge_at: new Date(row.deleted_at.getTime() + binLifetime).toISOString(),
            },
          ]
        : []
    }),
  )
}
