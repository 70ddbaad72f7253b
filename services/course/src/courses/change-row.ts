// The rows of courses as writers hold them: locked, so that a row's version and its facts keep one order.
import { conflict, notFound } from '@lyceum/kit/calls/errors'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import { CourseChangedSchema } from '@lyceum/proto/course'
import type { Deps } from '../deps.ts'
import type { Course as Row, Prisma } from '../generated/client.ts'
import { emitCourse } from './course-facts.ts'
import { lockRow, type TaughtCourse } from './course-rows.ts'

/** The course with its teachers, locked until the transaction ends; 404 unless it is there, or deleted. */
export async function lockCourse({ db }: Deps, id: string, deleted = false): Promise<TaughtCourse> {
  const course = await lockRow(db, id)
  if (!course || course.row.deleted !== deleted) throw notFound('course', id)
  return course
}
export const lockCourseRow = async (deps: Deps, id: string, deleted = false): Promise<Row> => (await lockCourse(deps, id, deleted)).row

/** 409 course.newer when the row is newer than the version that the writer read. */
export function checkVersion({ version: present }: Pick<Row, 'version'>, version: number | undefined): void {
  if (version !== undefined && version < Number(present)) throw conflict('course.newer', { version: Number(present) })
}

/** Changes columns of a course and tells it. */
export async function changeRow(
  deps: Deps,
  id: string,
  version: number | undefined,
  change: (current: Row) => Prisma.CourseUpdateInput,
): Promise<Row> {
  const current = await lockCourseRow(deps, id)
  checkVersion(current, version)
  const row = await deps.db.course.update({
    where: { id },
    data: { ...change(current), version: versionAfter(current.version, deps.now()) },
  })
  await emitCourse(deps.db, CourseChangedSchema, row)
  return row
}
