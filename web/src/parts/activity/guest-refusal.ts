// Refusals to a guest: those after which signing in may help.
import { CallFailed } from '../../client.ts'

/** What a guest is told instead, because a session would not change it, or only by work. */
const told = ['activity.notStarted', 'activity.ended', 'activity.locked']

/** The course is not open to guests, or nothing that guests may see stands at the address. */
export const needsSignIn = (error: unknown): boolean =>
  error instanceof CallFailed && [400, 401, 403, 404].includes(error.status) && !told.includes(error.problem.code)
