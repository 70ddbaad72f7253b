// Watched intervals of a recording, in seconds: how they are logged, merged, counted and reported. Pure.
export type Interval = readonly [from: number, to: number]

/** Sorts and joins intervals; those at most `slack` seconds apart become one, empty ones are dropped. */
export function merge(intervals: readonly Interval[], slack = 0): Interval[] {
  const sorted = intervals.filter(([from, to]) => to > from).sort((a, b) => a[0] - b[0])
  const joined: [number, number][] = []
  for (const [from, to] of sorted) {
    const last = joined.at(-1)
    if (last && from <= last[1] + slack) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}

/** Seconds covered, each counted once. */
export const covered = (intervals: readonly Interval[]): number => merge(intervals).reduce((sum, [from, to]) => sum + to - from, 0)

/** The gaps between intervals in 0 … duration, of at least `minSeconds`. */
export function gaps(intervals: readonly Interval[], duration: number, minSeconds = 1): Interval[] {
  const missing: Interval[] = []
  let cursor = 0
  for (const [from, to] of [...merge(intervals), [duration, duration] as Interval]) {
    const end = Math.min(from, duration)
    if (end - cursor >= minSeconds) missing.push([cursor, end])
    cursor = Math.max(cursor, to)
  }
  return missing
}

/** A gap that is shorter is none: times are kept in hundredths. */
export const shortestGap = 0.05

/**
 * The parts still to be watched: none at the 100 % of the server, which says what counts. Below it the gaps of a second or more; where there
 * are none, the shorter ones that add up to what is missing.
 */
export function missingParts(intervals: readonly Interval[], duration: number, percent: number): Interval[] {
  if (percent >= 100) return []
  const long = gaps(intervals, duration)
  return long.length > 0 ? long : gaps(intervals, duration, shortestGap)
}

/** Log of one play session: `closed` intervals, and the `open` one that grows during playback. `from` and `to` are seconds of the recording, `time` is the wall clock in milliseconds. */
export type WatchLog = { closed: readonly Interval[]; open?: { from: number; to: number; time: number } }
export const emptyLog: WatchLog = { closed: [] }

/** Logs playback up to `position` at `rate`. A step longer than the elapsed time allows is a jump, even without a seek event: the open interval ends before it. */
export function advanceLog(log: WatchLog, position: number, now: number, rate: number): WatchLog {
  const { open } = log
  if (!open) return { ...log, open: { from: position, to: position, time: now } }
  const step = position - open.to
  const maxStep = ((now - open.time) / 1000) * Math.max(rate, 0.1) * 1.1 + 0.75
  if (step < 0 || step > maxStep) return { ...closeLog(log), open: { from: position, to: position, time: now } }
  return { ...log, open: { from: open.from, to: position, time: now } }
}

/** Closes the open interval at the last logged position: after a pause, a seek, a stall, or on leaving. */
export function closeLog(log: WatchLog): WatchLog {
  const { open, closed: previous } = log
  return open && open.to > open.from ? { closed: merge([...previous, [open.from, open.to]], 0.05) } : { closed: previous }
}

/** All intervals of the log, the open one included. */
export const watchedIntervals = (log: WatchLog): Interval[] => [...closeLog(log).closed]

/** Takes the intervals for a heartbeat out of the log; in the rest, the open interval starts at its present end. */
export function takeIntervals(log: WatchLog): { intervals: Interval[]; rest: WatchLog } {
  const { open } = log
  return { intervals: watchedIntervals(log), rest: open ? { closed: [], open: { ...open, from: open.to } } : emptyLog }
}

/** The furthest watched second: the limit of seeking where seeking ahead is not allowed. */
export const furthestSecond = (intervals: readonly Interval[]): number => intervals.reduce((furthest, [, to]) => Math.max(furthest, to), 0)
