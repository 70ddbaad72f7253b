// Rules of course modes: obstacles to lite.
import type { FieldError } from '@lyceum/kit/calls/errors'

/** Studios, projects and courses from elsewhere bring a shape of their own. */
export const ownShape: readonly number[] = [7, 8, 11]

/** Why a course cannot be lite; empty when it can. */
export function liteObstacles(course: { courseType: number; learningMode: string; importerStatus: number | null }): FieldError[] {
  return [
    ...(ownShape.includes(course.courseType)
      ? [{ code: 'course.lite.type', message: 'Studios, projects and courses from elsewhere cannot be lite' } as const]
      : []),
    ...(course.learningMode === 'checkpoint'
      ? [{ code: 'course.lite.checkpoint', message: 'A course with checkpoints cannot be lite' } as const]
      : []),
    ...(course.importerStatus === 0 ? [{ code: 'course.lite.importing', message: 'An import is running' } as const] : []),
  ]
}
