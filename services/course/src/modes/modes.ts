// Reviewing a course, and switching it between lite and normal.
import { invalid } from '@lyceum/kit/errors'
import { versionAfter } from '@lyceum/kit/outbox'
import type { Place } from '@lyceum/kit/routes'
import { CourseChangedSchema } from '@lyceum/proto/course'
import { standingOf } from '../../mirror/rules.ts'
import type { Course } from '../courses/api.ts'
import { tellCourse } from '../courses/course-row.ts'
import { locked, shownTo } from '../courses/courses.ts'
import type { Deps } from '../deps.ts'
import type { Course as Row } from '../generated/client.ts'
import type { LiteCondition } from './api.ts'
import { liteObstacles } from './rules.ts'

/** What is so already changes nothing and tells nobody. */
async function change(deps: Deps, place: Place, before: Row, to: Partial<Pick<Row, 'lite' | 'reviewStatus'>>): Promise<Course> {
  const same = Object.entries(to).every(([field, value]) => before[field as 'lite' | 'reviewStatus'] === value)
  if (same) return await shownTo(deps, standingOf(place), before)
  const row = await deps.db.course.update({
    where: { id: before.id },
    data: { ...to, version: versionAfter(before.version, deps.now()) },
  })
  await tellCourse(deps.db, CourseChangedSchema, row)
  return await shownTo(deps, standingOf(place), row)
}

export const reviewCourse = async (deps: Deps, place: Place, id: string, type: 'reviewed' | 'unreviewed') =>
  change(deps, place, await locked(deps, id), { reviewStatus: type })

export async function liteCondition({ db }: Deps, id: string): Promise<LiteCondition> {
  const obstacles = liteObstacles(await db.course.findUniqueOrThrow({ where: { id } }))
  return { valid: obstacles.length === 0, obstacles: obstacles.map(({ code, message = code, params }) => ({ code, message, params })) }
}

export async function switchLite(deps: Deps, place: Place, id: string, lite: boolean): Promise<Course> {
  const before = await locked(deps, id)
  const obstacles = lite && !before.lite ? liteObstacles(before) : []
  if (obstacles.length > 0) throw invalid({ lite: obstacles }, 'course.notLite')
  return await change(deps, place, before, { lite })
}
