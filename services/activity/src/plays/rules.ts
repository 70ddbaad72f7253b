// The rules by which heartbeats count as watching. Pure: intervals of media seconds, and wall clock that is spent on them.
import { covered, firstSeconds, type Interval, mergeIntervals, overlap } from '@lyceum/kit/intervals'

/** Faster than this nobody's watching counts. */
export const maxRate = 2
/** Seconds by which clocks and buffers may differ, once for all beats together. */
export const tolerance = 1
/** Seconds that one beat may leave out beyond the furthest watched point and still not have sought. */
export const seekSlack = 5
/** Seconds of wall clock that one beat can be credited for: players send one every 15 s. */
export const longestBeat = 30
/** A segment's first and last second are not exact, and its end is in the player's buffer before the next one is fetched. */
const servedSlack = { before: 0.5, after: 2 }

/** Whole per cent of the duration; 0 while it is not known. The last second is given: players stop short of it. */
export function watchedPercent(seconds: number, duration: number | null): number {
  if (!duration || duration <= 0) return 0
  return seconds >= duration - 1 && seconds >= duration * 0.9 ? 100 : Math.min(100, Math.floor((seconds / duration) * 100))
}

export type Spending = { creditedUntil: Date | null; startedAt: Date; now: Date; seconds: number; rate: number }

/**
 * Watching spends wall clock, and each second of it is spent once: whatever was sent late or in several beats, and however many play
 * sessions a person has open, nobody watches more than wall clock × rate. Answers until when the clock is spent, or undefined when
 * more was reported than has passed.
 */
export function spend({ creditedUntil, startedAt, now, seconds, rate }: Spending): Date | undefined {
  const from = Math.max(creditedUntil?.getTime() ?? 0, startedAt.getTime())
  const until = from + (seconds / Math.min(rate, maxRate)) * 1000
  return until <= now.getTime() + tolerance * 1000 ? new Date(Math.ceil(until)) : undefined
}

/** Seconds beyond the furthest watched point that were left out by what was played. */
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

/** The intervals up to the first that leaves more out than a beat may. */
const inOrder = (watched: readonly Interval[], played: readonly Interval[]): Interval[] =>
  played.filter((_, nth) => skippedAhead(watched, played.slice(0, nth + 1)) <= seekSlack)

export type Counting = {
  /** Merged. */
  watched: readonly Interval[]
  creditedUntil: Date | null
  startedAt: Date
  now: Date
  duration: number | null
  forwardSeeking: boolean
  /** Seconds whose segments the person was served; undefined where that is not known. */
  served: readonly Interval[] | undefined
}
export type Counted =
  | { watched: Interval[]; creditedUntil: Date }
  | { refused: 'progress.tooFast' | 'progress.notForwardSeek'; seconds: number }

/**
 * What one beat adds. Refused as a whole: more than has passed on the clock, and leaving out more than a beat may where seeking ahead is
 * off. Of what is left, the first 30 s of wall clock count, and of these what was served. Seconds left out ahead are paid for like seconds
 * that are played, so that leaping in small steps is no faster than watching.
 */
export function count(state: Counting, beat: { intervals: readonly (readonly number[])[]; rate: number }): Counted {
  const { watched, duration, forwardSeeking, served } = state
  const played = mergeIntervals(beat.intervals, duration)
  const skipped = (list: readonly Interval[]) => (forwardSeeking ? 0 : skippedAhead(watched, list))
  const seconds = Math.round(covered(played))
  if (skipped(played) > seekSlack) return { refused: 'progress.notForwardSeek', seconds }
  const pay = (list: readonly Interval[]) => spend({ ...state, seconds: covered(list) + skipped(list), rate: beat.rate })
  if (!pay(played)) return { refused: 'progress.tooFast', seconds }
  const capped = firstSeconds(played, longestBeat * Math.min(beat.rate, maxRate))
  const fetched = served ? overlap(capped, widened(served)) : capped
  const counted = forwardSeeking ? fetched : inOrder(watched, fetched)
  return { watched: mergeIntervals([...watched, ...counted], duration), creditedUntil: pay(counted)! }
}
const widened = (served: readonly Interval[]): Interval[] =>
  mergeIntervals(served.map(([from, to]) => [from - servedSlack.before, to + servedSlack.after]))

/** The facts of progress: at each 5 %, and at completion. */
export const stepOf = (percent: number): number => Math.floor(percent / 5)
