// The lifecycle of activities, courses and people, in which every room has a part. A step walks the rooms in their order, so that no room imports one
// that stands after it.
import type { Tx } from '@lyceum/kit/database/database'
import type { CourseCopy } from './activity/links.ts'
import type { Activity } from './generated/client.ts'

/** An activity and its copy. */
export type Copied = { from: string; to: Activity }

/** Steps run in the transaction of their caller. */
export type Lifecycle = {
  /** After every write of activities, with their new rows, before their facts. */
  written?(tx: Tx, activities: readonly Activity[]): Promise<unknown>
  /** Before the facts of a publication. Throws where one cannot be published, before it has written anything of that one. */
  published?(tx: Tx, activities: readonly Activity[], person: string, now: Date): Promise<unknown>
  /** After files of an activity gave their places to others. */
  filesReplaced?(tx: Tx, activity: string, replaced: readonly [from: string, to: string][]): Promise<unknown>
  /** After a person has changed the settings of an activity. */
  settingsChanged?(tx: Tx, deps: { now(): Date }, before: Activity, after: Activity): Promise<unknown>
  /** After times of activities changed, for these people or for everybody. */
  timesChanged?(tx: Tx, activities: readonly string[], persons: readonly string[] | null): Promise<unknown>
  /** After activities were copied into a course; `copy`: of a course that is copied as a whole. */
  copied?(tx: Tx, course: string, copies: readonly Copied[], now: Date, copy?: CourseCopy): Promise<unknown>
  /** When all activities of a copied course are there; `days`: by how many its dates are later. */
  courseCopied?(tx: Tx, copy: CourseCopy, days: number): Promise<unknown>
  /** Deletes the rows of activities that are about to be deleted for good. */
  purge?(tx: Tx, activities: string[]): Promise<unknown>
  /** Deletes at most `size` rows that lay in the bin until `before`; returns their number. */
  purgeBin?(tx: Tx, before: Date, size: number): Promise<number>
  /** Deletes the rows of a course that hang on no activity. */
  purgeCourse?(tx: Tx, course: string): Promise<unknown>
  /** Deletes at most `size` trials that are over; returns their number. */
  purgeTrials?(tx: Tx, now: Date, size: number): Promise<number>
  /** Deletes a person's rows, and their name at rows of others. */
  erase?(tx: Tx, person: string): Promise<unknown>
}

let rooms: readonly Lifecycle[] = []
/** Called by rooms.ts alone, once it is loaded. */
export const openRooms = (inOrder: readonly Lifecycle[]): void => {
  rooms = inOrder
}

/** Runs a step of the lifecycle in every room that has it, one after the other; returns the sum of the numbers that they return. */
export async function inEveryRoom<K extends keyof Lifecycle>(step: K, ...values: Parameters<NonNullable<Lifecycle[K]>>): Promise<number> {
  if (rooms.length === 0) throw new Error('rooms.ts is not loaded')
  let sum = 0
  for (const room of rooms) {
    const run = room[step] as ((...values: unknown[]) => Promise<unknown>) | undefined
    const done = await run?.(...values)
    if (typeof done === 'number') sum += done
  }
  return sum
}
