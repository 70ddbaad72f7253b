/** Stretches of a recording in seconds, as they are drawn, reported and counted. No state, no DOM: everything here is tested beside it. */
export type Interval = readonly [from: number, to: number]

/** Sorted and joined; stretches that lie at most `slack` seconds apart become one, empty ones go. */
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

/** What is left of 0 … duration. Gaps shorter than `least` seconds are not worth showing: time updates come four times a second. */
export function gaps(intervals: readonly Interval[], duration: number, least = 1): Interval[] {
  const left: Interval[] = []
  let at = 0
  for (const [from, to] of [...merge(intervals), [duration, duration] as Interval]) {
    const end = Math.min(from, duration)
    if (end - at >= least) left.push([at, end])
    at = Math.max(at, to)
  }
  return left
}

/** Whole percent of the duration, never 100 before all but the last second is there. */
export function percentOf(intervals: readonly Interval[], duration: number): number {
  if (!(duration > 0)) return 0
  const share = covered(intervals.map(([from, to]) => [Math.max(0, from), Math.min(to, duration)] as Interval)) / duration
  return share >= 1 - 1 / Math.max(duration, 1) ? 100 : Math.min(99, Math.floor(share * 100))
}

/** What one play session has seen so far: `done` are closed stretches, `open` runs while the recording does. Positions are seconds of the recording, `at` is a clock in milliseconds. */
export type Watch = { done: readonly Interval[]; open?: { from: number; to: number; at: number } }
export const nothing: Watch = { done: [] }

/** Time moved to `position` while playing at `rate`. A step that the clock cannot explain is a jump, whatever event the browser forgot to send: the stretch before it ends where it was. */
export function played(watch: Watch, position: number, at: number, rate: number): Watch {
  const { open } = watch
  if (!open) return { ...watch, open: { from: position, to: position, at } }
  const step = position - open.to
  const most = ((at - open.at) / 1000) * Math.max(rate, 0.1) * 1.1 + 0.75
  if (step < 0 || step > most) return { ...stopped(watch), open: { from: position, to: position, at } }
  return { ...watch, open: { from: open.from, to: position, at } }
}

/** Playing ended, by pause, seek, stall or leaving: the open stretch is closed at the last position that was really shown. */
export function stopped(watch: Watch): Watch {
  const { open, done } = watch
  return open && open.to > open.from ? { done: merge([...done, [open.from, open.to]], 0.05) } : { done }
}

/** All stretches, the running one too. */
export const seen = (watch: Watch): Interval[] => [...stopped(watch).done]

/** What a heartbeat reports, and what is left to collect after it: the running stretch goes on from where it is. */
export function taken(watch: Watch): { stretches: Interval[]; rest: Watch } {
  const { open } = watch
  return { stretches: seen(watch), rest: open ? { done: [], open: { ...open, from: open.to } } : nothing }
}

/** The furthest second that may be sought to where seeking ahead is not allowed. */
export const furthest = (intervals: readonly Interval[]): number => intervals.reduce((most, [, to]) => Math.max(most, to), 0)
