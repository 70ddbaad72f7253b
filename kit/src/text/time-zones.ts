// Time zones by their IANA names, such as Asia/Bangkok.

/** Whether it is the name of a zone that this runtime knows. An offset (+08:00) is none: it has no clock changes. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z][A-Za-z0-9_+-]*(\/[A-Z][A-Za-z0-9_+-]*){0,2}$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const clocks = new Map<string, Intl.DateTimeFormat>()
/** Milliseconds by which the clocks of a zone are ahead of UTC at a time. */
function offsetAt(zone: string, time: number): number {
  let clock = clocks.get(zone)
  if (!clock) {
    const numeric = 'numeric'
    const parts = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric } as const
    clocks.set(zone, (clock = new Intl.DateTimeFormat('en', { timeZone: zone, hourCycle: 'h23', ...parts })))
  }
  const shown = Object.fromEntries(clock.formatToParts(time).map(({ type, value }) => [type, value]))
  const part = (name: string) => Number(shown[name])
  const seconds = Math.floor(time / 1000) * 1000
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) - seconds
}

const day = 86_400_000

/**
 * The time so many days later by the clock of a zone: what is due at 23:59 is due at 23:59 there, also over a change of the clocks. A time that a
 * change leaves out moves on by it; of one that there is twice it is the first.
 */
export function daysLater(time: Date, days: number, zone: string): Date {
  if (days === 0) return time
  const local = time.getTime() + offsetAt(zone, time.getTime()) + days * day
  const [before, after] = [local - offsetAt(zone, local - day), local - offsetAt(zone, local + day)]
  const shows = (at: number) => at + offsetAt(zone, at) === local
  return new Date(!shows(before) && shows(after) ? after : before)
}
