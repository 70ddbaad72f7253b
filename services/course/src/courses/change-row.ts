// The rows of courses as writers hold them: locked, so that a row's version and its facts keep one order.
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, notFound } from '@lyceum/kit/calls/errors'
import { personNames } from '@lyceum/identity/mirror/persons'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import { CourseChangedSchema } from '@lyceum/proto/course'
import type { Deps } from '../deps.ts'
import type { Course as Row, Prisma } from '../generated/client.ts'
import type { Changer } from './api.ts'
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

/** The columns of who changes a course's fields, and when. */
export const changerOf = ({ now }: Pick<Deps, 'now'>, { person }: Pick<Actor, 'person'>) => ({
  changedBy: person || null,
  changedAt: now(),
})

export async function readChanger({ db }: Deps, id: string): Promise<Changer> {
  const row = await db.course.findUnique({ where: { id }, select: { version: true, changedBy: true, changedAt: true } })
  if (!row) throw notFound('course', id)
  const by = row.changedBy ? (await personNames(db, [row.changedBy])).get(row.changedBy) : undefined
  return {
    version: Number(row.version),
    changed_at: row.changedAt?.toISOString() ?? null,
    changed_by: by && !by.deleted ? { id: by.id, name: by.name } : null,
  }
}

/** Changes columns of a course and tells it. */
export async function changeRow(
  deps: Deps,
  actor: Actor,
  id: string,
  version: number | undefined,
  change: (current: Row) => Prisma.CourseUpdateInput,
): Promise<Row> {
  const current = await lockCourseRow(deps, id)
  checkVersion(current, version)
  const row = await deps.db.course.update({
    where: { id },
    data: { ...change(current), ...changerOf(deps, actor), version: versionAfter(current.version, deps.now()) },
  })
  await emitCourse(deps.db, CourseChangedSchema, row)
  return row
}
