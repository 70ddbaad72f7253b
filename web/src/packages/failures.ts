// The meaning of a failed save of a package: try again, sign in, another device has it, it is over for this person, or the entry itself is refused.
import { CallFailed } from '../client.ts'
import type { Failure } from '../parts/learning/attempts/answer-keeper.ts'

export const failureOf = (error: unknown): Failure => {
  if (!(error instanceof CallFailed) || error.status === 0 || error.status >= 500 || error.status === 429) return 'transient'
  if (error.status === 401) return 'session'
  if (error.problem.code === 'package.elsewhere') return 'elsewhere'
  if (
    error.status === 403 ||
    error.status === 404 ||
    ['activity.ended', 'activity.notStarted', 'course.unpublished'].includes(error.problem.code)
  )
    return 'ended'
  return 'refused'
}
