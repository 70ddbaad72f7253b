// Several courses get the same values at once: those of a term, of a department, of an import.
import type { Actor } from '@lyceum/kit/calls/actor'
import { invalid, notFound } from '@lyceum/kit/calls/errors'
import { rows, run } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import { CourseChangedSchema } from '@lyceum/proto/course'
import { permittedAmong } from '../../mirror/rules.ts'
import { changerOf } from '../courses/change-row.ts'
import { emitCourses } from '../courses/course-facts.ts'
import { readRows } from '../courses/course-rows.ts'
import { checkDates, checkZone, columnsIn } from '../terms/course-columns.ts'
import type { Deps } from '../deps.ts'
import type { SharedFields } from './api.ts'

/** 404 for the first course that the actor does not change, 400 for a value that does not fit one of them; then none changes. */
export async function changeCourses(
  deps: Deps,
  actor: Actor,
  { course_ids, ...fields }: SharedFields & { course_ids: string[] },
): Promise<{ changed: number }> {
  const { db } = deps
  const permitted = new Set(await permittedAmong(db, actor, course_ids, 'course.change'))
  const refused = course_ids.find((id) => !permitted.has(id))
  if (refused !== undefined) throw notFound('course', refused)
  if (Object.keys(fields).length === 0) return { changed: 0 }
  // in one order, so that two writers of the same courses wait for one another
  await rows(db, 'select 1 from courses where id = any($1) order by id for no key update', course_ids)
  const before = (await readRows(db, course_ids)).map(({ row }) => row)
  const [org = actor.org, ...others] = new Set(before.map(({ orgId }) => orgId))
  const columns = await columnsIn(deps, org, fields)
  // a department or a term is of one organisation alone
  for (const other of others) await columnsIn(deps, other, fields)
  if (fields.learning_mode === 'checkpoint' && before.some(({ lite }) => lite)) throw invalid({ learning_mode: 'course.lite.checkpoint' })
  checkZone(columns.timeZone)
  for (const { startDate, endDate } of before)
    checkDates(columns.startDate === undefined ? startDate : columns.startDate, columns.endDate === undefined ? endDate : columns.endDate)
  await db.course.updateMany({ where: { id: { in: course_ids } }, data: { ...columns, ...changerOf(deps, actor) } })
  await run(db, `update courses set version = ${nextVersion()} where id = any($1)`, course_ids)
  await emitCourses(
    db,
    CourseChangedSchema,
    (await readRows(db, course_ids)).map(({ row }) => row),
  )
  return { changed: before.length }
}
