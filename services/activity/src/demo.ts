// Progress of past days for the demo school, by the one writer of progress, so that it is told and counted like any other.
import { rows, type Tx } from '@lyceum/kit/database/database'
import { covered, type Interval } from '@lyceum/kit/intervals'
import { readActivities } from './activities/activity-row.ts'
import { watchedPercent } from './plays/rules.ts'
import type { ProgressEvent } from './progress/progress-after.ts'
import { record } from './progress/progress.ts'
import { recordedActivity } from './progress/recorded-activity.ts'
import { uploadsById } from './uploads/uploads.ts'

/** `watched`: stretches of a film as shares of its length. Without them it was read, or handed in where that is asked for. */
export type PastVisit = { person: string; at: Date; watched?: Interval[] }

/** Records visits of students to an activity. Who has been there already stays as they are, so that it may run again. */
export async function recordPast(tx: Tx, id: string, visits: PastVisit[]): Promise<void> {
  const [activity] = await readActivities(tx, [id])
  if (!activity || activity.deleted) return
  const there = await rows<{ id: string }>(tx, 'select person_id::text as id from progress where activity_id = $1', id)
  const known = new Set(there.map((row) => row.id))
  const recorded = await recordedActivity(tx, activity)
  const film =
    recorded.watching && activity.uploadIds[0] ? (await uploadsById(tx, [activity.uploadIds[0]])).get(activity.uploadIds[0]) : undefined
  for (const { person, at, watched } of visits) {
    if (known.has(person)) continue
    const occasion = { now: at, tells: true }
    await record(tx, recorded, person, eventOf(activity.criterionKey, at, watched, film?.duration ?? null), occasion)
    for (const { id: upload, pages } of recorded.documents ?? [])
      if (pages) await record(tx, recorded, person, { kind: 'pagesSeen', upload, seen: [[1, pages]], creditedUntil: at }, occasion)
  }
}

function eventOf(criterion: string, at: Date, shares: Interval[] | undefined, duration: number | null): ProgressEvent {
  if (!shares || !duration) return { kind: criterion === 'submitted' ? 'submitted' : 'read' }
  const watched = shares.map(([from, to]): Interval => [from * duration, to * duration])
  const seconds = covered(watched)
  const position = shares.at(-1)![1] >= 1 ? 0 : watched.at(-1)![1]
  return { kind: 'watched', watched, seconds, percent: watchedPercent(seconds, duration), position, creditedUntil: at }
}
