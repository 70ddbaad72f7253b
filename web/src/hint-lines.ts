// Lines of reads that a hint makes stale. A feature, or a part with queries, owns its lines: its hints.ts; web/src/hints.ts collects and applies them.
import type { PageHint } from '@lyceum/bff/api'
import type { CallName } from './client.ts'

export type Subject = PageHint['subject']
export type StaleRead = {
  call: CallName
  /** Only the read whose `id` parameter is the hint's id, its course, or the part of it that changed; or whose answer is of the hint's course.
   *  Missing: all. */
  by?: 'id' | 'course' | 'of' | 'answer'
  /** Only a hint about myself: who teaches also gets those about their students, and sees none of it here. */
  mine?: true
  /** true: the page has shown it already, from the answers to its own writes; the read is only marked for the next visit. */
  known?: (hint: PageHint) => boolean
  /** Milliseconds between two of them at least, where many people's doings are summed up. */
  every?: number
}
/** `now`: read again at once, and no less than half a second apart: what a hall of people sees together. */
export type HintLine = { on: readonly Subject[]; reads: readonly StaleRead[]; now?: true }

/** Facts by what they change. */
export const ofCourse = [
  'courseCreated',
  'courseChanged',
  'coursePublished',
  'courseUnpublished',
  'courseDeleted',
  'courseRestored',
  'simulationChanged',
] as const satisfies Subject[]
export const ofMembers = ['memberJoined', 'memberChanged', 'memberLeft'] as const satisfies Subject[]
export const ofContent = [
  'moduleChanged',
  'activityCreated',
  'activityChanged',
  'activityPublished',
  'activityOpened',
  'activityDeleted',
] as const satisfies Subject[]
export const ofUploads = [
  'uploadCreated',
  'uploadChanged',
  'uploadReady',
  'uploadFailed',
  'uploadDeleted',
  'renditionsChanged',
] as const satisfies Subject[]
