// Reads a calendar file (RFC 5545) into plain events. Bounded, and run in a thread of its own (ics-worker.ts): a file may be made to keep a reader busy.
import ICAL from 'ical.js'
import { isWithinTime } from '@lyceum/kit/calls/time-bounds'
import { instantOf, isTimeZone, localOf } from '@lyceum/kit/text/time-zones'
import { zoneOfWindows } from '@lyceum/kit/text/windows-zones'
import { datesAreReal, type IcsBadEntry, parsedCalendars } from './ics-lines.ts'

/** Times in milliseconds; of whole days midnights in UTC, the end being the day after. */
export type IcsEvent = {
  uid: string
  title: string
  location: string
  description: string
  allDay: boolean
  times: { start: number; end: number }[]
  /** Times of a series that are further away than a year, or too many. */
  leftOut: number
  unknownZone: string | null
}
/** `bad`: lines and entries that cannot be read, of those that are left out. */
export type IcsContent = { events: IcsEvent[]; leftOut: number; bad: IcsBadEntry[] }
export type IcsFault = 'calendarImport.notCalendar' | 'calendarImport.tooMany' | 'calendarImport.empty'
export class IcsRefused extends Error {
  readonly code: IcsFault
  constructor(code: IcsFault) {
    super(code)
    this.code = code
  }
}

export const icsLimits = { events: 500, lines: 60_000, times: 366, all: 1000, bad: 20 }
const yearMs = 366 * 86_400_000

/** `zone`: of times that name none, or one that is not known. */
export function readIcs(text: string, { zone: zoneOfReader, now }: { zone: string; now: number }): IcsContent {
  const { calendars, lines, bad } = parsed(text)
  const zone = knownZone(calendars.map((calendar) => textOf(calendar, 'x-wr-timezone', 100)).find(Boolean) ?? '') ?? zoneOfReader
  const zones = new Map<string, ICAL.Timezone>()
  const components = calendars.flatMap((calendar) => calendar.getAllSubcomponents('vevent'))
  for (const one of calendars.flatMap((calendar) => calendar.getAllSubcomponents('vtimezone'))) {
    const known = new ICAL.Timezone(one)
    zones.set(known.tzid, known)
  }
  const others = calendars.flatMap((calendar) => calendar.getAllSubcomponents()).length - components.length - zones.size
  if (components.length > icsLimits.events) throw new IcsRefused('calendarImport.tooMany')
  if (components.length === 0 && bad.length === 0) throw new IcsRefused('calendarImport.empty')
  /** By uid the times of lessons that were moved out of their series. */
  const moved = new Map<string, Set<number>>()
  for (const component of components.filter(datesAreReal))
    for (const at of instantsOf(component, 'recurrence-id', { zones, zone }))
      moved.set(uidOf(component), (moved.get(uidOf(component)) ?? new Set()).add(at))
  const events: IcsEvent[] = []
  let leftOut = others
  let all = 0
  for (const [nth, component] of components.entries()) {
    const event = eventOf(component, { zones, zone, now, moved })
    if (event === 'bad') bad.push({ line: lines[nth] ?? 0, text: textOf(component, 'summary', 100) })
    else if (!event || event.times.length === 0) leftOut++
    else {
      all += event.times.length
      if (all > icsLimits.all) throw new IcsRefused('calendarImport.tooMany')
      events.push(event)
    }
  }
  return { events, leftOut, bad: bad.slice(0, icsLimits.bad) }
}

/** The event of a component; bad: its dates are none, or its rule is. */
function eventOf(component: ICAL.Component, reading: Reading): IcsEvent | 'bad' | undefined {
  if (!datesAreReal(component)) return 'bad'
  try {
    return eventIn(component, reading)
  } catch {
    return 'bad'
  }
}

/** Alarms are left out, as empty lines, before the parser sees them: thousands of them would say nothing here. */
const withoutAlarms = (text: string) =>
  text.replaceAll(/^BEGIN:VALARM\r?\n(?:(?!END:VALARM|BEGIN:).*\r?\n)*END:VALARM\r?\n?/gim, (alarm) => alarm.replaceAll(/[^\n]/g, ''))

function parsed(given: string) {
  const text = withoutAlarms(given.replace(/^\uFEFF/, '').trimStart())
  if (!/^BEGIN:VCALENDAR\s*$/im.test(text.slice(0, 200))) throw new IcsRefused('calendarImport.notCalendar')
  if (text.split('\n').length > icsLimits.lines) throw new IcsRefused('calendarImport.tooMany')
  try {
    return parsedCalendars(text)
  } catch {
    throw new IcsRefused('calendarImport.notCalendar')
  }
}

const textOf = (component: ICAL.Component, name: string, most: number): string =>
  String(component.getFirstPropertyValue(name) ?? '').slice(0, most)
const uidOf = (component: ICAL.Component) => textOf(component, 'uid', 200)

type Zones = { zones: Map<string, ICAL.Timezone>; zone: string }
type Reading = Zones & { now: number; moved: Map<string, Set<number>> }
const tzidOf = (property: ICAL.Property | null) => String(property?.getParameter('tzid') ?? '')

/** The zone that a name means: of IANA, of Windows, or of IANA after a prefix, as Mozilla writes it (/mozilla.org/20050126_1/Europe/Berlin). */
function knownZone(name: string): string | undefined {
  if (isTimeZone(name)) return name
  const within = /^\/.*?\/([A-Z][A-Za-z_+-]*(?:\/[A-Z][A-Za-z0-9_+-]*){0,2})$/.exec(name)?.[1] ?? ''
  return isTimeZone(within) ? within : zoneOfWindows(name)
}

/** The time (ms) of a value by the clock of the zone that its property names. */
function instantIn(tzid: string, time: ICAL.Time, { zones, zone }: Zones): number {
  if (time.isDate) return Date.UTC(time.year, time.month - 1, time.day)
  const local = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second)
  if (time.zone === ICAL.Timezone.utcTimezone) return local
  if (isTimeZone(tzid)) return instantOf(tzid, local)
  const described = zones.get(tzid)
  if (!described) return instantOf(knownZone(tzid) ?? zone, local)
  const there = time.clone()
  there.zone = described
  return there.toUnixTime() * 1000
}

/** The times of all properties of a name: those of a series may be in another zone than its beginning. */
const instantsOf = (component: ICAL.Component, name: string, zones: Zones): number[] =>
  component
    .getAllProperties(name)
    .flatMap((property) =>
      property.getValues().flatMap((time) => (time instanceof ICAL.Time ? instantIn(tzidOf(property), time, zones) : [])),
    )

function eventIn(component: ICAL.Component, { zones, zone, now, moved }: Reading): IcsEvent | undefined {
  const start = component.getFirstPropertyValue('dtstart')
  if (!(start instanceof ICAL.Time) || textOf(component, 'status', 20).toUpperCase() === 'CANCELLED') return undefined
  const tzid = tzidOf(component.getFirstProperty('dtstart'))
  const unknownZone = tzid !== '' && !knownZone(tzid) && !zones.has(tzid) ? tzid.slice(0, 100) : null
  /** By the clock of the zone that the event names. */
  const instant = (time: ICAL.Time): number => instantIn(tzid, time, { zones, zone })
  const allDay = start.isDate
  const length = lengthOf(component, start, instant)
  const recurrence = component.getFirstPropertyValue('recurrence-id')
  const uid = uidOf(component) || `${textOf(component, 'summary', 100)} ${start.toString()}`
  const event: IcsEvent = {
    uid: recurrence ? `${uid} ${String(recurrence)}` : uid,
    title: textOf(component, 'summary', 200),
    location: textOf(component, 'location', 200),
    description: textOf(component, 'description', 5000),
    allDay,
    times: [],
    leftOut: 0,
    unknownZone,
  }
  const at = (time: ICAL.Time) => {
    const from = instant(time)
    return { start: from, end: from + length }
  }
  if (!component.hasProperty('rrule') && !component.hasProperty('rdate')) {
    const once = at(start)
    if (isWithinTime(once.start) && isWithinTime(once.end)) event.times.push(once)
  } else {
    const without = new Set([...(moved.get(uid) ?? []), ...instantsOf(component, 'exdate', { zones, zone })])
    keepDay(component, start)
    endByClock(component, start, (time) => (isTimeZone(tzid) ? localOf(tzid, time) : time + offsetOf(start, instant)))
    Object.assign(event, series(component, start, { at, now, without }))
  }
  return event
}

/** Milliseconds from its beginning to its end: at least a day of whole days, never less than nothing. */
function lengthOf(component: ICAL.Component, start: ICAL.Time, instant: (time: ICAL.Time) => number): number {
  const least = start.isDate ? 86_400_000 : 0
  const end = component.getFirstPropertyValue('dtend')
  const duration = component.getFirstPropertyValue('duration')
  const length =
    end instanceof ICAL.Time ? instant(end) - instant(start) : duration instanceof ICAL.Duration ? duration.toSeconds() * 1000 : 0
  const whole = start.isDate ? Math.round(length / 86_400_000) * 86_400_000 : length
  return Math.min(Math.max(whole, least), yearMs)
}

/** Milliseconds by which the clock of an event is ahead of UTC at its beginning. */
const offsetOf = (start: ICAL.Time, instant: (time: ICAL.Time) => number) =>
  Date.UTC(start.year, start.month - 1, start.day, start.hour, start.minute, start.second) - instant(start)

/** The parser moves a day that a year or a month does not have (29 February, the 31st) into the next: here the rule names its day, and leaves others out. */
function keepDay(component: ICAL.Component, start: ICAL.Time): void {
  if (start.day <= 28) return
  for (const property of component.getAllProperties('rrule')) {
    const rule = property.getFirstValue()
    if (!(rule instanceof ICAL.Recur) || Object.keys(rule.parts).length > 0) continue
    if (rule.freq === 'YEARLY') rule.setComponent('BYMONTH', [start.month])
    if (rule.freq === 'YEARLY' || rule.freq === 'MONTHLY') rule.setComponent('BYMONTHDAY', [start.day])
  }
}

/** A rule ends at a time in UTC and is reckoned by the clock of its event: its end as that clock shows it, of a day without a time the end of it. */
function endByClock(component: ICAL.Component, start: ICAL.Time, local: (time: number) => number): void {
  if (start.isDate || start.zone === ICAL.Timezone.utcTimezone) return
  for (const property of component.getAllProperties('rrule')) {
    const rule = property.getFirstValue()
    if (!(rule instanceof ICAL.Recur) || !rule.until) continue
    const { until } = rule
    const utc = Date.UTC(until.year, until.month - 1, until.day, until.hour, until.minute, until.second)
    const shown = new Date(until.isDate ? utc + 86_399_000 : until.zone === ICAL.Timezone.utcTimezone ? local(utc) : utc)
    // an end so far away is none: a year is read of a series
    if (isWithinTime(shown.getTime())) rule.until = ICAL.Time.fromDateTimeString(shown.toISOString().slice(0, 19))
  }
}

/** The times of a series from a year ago to a year from now; where there is none the next one. */
function series(
  component: ICAL.Component,
  start: ICAL.Time,
  { at, now, without }: { at: (time: ICAL.Time) => { start: number; end: number }; now: number; without: ReadonlySet<number> },
): Pick<IcsEvent, 'times' | 'leftOut'> {
  const expansion = new ICAL.RecurExpansion({ component, dtstart: start })
  const times: { start: number; end: number }[] = []
  let leftOut = 0
  for (let steps = 0; steps < 20_000; steps++) {
    const next = expansion.next()
    if (!next) break
    const time = at(next)
    if (time.start > now + yearMs) {
      if (times.length === 0 && isWithinTime(time.end)) times.push(time)
      else leftOut++
      break
    }
    if (time.start < now - yearMs || without.has(time.start)) leftOut += Number(!without.has(time.start))
    else if (times.length >= icsLimits.times) {
      leftOut++
      break
    } else times.push(time)
  }
  return { times, leftOut }
}
