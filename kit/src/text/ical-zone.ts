// Writes a time zone of iCalendar (VTIMEZONE): as the yearly rule of its clocks where it has one, else with every change of the years that are needed.
import { icalComponent, type IcalLine, icalLocal } from './icalendar.ts'
import { type ClockChange, clockChanges, offsetAt } from './time-zones.ts'

const two = (value: number) => String(value).padStart(2, '0')
const offsetText = (offset: number): string => {
  const minutes = Math.round(Math.abs(offset) / 60_000)
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`
}

const observance = ({ at, before, after }: ClockChange, rule?: string) =>
  icalComponent(after > before ? 'DAYLIGHT' : 'STANDARD', [
    ['DTSTART', icalLocal(at + before)],
    ...(rule === undefined ? [] : [['RRULE', rule] satisfies IcalLine]),
    ['TZOFFSETFROM', offsetText(before)],
    ['TZOFFSETTO', offsetText(after)],
  ])

/** In so many years every day of a month falls on every weekday: a rule that holds for them is the rule. */
const years = 28
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** The local day of a change, and all that must be the same in every year. */
function dayOf({ at, before, after }: ClockChange) {
  const local = new Date(at + before)
  const [year, month, date] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()]
  const same = [month, local.getUTCDay(), local.getTime() % 86_400_000, before, after].join(' ')
  return { month, date, last: new Date(Date.UTC(year, month + 1, 0)).getUTCDate(), weekday: weekdays[local.getUTCDay()]!, same }
}

/** The rule of one change a year; undefined: it has none. */
function ruleOf(changes: readonly ClockChange[]): string | undefined {
  const days = changes.map(dayOf)
  const [first] = days
  if (!first || days.some(({ same }) => same !== first.same)) return undefined
  const rule = `FREQ=YEARLY;BYMONTH=${first.month + 1};BYDAY=`
  if (days.every(({ date, last }) => date > last - 7)) return `${rule}-1${first.weekday}`
  const nth = Math.ceil(first.date / 7)
  if (days.every(({ date }) => Math.ceil(date / 7) === nth)) return `${rule}${nth}${first.weekday}`
  const from = Math.min(...days.map(({ date }) => date))
  if (days.some(({ date }) => date > from + 6)) return undefined
  return `${rule}${first.weekday};BYMONTHDAY=${Array.from({ length: 7 }, (_, n) => from + n).join(',')}`
}

/** The rules of a zone from this year on, each with its first change; undefined where a year differs, empty where the clocks stay. */
function rulesFrom(zone: string, year: number): [ClockChange, string][] | undefined {
  const all = Array.from({ length: years }, (_, n) => clockChanges(zone, year + n))
  const [first] = all
  if (!first || all.some(({ length }) => length !== first.length)) return undefined
  const found = first.map((change, nth) => [change, ruleOf(all.map((changes) => changes[nth]!))] as const)
  return found.every(([, rule]) => rule !== undefined) ? found.map(([change, rule]) => [change, rule!]) : undefined
}

/** For entries of these years, so that a reader who does not know the zone shows the right hour; with a rule, of later years too. */
export function icalZone(zone: string, firstYear: number, lastYear: number): string {
  const start = firstYear - 1
  const dated: ClockChange[] = []
  let rules: [ClockChange, string][] | undefined
  for (let year = start; year <= lastYear; year++) {
    rules = rulesFrom(zone, year)
    if (rules) break
    dated.push(...clockChanges(zone, year))
  }
  const first = offsetAt(zone, Date.UTC(start, 0, 1))
  // the rule alone, where all the years have it: programs take the two for the clocks of every year
  const isRule = dated.length === 0 && rules !== undefined && rules.length > 0
  return icalComponent(
    'VTIMEZONE',
    [['TZID', zone]],
    [
      ...(isRule ? [] : [observance({ at: Date.UTC(1970, 0, 1) - first, before: first, after: first })]),
      ...dated.map((change) => observance(change)),
      ...(rules ?? []).map(([change, rule]) => observance(change, rule)),
    ],
  )
}
