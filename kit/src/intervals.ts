// Intervals of seconds: merged, measured, cut. Pure.

/** [from, to) in seconds of a medium, from < to. */
export type Interval = [from: number, to: number]

const tidy = (value: number) => Math.round(value * 1000) / 1000

/** Merges intervals of any order and overlap: sorted, disjoint, without empty ones, cut to the duration where it is known. */
export function mergeIntervals(intervals: Iterable<readonly number[]>, duration: number | null = null): Interval[] {
  const end = duration ?? Number.POSITIVE_INFINITY
  const sorted = [...intervals]
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

/** The first `seconds` of merged intervals. */
export function firstSeconds(merged: readonly Interval[], seconds: number): Interval[] {
  const taken: Interval[] = []
  let left = seconds
  for (const [from, to] of merged) {
    if (left <= 0) break
    taken.push([from, tidy(Math.min(to, from + left))])
    left -= to - from
  }
  return taken.filter(([from, to]) => to > from)
}

/** The intersection of two lists of merged intervals. */
export const overlap = (a: readonly Interval[], b: readonly Interval[]): Interval[] =>
  mergeIntervals(a.flatMap(([from, to]) => b.map(([start, end]): Interval => [Math.max(from, start), Math.min(to, end)])))
