// The jobs of notification: kind → payload. service.ts binds their handlers.
import { enqueueFor } from '@lyceum/kit/jobs/jobs'

export type Jobs = {
  /** Sends hints to the open pages of everybody with a notification of this fact. */
  hintRecipients: { fact: string; org: string }
}
export const enqueue = enqueueFor<Jobs>()
