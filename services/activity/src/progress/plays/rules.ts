// The rules by which heartbeats count as watching. Pure: intervals of media seconds, and the wall clock spent on them.
import { covered, firstSeconds, type Interval, mergeIntervals, overlap } from '@lyceum/kit/intervals'
import { wholePercent } from '@lyceum/kit/percent'

/** The greatest playback rate that counts. */
export const maxRate = 2
/** Seconds by which clocks and buffers may differ, once for all heartbeats together. */
export const tolerance = 1
/** Seconds beyond the furthest watched point that one heartbeat may skip without counting as a seek. */
export const seekSlack = 5
/** Hours after the start of a play session in which late reports still count. */
export const lateHours = 24
/** Seconds of wall clock credited to one heartbeat at most: players send one every 15 s. */
export const maxBeatSeconds = 30
/** A segment's first and last second are not exact, and its end is in the player's buffer before the next one is fetched. */
const servedSlack = { before: 0.5, after: 2 }

/** Whole per cent of the duration; 0 while it is not known. The last second counts as watched: players stop short of it. */
export function watchedPercent(seconds: number, duration: number | null): number {
  if (!duration || duration <= 0) return 0
  return seconds >= duration - 1 && seconds >= duration * 0.9 ? 100 : wholePercent(seconds, duration)
}

export type CreditRequest = { creditedUntil: Date | null; startedAt: Date; now: Date; seconds: number; rate: number }

/**
 * Spends wall clock on watched seconds, each second of it once: with late or split heartbeats and with several open play sessions, nobody
 * watches more than wall clock × rate. Returns the time up to which the clock is spent; undefined when the report exceeds the time passed.
 */
export function spendClock({ creditedUntil, startedAt, now, seconds, rate }: CreditRequest): Date | undefined {
  const from = Math.max(creditedUntil?.getTime() ?? 0, startedAt.getTime())
  const until = from + (seconds / Math.min(rate, maxRate)) * 1000
  return until <= now.getTime() + tolerance * 1000 ? new Date(Math.ceil(until)) : undefined
}

/** Seconds beyond the furthest watched point that the played intervals skip. */
export function skippedAhead(watched: readonly Interval[], played: readonly Interval[]): number {
  let furthest = furthestOf(watched)
  let skipped = 0
  for (const [from, to] of played) {
    skipped += Math.max(0, from - furthest)
    furthest = Math.max(furthest, to)
  }
  return skipped
}
const furthestOf = (watched: readonly Interval[]) => watched.reduce((most, [, to]) => Math.max(most, to), 0)

/** The intervals up to the first that skips more than one heartbeat may. */
const withoutSkips = (watched: readonly Interval[], played: readonly Interval[]): Interval[] =>
  played.filter((_, nth) => skippedAhead(watched, played.slice(0, nth + 1)) <= seekSlack)

export type CountState = {
  /** Merged intervals. */
  watched: readonly Interval[]
  creditedUntil: Date | null
  startedAt: Date
  now: Date
  duration: number | null
  forwardSeeking: boolean
  /** Seconds whose segments were served to the person; undefined without a record of them. */
  served: readonly Interval[] | undefined
}
export type CountResult =
  | { watched: Interval[]; creditedUntil: Date }
  | { refused: 'progress.tooFast' | 'progress.notForwardSeek'; seconds: number }

/**
 * Counts one heartbeat. It is refused as a whole when it reports more than the time passed, or skips too much while forward seeking is off.
 * Of the rest, the first 30 s of wall clock count, and of these the served seconds. Skipped seconds cost wall clock like played ones, so that
 * small leaps are no faster than watching.
 */
export function countHeartbeat(state: CountState, beat: { intervals: readonly (readonly number[])[]; rate: number }): CountResult {
  const { watched, duration, forwardSeeking, served } = state
  const played = mergeIntervals(beat.intervals, duration)
  const skipped = (list: readonly Interval[]) => (forwardSeeking ? 0 : skippedAhead(watched, list))
  const seconds = Math.round(covered(played))
  if (skipped(played) > seekSlack) return { refused: 'progress.notForwardSeek', seconds }
  const payFor = (list: readonly Interval[]) => spendClock({ ...state, seconds: covered(list) + skipped(list), rate: beat.rate })
  if (!payFor(played)) return { refused: 'progress.tooFast', seconds }
  const capped = firstSeconds(played, maxBeatSeconds * Math.min(beat.rate, maxRate))
  const fetched = served ? overlap(capped, widen(served)) : capped
  const counted = forwardSeeking ? fetched : withoutSkips(watched, fetched)
  return { watched: mergeIntervals([...watched, ...counted], duration), creditedUntil: payFor(counted)! }
}
const widen = (served: readonly Interval[]): Interval[] =>
  mergeIntervals(served.map(([from, to]) => [from - servedSlack.before, to + servedSlack.after]))
