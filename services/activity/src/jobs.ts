// The jobs of activity: kind → payload. service.ts binds their handlers.
import { enqueueFor } from '@lyceum/kit/jobs/jobs'

export type Jobs = {
  sweepPlays: undefined
  sweepTrials: undefined
  purgeBin: undefined
  openActivities: undefined
  /** Measures who has not completed an activity by its changed criterion. */
  measureCompletion: { activity: string; criterion: string }
}
export const enqueue = enqueueFor<Jobs>()
