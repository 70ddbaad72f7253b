// Dates and times as form fields store them: 2026-11-24, 23:59, 2026-11-24T23:59, in the reader's time zone and of the Gregorian calendar in
// every language. Pure: parsing of typed text, the days of a month, and steps between days.
import { asciiNumber } from '@lyceum/kit/text/decimals'
import { momentOf, zoned } from './zone.ts'

export type Kind = 'date' | 'time' | 'datetime'
const twoDigits = (value: number) => String(value).padStart(2, '0')

const patterns: Record<Kind, RegExp> = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  time: /^\d{2}:\d{2}$/,
  datetime: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/,
}
/** Whether a field's value is a date or time; unreadable input is stored as typed. */
export const isLocal = (value: string, kind: Kind) => patterns[kind].test(value)

export const localDate = (year: number, month: number, day: number) => `${year}-${twoDigits(month)}-${twoDigits(day)}`
const ofDate = (date: Date) => localDate(date.getFullYear(), date.getMonth() + 1, date.getDate())
/** Noon of a day, so that it stays the same day across changes of daylight saving. */
export const noon = (day: string) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 12)
}
export const today = (now = new Date()) => ofDate(zoned(now))
const ofClock = (date: Date) => `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
export const clockOf = (now = new Date()) => ofClock(zoned(now))

const isYear = (year: number) => year >= 1900 && year < 2200
/** The Gregorian year of a Buddhist one, which is 543 more: 2569 is 2026. The accepted ranges of both do not overlap. */
const gregorian = (year: number) => (isYear(year - 543) ? year - 543 : year)

function readDate(text: string): string | undefined {
  const match = /^(\d{4})\s*[-./年]\s*(\d{1,2})\s*[-./月]\s*(\d{1,2})\s*日?$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (!match) return undefined
  const [typed, month, day] = match.slice(1).map(Number) as [number, number, number]
  const year = gregorian(typed)
  const date = new Date(year, month - 1, day, 12)
  const exists = date.getFullYear() === year && date.getMonth() === month - 1 && date.getDate() === day
  return exists && isYear(year) ? ofDate(date) : undefined
}

function readTime(text: string): string | undefined {
  const match = /^(\d{1,2})\s*[:.时時]\s*(\d{2})\s*分?$/.exec(text) ?? /^(\d{2})(\d{2})$/.exec(text)
  if (!match) return undefined
  const [hour, minute] = [Number(match[1]), Number(match[2])]
  return hour < 24 && minute < 60 ? `${twoDigits(hour)}:${twoDigits(minute)}` : undefined
}

/** The value of typed text: "2026.11.24", "2026/11/24 9:05", "202611240905", "２０２６年11月24日", and with a Buddhist year "2569.11.24". undefined
 *  for unreadable text. A date without a time gets `time`. */
export function parseLocal(typed: string, kind: Kind, time = '00:00'): string | undefined {
  const text = asciiNumber(typed).replaceAll('：', ':').replaceAll('。', '.').trim()
  if (kind === 'date') return readDate(text)
  if (kind === 'time') return readTime(text)
  const compact = /^(\d{8})(\d{4})$/.exec(text)
  const split = compact ? [compact[1]!, compact[2]!] : /^(.*\S)[\sT]+(\d{1,2}[:.时時]?\d{2}分?)$/.exec(text)?.slice(1)
  const day = readDate(split?.[0] ?? text)
  const clock = split ? readTime(split[1]!) : time
  return day && clock ? `${day}T${clock}` : undefined
}

/** Six weeks of days, from the Monday on or before the first of a month. */
export function monthDays(year: number, month: number): string[] {
  const first = new Date(year, month - 1, 1, 12)
  const daysBefore = (first.getDay() + 6) % 7
  return Array.from({ length: 42 }, (_, i) => ofDate(new Date(year, month - 1, 1 - daysBefore + i, 12)))
}

export const addDays = (day: string, steps: number) => {
  const date = noon(day)
  date.setDate(date.getDate() + steps)
  return ofDate(date)
}
/** The same day of another month, or its last one: a month after 31 January is the 28th or 29th of February. */
export function addMonths(day: string, steps: number): string {
  const date = noon(day)
  const dayOfMonth = date.getDate()
  date.setDate(1)
  date.setMonth(date.getMonth() + steps)
  const lastDay = new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate()
  return localDate(date.getFullYear(), date.getMonth() + 1, Math.min(dayOfMonth, lastDay))
}
/** Monday 0 to Sunday 6. */
export const weekday = (day: string) => (noon(day).getDay() + 6) % 7
/** Minutes later or earlier, round the clock. */
export function addMinutes(time: string, steps: number): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const total = (((hour * 60 + minute + steps) % 1440) + 1440) % 1440
  return `${twoDigits(Math.floor(total / 60))}:${twoDigits(total % 60)}`
}

/** A field's value as an ISO time in UTC, null for none or for one that cannot be read; and back, in the reader's zone. */
export const toIso = (local: string): string | null => (isLocal(local, 'datetime') ? momentOf(new Date(local)).toISOString() : null)
export const fromIso = (iso: string | null | undefined): string => {
  if (!iso) return ''
  const date = zoned(iso)
  return `${ofDate(date)}T${ofClock(date)}`
}

/** The moment at which a day begins in the reader's zone, as an ISO time. */
export const momentOfDay = (day: string): string => toIso(`${day}T00:00`)!

/** The day to which a key leads from this one in a month's grid. */
export function dayByKey({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>, day: string): string | undefined {
  const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7, Home: -weekday(day), End: 6 - weekday(day) } as Record<
    string,
    number
  >
  const months = { PageUp: -1, PageDown: 1 } as Record<string, number>
  if (months[key]) return addMonths(day, months[key] * (shiftKey ? 12 : 1))
  return days[key] === undefined ? undefined : addDays(day, days[key])
}
