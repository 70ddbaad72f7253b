// A program that knows a zone by its VTIMEZONE alone shows the hours of Intl, for zones with a rule also after the years of the entries.
import { expect, test } from 'vitest'
import { icalZone } from './ical-zone.ts'
import { clockChanges } from './time-zones.ts'

const hour = 3_600_000
const ruled = [
  'Europe/Berlin',
  'Europe/London',
  'Europe/Dublin',
  'Europe/Lisbon',
  'Europe/Chisinau',
  'America/New_York',
  'America/Los_Angeles',
  'America/St_Johns',
  'America/Havana',
  'America/Santiago',
  'Atlantic/Azores',
  'Asia/Jerusalem',
  'Asia/Beirut',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
]
const fixed = ['Asia/Bangkok', 'Asia/Shanghai', 'Asia/Kolkata', 'America/Phoenix']
const dated = ['America/Nuuk', 'Africa/Casablanca', 'Africa/Cairo', 'America/Asuncion']

const offsetMinutes = (text: string) => (text[0] === '-' ? -1 : 1) * (Number(text.slice(1, 3)) * 60 + Number(text.slice(3)))
const localTime = (text: string) => Date.parse(text.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/, '$1-$2-$3T$4:$5:$6Z'))
const names = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** As another program reads it: every onset until 2031 with the offset that begins, in their order. */
function onsetsOf(text: string) {
  const parts = text.split(/BEGIN:(?:STANDARD|DAYLIGHT)/).slice(1)
  return parts
    .flatMap((part) => {
      const value = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(part.replaceAll('\r\n ', '').replaceAll('\r', ''))?.[1]
      const start = localTime(value('DTSTART')!)
      const rule = Object.fromEntries((value('RRULE') ?? '').split(';').map((one) => one.split('=')))
      const [from, to] = [offsetMinutes(value('TZOFFSETFROM')!), offsetMinutes(value('TZOFFSETTO')!)]
      const locals = [start]
      for (let year = new Date(start).getUTCFullYear(); rule.FREQ && year <= 2031; year++) {
        const [, nth, weekday] = /^(-?\d)?(..)$/.exec(rule.BYDAY)!
        const month = Number(rule.BYMONTH) - 1
        const all = Array.from({ length: new Date(Date.UTC(year, month + 1, 0)).getUTCDate() }, (_, n) => n + 1)
        const days = all
          .filter((date) => names[new Date(Date.UTC(year, month, date)).getUTCDay()] === weekday)
          .filter((date) => !rule.BYMONTHDAY || rule.BYMONTHDAY.split(',').map(Number).includes(date))
        const chosen = nth === undefined ? days : [days.at(nth === '-1' ? -1 : Number(nth) - 1)!]
        for (const date of chosen) locals.push(Date.UTC(year, month, date) + (start % (24 * hour)))
      }
      return [...new Set(locals)].filter((local) => local >= start).map((local) => ({ at: local - from * 60_000, to }))
    })
    .sort((a, b) => a.at - b.at)
}

function intlMinutes(clock: Intl.DateTimeFormat, time: number) {
  const shown = Object.fromEntries(clock.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
  return (Date.UTC(shown.year!, shown.month! - 1, shown.day!, shown.hour!, shown.minute!) - time) / 60_000
}

/** The moments from 2024 to 2030 at which another offset is read than Intl has. */
function differing(zone: string, text: string) {
  const onsets = onsetsOf(text)
  const numeric = 'numeric'
  const parts = { year: numeric, month: numeric, day: numeric, hour: numeric, minute: numeric } as const
  const clock = new Intl.DateTimeFormat('en', { timeZone: zone, hourCycle: 'h23', ...parts })
  const times = Array.from({ length: 2557 }, (_, day) => Date.UTC(2024, 0, 1 + day, 12))
  for (let year = 2024; year <= 2030; year++) for (const { at } of clockChanges(zone, year)) times.push(at - 60_000, at, at + hour)
  return times
    .filter((time) => onsets.findLast(({ at }) => at <= time)?.to !== intlMinutes(clock, time))
    .map((time) => `${zone} ${new Date(time).toISOString()}`)
}

test('the offsets of 2024 to 2030 are those of Intl, by the rule of one year where there is one', () => {
  for (const zone of [...ruled, ...fixed]) {
    const text = icalZone(zone, 2024, 2024)
    expect(differing(zone, text), text).toEqual([])
    expect(text.match(/RRULE:/g)?.length ?? 0, zone).toBe(ruled.includes(zone) ? 2 : 0)
    expect(text.match(/BEGIN:(STANDARD|DAYLIGHT)/g)?.length, zone).toBe(ruled.includes(zone) ? 2 : 1)
  }
})

test('a zone whose changes differ by year has each of them, and the rule from the year on in which they no longer do', () => {
  for (const zone of dated) expect(differing(zone, icalZone(zone, 2024, 2030)), zone).toEqual([])
  expect(icalZone('Africa/Casablanca', 2024, 2030)).not.toContain('RRULE')
  const sydney = icalZone('Australia/Sydney', 2005, 2010)
  expect(sydney.match(/RRULE:/g)).toHaveLength(2)
  expect(sydney.match(/BEGIN:(STANDARD|DAYLIGHT)/g)!.length).toBeGreaterThan(3)
  expect(differing('Australia/Sydney', sydney)).toEqual([])
})

test('the rule of a zone is as it is written elsewhere', () => {
  expect(icalZone('Europe/Berlin', 2026, 2027).split('\r\n')).toEqual([
    'BEGIN:VTIMEZONE',
    'TZID:Europe/Berlin',
    'BEGIN:DAYLIGHT',
    'DTSTART:20250330T020000',
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0200',
    'END:DAYLIGHT',
    'BEGIN:STANDARD',
    'DTSTART:20251026T030000',
    'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
    'TZOFFSETFROM:+0200',
    'TZOFFSETTO:+0100',
    'END:STANDARD',
    'END:VTIMEZONE',
  ])
  expect(icalZone('America/New_York', 2026, 2026)).toContain('RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU')
})
