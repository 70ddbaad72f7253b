// The jobs of notification: kind → payload. service.ts binds their handlers.
import { enqueueFor } from '@lyceum/kit/jobs/jobs'

export type Jobs = {
  /** Makes the notifications of the notices of a bundle. */
  deliver: { bundle?: string }
  /** Periodic. */
  purgeNotices: undefined
}
export const enqueue = enqueueFor<Jobs>()
