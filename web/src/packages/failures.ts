// The meaning of a failed save of a package: try again, sign in, another device has it, it is over for this person, or the entry itself is refused.
import { CallFailed } from '../client.ts'
import type { Failure } from '../parts/learning/attempts/answer-keeper.ts'

const signsIn = ['session.other', 'authCode.needed', 'mobile.needed', 'password.expired']
const isOver = ['activity.ended', 'activity.notStarted', 'course.unpublished']

/** An entry is dropped only where it is refused itself: anything unknown is tried again. */
export const failureOf = (error: unknown): Failure => {
  if (!(error instanceof CallFailed)) return 'transient'
  const { status, problem } = error
  if (status === 401 || signsIn.includes(problem.code)) return 'session'
  if (problem.code === 'package.elsewhere') return 'elsewhere'
  if (status === 403 || status === 404 || isOver.includes(problem.code)) return 'ended'
  return status === 400 || status === 413 ? 'refused' : 'transient'
}
