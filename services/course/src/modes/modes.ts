// Reviewing a course, and switching it between lite and normal.
import type { Actor } from '@lyceum/kit/calls/actor'
import type { CourseScope } from '../../mirror/rules.ts'
import { invalid } from '@lyceum/kit/calls/errors'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import { cleanTitle } from '@lyceum/kit/text/titles'
import { CourseChangedSchema, CourseReviewedSchema } from '@lyceum/proto/course'
import type { Course } from '../courses/api.ts'
import { emitCourse, emitReturned } from '../courses/course-facts.ts'
import { lockCourseRow } from '../courses/change-row.ts'
import { auditCourse, courseFor } from '../courses/course-reply.ts'
import type { Deps } from '../deps.ts'
import type { Course as Row } from '../generated/client.ts'
import type { LiteCondition } from './api.ts'
import { setReturned } from '../reviews/reviews.ts'
import { liteObstacles } from '../courses/mode-rules.ts'

/** A mode that the course has already changes nothing and emits nothing. */
async function setMode(deps: Deps, current: Row, mode: Partial<Pick<Row, 'lite' | 'reviewStatus'>>): Promise<Row> {
  const same = Object.entries(mode).every(([field, value]) => current[field as 'lite' | 'reviewStatus'] === value)
  if (same) return current
  const row = await deps.db.course.update({
    where: { id: current.id },
    data: { ...mode, version: versionAfter(current.version, deps.now()) },
  })
  await emitCourse(deps.db, CourseChangedSchema, row)
  return row
}

type Review = { type: 'reviewed' | 'unreviewed'; reason?: string }
/** With a reason the course goes back to its teachers, who are notified of it. 400 for a reason to praise. */
export async function reviewCourse(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  id: string,
  { type, reason: said = '' }: Review,
): Promise<Course> {
  const reason = cleanTitle(said)
  if (type === 'reviewed' && reason !== '') throw invalid({ reason: 'course.reviewReason' })
  const current = await lockCourseRow(deps, id)
  if (current.reviewStatus !== type) await auditCourse(deps, current, `course.${type}`)
  const row = await setMode(deps, current, { reviewStatus: type })
  await setReturned(deps, actor, id, reason)
  if (reason !== '') {
    await emitReturned(deps.db, row, reason)
    await auditCourse(deps, current, 'course.returned')
  } else if (row.reviewStatus !== current.reviewStatus) await emitCourse(deps.db, CourseReviewedSchema, row)
  return await courseFor(deps, actor, scope.access, row)
}

export async function liteCondition({ db }: Deps, id: string): Promise<LiteCondition> {
  const obstacles = liteObstacles(await db.course.findUniqueOrThrow({ where: { id } }))
  return { valid: obstacles.length === 0, obstacles: obstacles.map(({ code, message = code, params }) => ({ code, message, params })) }
}

export async function switchLite(deps: Deps, actor: Actor, scope: CourseScope, id: string, lite: boolean): Promise<Course> {
  const current = await lockCourseRow(deps, id)
  const obstacles = lite && !current.lite ? liteObstacles(current) : []
  if (obstacles.length > 0) throw invalid({ lite: obstacles }, 'course.notLite')
  return await courseFor(deps, actor, scope.access, await setMode(deps, current, { lite }))
}
