// The jobs of activity: kind → payload. service.ts binds their handlers.
import { type OfTask, startTaskFor } from '@lyceum/kit/tasks/tasks'

export type Jobs = {
  sweepPlays: undefined
  purgeBin: undefined
  openActivities: undefined
  /** Measures who has not completed an activity by its changed criterion. */
  measureCompletion: OfTask & { activity: string; criterion: string }
}
export const startTask = startTaskFor<Jobs>('activity')
