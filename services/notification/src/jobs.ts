// The jobs of notification: kind → payload. service.ts binds their handlers.
import { enqueueFor } from '@lyceum/kit/jobs/jobs'

export type Jobs = {
  /** Makes the notifications of the notices of a bundle; with `told_by` of those whose facts are not later. */
  deliverNotices: { bundle: string; told_by?: string }
  /** Delivers what waited for its course to open, or forgets it. */
  deliverHeld: { bundle: string }
  /** Tells a member what was told after they had joined, and before it was known here. */
  deliverMissed: { course: string; person: string; since: string }
  /** Makes a mail of what waits for a person. */
  gatherMail: { person: string; org: string }
  sendMail: { mail: string }
  /** Makes a push message of what waits for a person, for each of their devices. */
  gatherPush: { person: string }
  sendPush: { device: string; notification: string; count: number; urgent: boolean }
  /** Tells of the bulletins whose time has come. Periodic. */
  publishBulletins: undefined
  /** Periodic. */
  purgeNotices: undefined
  /** Read ones some months later, all after a year. Periodic. */
  purgeNotifications: undefined
  /** Periodic. */
  purgeMails: undefined
  /** Bulletins that were deleted 30 days ago. Periodic. */
  purgeBulletins: undefined
}
export const enqueue = enqueueFor<Jobs>()
