// Attempts after an invigilator's action. Pure.
import type { Writer, WritingState } from './api.ts'

/** Without a report for so long, a running attempt is offline. */
export const offlineAfter = 45_000

type Seen = { state: 'running' | 'submitted' | 'marked' | null; seen_at: Date | null }
export const writingStateOf = ({ state, seen_at }: Seen, now: Date): WritingState =>
  state === null
    ? 'not_begun'
    : state !== 'running'
      ? 'submitted'
      : seen_at && now.getTime() - seen_at.getTime() <= offlineAfter
        ? 'running'
        : 'offline'

/** The order of the page: whoever needs looking after is found by state, people by name. */
export function countsOf(list: readonly Pick<Writer, 'state'>[]) {
  const counts = { all: list.length, not_begun: 0, running: 0, offline: 0, submitted: 0 }
  for (const { state } of list) counts[state]++
  return counts
}
