// The jobs of activity: kind → payload. service.ts binds their handlers.
import { enqueueFor } from '@lyceum/kit/jobs/jobs'
import { type OfTask, startTaskFor } from '@lyceum/kit/tasks/tasks'

export type Jobs = {
  sweepPlays: undefined
  /** Copies the content of a course into a new one: of its modules these alone, every date so many days later by the clock of the zone. */
  copyContent: OfTask & {
    course: string
    org: string
    from: string
    modules: string[] | null
    withoutModule: boolean
    days: number
    zone: string
    person: string
  }
  sweepTrials: undefined
  /** Rewrites the personal times of people in one activity of a course, in all, or without a course in all of the organisation. */
  rewriteTimes: { org: string; course?: string; activity?: string; persons: string[] }
  purgeBin: undefined
  sweepDrafts: undefined
  openActivities: undefined
  /** Measures who has not completed an activity by its changed criterion. */
  measureCompletion: OfTask & { activity: string; criterion: string }
}
export const enqueue = enqueueFor<Jobs>()
export const startTask = startTaskFor<Jobs>('activity')
