// What counts as watched. Pure: intervals of media seconds, and wall clock that is spent on watching them.

/** [from, to) in seconds of the medium, from < to. */
export type Interval = [from: number, to: number]

/** Faster than this nobody's watching counts. */
export const maxRate = 2
/** Seconds by which clocks and buffers may differ, once for all beats together. */
export const tolerance = 1
/** Seconds a player may be ahead of the furthest watched point and still not have sought. */
const seekSlack = 5

const tidy = (value: number) => Math.round(value * 1000) / 1000

/** Sorted, disjoint, without empty ones, cut to the duration where it is known. Any order and overlap may come in. */
export function mergeIntervals(given: Iterable<readonly number[]>, duration: number | null = null): Interval[] {
  const end = duration ?? Number.POSITIVE_INFINITY
  const sorted = [...given]
    .map(([from = 0, to = 0]): Interval => [tidy(Math.max(0, from)), tidy(Math.min(to, end))])
    .filter(([from, to]) => to > from)
    .sort(([a], [b]) => a - b)
  const merged: Interval[] = []
  for (const [from, to] of sorted) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

/** Seconds in merged intervals. */
export const covered = (merged: readonly Interval[]): number => tidy(merged.reduce((sum, [from, to]) => sum + to - from, 0))

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
  return until <= now.getTime() + tolerance * 1000 ? new Date(until) : undefined
}

/** True when something was played beyond the furthest watched point. */
export function seeksAhead(watched: readonly Interval[], played: readonly Interval[]): boolean {
  let furthest = watched.reduce((most, [, to]) => Math.max(most, to), 0)
  for (const [from, to] of played) {
    if (from > furthest + seekSlack) return true
    furthest = Math.max(furthest, to)
  }
  return false
}

/** The facts of progress: at each 5 %, and at completion. */
export const stepOf = (percent: number): number => Math.floor(percent / 5)
