// The next thing that the provider of a meeting has to do, by the meeting as it is wanted and as the provider has it.
import { createHash } from 'node:crypto'
import { draftOf, type MeetingRow, opensAt, overAt } from '../meeting-row.ts'
import { madeMeetings } from '../providers/providers.ts'
import type { MadeProvider } from '../shapes.ts'

/** A meeting at its provider: `as` is the mark of its draft, `ended` the time at which it was ended there. */
export type Made = { provider: MadeProvider; ref: string; as: string; ended?: string }
/** `deleted`: its activity lies in the bin; `without_course`: its course does. */
export type Arranged = MeetingRow & { made: Made | null; deleted: boolean; without_course: boolean }

/** later: at this time, by which nothing else is due. */
export type Step =
  | { do: 'create' | 'change'; provider: MadeProvider }
  | { do: 'cancel' | 'end'; made: Made }
  | { do: 'later'; at: Date }
  | { do: 'nothing' }

/** Milliseconds for which the end of a lecture can be undone: the provider sends everybody out. */
export const undoable = 10_000

/** The mark of a draft: another one means a change. */
export const markOf = (row: MeetingRow): string =>
  createHash('sha256')
    .update(JSON.stringify(draftOf(row)))
    .digest('base64url')
    .slice(0, 22)

export function nextStep(row: Arranged, now: Date): Step {
  const { made, provider, starts_at, ends_at, ended_at } = row
  const over = overAt(starts_at, ends_at)
  const wanted = provider === 'link' || row.deleted || row.without_course || !row.shown ? undefined : provider
  // one that is over holds nobody, and a course that is restored still has its recordings
  if (row.without_course && (ended_at || (over && over <= now))) return { do: 'nothing' }
  // without its address nobody comes in: the place was changed and changed back before it was cancelled
  if (made && !made.ended && (made.provider !== wanted || !row.has_address)) return { do: 'cancel', made }
  if (!wanted) return { do: 'nothing' }
  if (ended_at) {
    if (!made || made.ended) return { do: 'nothing' }
    const at = new Date(ended_at.getTime() + undoable)
    return at > now ? { do: 'later', at } : { do: 'end', made }
  }
  if (over && over <= now) return { do: 'nothing' }
  const { early, change } = madeMeetings(wanted)
  if (!made || made.ended || made.provider !== wanted) {
    const opens = early ? null : opensAt(starts_at)
    return opens && opens > now ? { do: 'later', at: opens } : { do: 'create', provider: wanted }
  }
  return change && made.as !== markOf(row) ? { do: 'change', provider: wanted } : { do: 'nothing' }
}
