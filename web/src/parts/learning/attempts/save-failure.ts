// The meaning of a failed save of an attempt: try again, sign in, another device has it, it is over for this person, or the answer itself is refused.
import { CallFailed } from '../../../client.ts'
import type { Failure } from './answer-keeper.ts'

export const failureOf = (error: unknown): Failure => {
  if (!(error instanceof CallFailed) || error.status === 0 || error.status >= 500 || error.status === 429) return 'transient'
  if (error.status === 401) return 'session'
  if (error.problem.code === 'attempt.elsewhere') return 'elsewhere'
  if (error.status === 404 || error.status === 403 || error.problem.code === 'attempt.over') return 'ended'
  return 'refused'
}
