// Reviewing a course, and switching it between lite and normal.
import type { CourseScope } from '../../mirror/rules.ts'
import { invalid } from '@lyceum/kit/calls/errors'
import { versionAfter } from '@lyceum/kit/facts/outbox'
import { CourseChangedSchema, CourseReviewedSchema } from '@lyceum/proto/course'
import type { Course } from '../courses/api.ts'
import { emitCourse } from '../courses/course-facts.ts'
import { auditCourse, lockCourseRow, courseFor } from '../courses/courses.ts'
import type { Deps } from '../deps.ts'
import type { Course as Row } from '../generated/client.ts'
import type { LiteCondition } from './api.ts'
import { liteObstacles } from './rules.ts'

/** A mode that the course has already changes nothing and emits nothing. */
async function setMode(deps: Deps, scope: CourseScope, current: Row, mode: Partial<Pick<Row, 'lite' | 'reviewStatus'>>): Promise<Course> {
  const same = Object.entries(mode).every(([field, value]) => current[field as 'lite' | 'reviewStatus'] === value)
  if (same) return await courseFor(deps, scope.access, current)
  const row = await deps.db.course.update({
    where: { id: current.id },
    data: { ...mode, version: versionAfter(current.version, deps.now()) },
  })
  await emitCourse(deps.db, CourseChangedSchema, row)
  if (row.reviewStatus !== current.reviewStatus) await emitCourse(deps.db, CourseReviewedSchema, row)
  return await courseFor(deps, scope.access, row)
}

export async function reviewCourse(deps: Deps, scope: CourseScope, id: string, type: 'reviewed' | 'unreviewed'): Promise<Course> {
  const current = await lockCourseRow(deps, id)
  if (current.reviewStatus !== type) await auditCourse(deps, current, `course.${type}`)
  return await setMode(deps, scope, current, { reviewStatus: type })
}

export async function liteCondition({ db }: Deps, id: string): Promise<LiteCondition> {
  const obstacles = liteObstacles(await db.course.findUniqueOrThrow({ where: { id } }))
  return { valid: obstacles.length === 0, obstacles: obstacles.map(({ code, message = code, params }) => ({ code, message, params })) }
}

export async function switchLite(deps: Deps, scope: CourseScope, id: string, lite: boolean): Promise<Course> {
  const current = await lockCourseRow(deps, id)
  const obstacles = lite && !current.lite ? liteObstacles(current) : []
  if (obstacles.length > 0) throw invalid({ lite: obstacles }, 'course.notLite')
  return await setMode(deps, scope, current, { lite })
}
