// The server's time on a device whose own clock may be a day off: what an answer said, plus what has passed since.

const sleepLimit = 5000
let known: { server: number; device: number; monotonic: number } | undefined

/** Notes an answer's `now`. */
export function noteServerTime(now: string) {
  const server = Date.parse(now)
  if (Number.isFinite(server)) known = { server, device: Date.now(), monotonic: performance.now() }
}

/** Milliseconds since the epoch; this device's clock while nothing is known. */
export function serverNow(): number {
  if (!known) return Date.now()
  const passed = performance.now() - known.monotonic
  const byClock = Date.now() - known.device
  // some browsers stop the monotonic clock while the device sleeps; a clock that is set meanwhile jumps by more than any sleep of a page
  return known.server + (byClock - passed > sleepLimit && byClock < 86_400_000 ? byClock : passed)
}

/** Until a deadline, never below 0. `total` in milliseconds. */
export const leftUntil = (deadline: string, now = serverNow()): number => Math.max(0, Date.parse(deadline) - now)

/** Whether a clock shows what is left, in milliseconds. An exam without a limit and without an end is given a far one; what is days away has its
 *  day on the exam's page. */
export const isCountedDown = (left: number): boolean => left <= 2 * 86_400_000

/** Minutes before the end at which the time is told. */
export const warnings = [10, 5, 1] as const
/** The warning that a step from `before` to `after` milliseconds left passes; undefined: none. */
export const warningBetween = (before: number, after: number): (typeof warnings)[number] | undefined =>
  warnings.findLast((minutes) => before > minutes * 60_000 && after <= minutes * 60_000 && after > 0)
