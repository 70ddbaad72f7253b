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
/** Milliseconds by which the clocks of a zone are ahead of UTC at a time, as the runtime says it. */
function readOffset(zone: string, time: number): number {
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

/** A change of a zone's clocks: at this time (ms) they are moved from one distance from UTC (ms) to another. */
export type ClockChange = { at: number; before: number; after: number }
type ZoneYear = { first: number; changes: ClockChange[] }
const zoneYears = new Map<string, Map<number, ZoneYear>>()
/** Of one zone: no calendar asks for more. */
const mostYears = 500

/** Asking the runtime costs microseconds, so a year's changes are looked for once: between two asked days by halves. */
function zoneYear(zone: string, year: number): ZoneYear {
  let years = zoneYears.get(zone)
  if (!years) zoneYears.set(zone, (years = new Map()))
  const known = years.get(year)
  if (known) return known
  const start = Date.UTC(year, 0, 1)
  const end = Date.UTC(year + 1, 0, 1)
  const changes: ClockChange[] = []
  const first = readOffset(zone, start)
  let before = first
  for (let at = start; at < end; at += 7 * day) {
    const next = Math.min(at + 7 * day, end)
    const after = readOffset(zone, next)
    if (after === before) continue
    let [low, high] = [at, next]
    while (high - low > 1000) {
      const middle = Math.floor((low + high) / 2000) * 1000
      if (readOffset(zone, middle) === before) low = middle
      else high = middle
    }
    changes.push({ at: high, before, after })
    before = after
  }
  if (years.size >= mostYears) years.clear()
  const found = { first, changes }
  years.set(year, found)
  return found
}

/** The changes of a zone's clocks in a year (of UTC), in their order. */
export const clockChanges = (zone: string, year: number): readonly ClockChange[] => zoneYear(zone, year).changes

/** Milliseconds by which the clocks of a zone are ahead of UTC at a time (ms). */
export function offsetAt(zone: string, time: number): number {
  const { first, changes } = zoneYear(zone, new Date(time).getUTCFullYear())
  let offset = first
  for (const change of changes) if (change.at <= time) offset = change.after
  return offset
}

/** The clock of a zone at a time, as if it were UTC (ms). */
export const localOf = (zone: string, time: number): number => time + offsetAt(zone, time)

/**
 * The time (ms) at which the clocks of a zone show a local time (ms, as if it were UTC). A local time that a change leaves out moves on by it; of one
 * that there is twice it is the first.
 */
export function instantOf(zone: string, local: number): number {
  const [before, after] = [local - offsetAt(zone, local - day), local - offsetAt(zone, local + day)]
  return localOf(zone, before) !== local && localOf(zone, after) === local ? after : before
}

/** The time so many days later by the clock of a zone: what is due at 23:59 is due at 23:59 there, also over a change of the clocks (instantOf). */
export const daysLater = (time: Date, days: number, zone: string): Date =>
  days === 0 ? time : new Date(instantOf(zone, localOf(zone, time.getTime()) + days * day))
