// Formatting of every displayed date, time and number: YYYY.MM.DD HH:mm, Gregorian in every language, weeks from Monday, in the reader's
// time zone. Input: ISO strings, milliseconds or Date.
import { inIsolation } from '@lyceum/kit/text/direction'
import { dayTitles } from '@lyceum/kit/text/day-title'
import { currentLocale, translate } from '../i18n.ts'
import { zoned } from './zone.ts'

type When = string | number | Date
const formatters = new Map<string, object>()
const cached = <T extends object>(name: string, make: () => T): T => {
  const key = `${currentLocale() ?? 'en'} ${name}`
  if (!formatters.has(key)) formatters.set(key, make())
  return formatters.get(key) as T
}
/** The locale of Intl; plain Thai would give Buddhist years. */
const tag = () => (currentLocale() === 'th' ? 'th-u-ca-gregory-nu-latn' : (currentLocale() ?? 'en'))
const twoDigits = (value: number) => String(value).padStart(2, '0')
const days = (from: Date, to: Date) =>
  Math.round(
    (new Date(to.getFullYear(), to.getMonth(), to.getDate()).getTime() -
      new Date(from.getFullYear(), from.getMonth(), from.getDate()).getTime()) /
      86_400_000,
  )

export const date = (when: When) => {
  const d = zoned(when)
  return `${d.getFullYear()}.${twoDigits(d.getMonth() + 1)}.${twoDigits(d.getDate())}`
}
export const time = (when: When) => {
  const d = zoned(when)
  return `${twoDigits(d.getHours())}:${twoDigits(d.getMinutes())}`
}
export const timeWithSeconds = (when: When) => `${time(when)}:${twoDigits(zoned(when).getSeconds())}`
export const dateTime = (when: When) => `${date(when)} ${time(when)}`
/** The same in another zone, given by its IANA name. */
export const dateTimeIn = (when: When, zone: string) => {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).formatToParts(new Date(when))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year')}.${part('month')}.${part('day')} ${part('hour')}:${part('minute')}`
}
/** Whether the clocks of a zone show the reader's time at that moment. */
export const sameClock = (when: When, zone: string) => dateTimeIn(when, zone) === dateTime(when)
/** 2026.11 of a field's day. */
export const month = (day: string) => displayLocal(day).slice(0, 7)

/** The displayed form of a field's value (2026-11-24T23:59, in the reader's time zone): 2026.11.24 23:59. */
export const displayLocal = (local: string) => local.replaceAll('-', '.').replace('T', ' ')
/** The names of the week's days, Monday first. */
export const weekdays = (style: 'narrow' | 'short' | 'long') =>
  Array.from({ length: 7 }, (_, i) =>
    cached(`weekday ${style}`, () => new Intl.DateTimeFormat(tag(), { weekday: style })).format(new Date(2024, 0, 1 + i)),
  )
/** A day in full, for screen readers: "Tuesday, 24 November 2026". */
export const dayInFull = (when: When) =>
  cached('day in full', () => new Intl.DateTimeFormat(currentLocale() === 'en' ? 'en-GB' : tag(), { dateStyle: 'full' })).format(
    new Date(when),
  )

const chinese = () => /^zh/.test(currentLocale() ?? '')
/** Within a week and this month the weekday, else the date: "Fri 27, 10:00", in Chinese "27日周五 10:00", in Thai "ศ. 27 10:00"; "2026.12.08 10:00". */
export function near(when: When, now: When = Date.now()): string {
  const d = zoned(when)
  const distance = days(zoned(now), d)
  // a day of another month without its name would be looked for in this one
  if (Math.abs(distance) > 6 || d.getMonth() !== zoned(now).getMonth()) return dateTime(when)
  const day = (style: 'short' | 'narrow') => weekdays(style)[(d.getDay() + 6) % 7]
  if (chinese()) return `${d.getDate()}日${day('short')} ${time(when)}`
  // no comma in Thai; its abbreviations are the narrow names with a full stop, as "short" differs between browsers
  if (currentLocale() === 'th') return `${day('narrow')}. ${d.getDate()} ${time(when)}`
  const weekday = cached(
    'weekday',
    () => new Intl.DateTimeFormat(currentLocale() === 'en' ? 'en-GB' : tag(), { weekday: 'short', day: 'numeric' }),
  )
    .format(d)
    .replace(',', '')
  return `${weekday}, ${time(when)}`
}

/** The day as a heading: "Tuesday 24 November". */
export const dayTitle = (when: When) => cached('day', () => dayTitles(currentLocale() ?? 'en'))(zoned(when))

/** Calendar days from `now` to `when` in the reader's time zone: 0 today, -1 yesterday. */
export const daysFromNow = (when: When, now: When = Date.now()) => days(zoned(now), zoned(when))

/** Seconds as 4:05 or 1:04:05. */
export function clock(seconds: number): string {
  const isSentence = Math.max(0, Math.floor(seconds))
  const [h, m, s] = [Math.floor(isSentence / 3600), Math.floor((isSentence % 3600) / 60), isSentence % 60]
  return h ? `${h}:${twoDigits(m)}:${twoDigits(s)}` : `${twoDigits(m)}:${twoDigits(s)}`
}

const units = ['KB', 'MB', 'GB', 'TB']
/** Base 1024, as the storage bar counts. */
export function bytes(size: number): string {
  const power = size < 1 ? 0 : Math.min(units.length, Math.floor(Math.log2(size) / 10))
  if (power === 0) return translate('ui', 'bytes', { count: size, amount: number(size) })
  const value = size / 1024 ** power
  return `${number(value, value >= 100 ? 0 : 1)} ${units[power - 1]}`
}

export const number = (value: number, digits = 0) =>
  cached(`number ${digits}`, () => new Intl.NumberFormat(tag(), { maximumFractionDigits: digits })).format(value)
/** "64%", in all six languages. */
export const percent = (value: number) => `${Math.round(value)}%`
/** The space between two sentences in different elements: none in Chinese. */
export const gap = () => (chinese() ? '' : ' ')
/** Joins sentences: in Chinese without a space, in Thai with one; an incomplete sentence gets a semicolon. */
export const sentences = (...texts: (string | false | undefined)[]): string =>
  texts.reduce<string>((joined, next) => {
    if (!joined || !next) return joined || next || ''
    const isSentence = currentLocale() === 'th' || /[.?。？：]$/.test(joined)
    return `${joined}${isSentence ? '' : chinese() ? '；' : ';'}${gap()}${next}`
  }, '')
/** A control's name with the reason why it is disabled. */
export const withReason = (label: string, off: string | undefined): string =>
  off ? `${label}${chinese() ? '：' : currentLocale() === 'th' ? ' ' : '. '}${off}` : label
/** A list of names with the language's separator. */
export const list = (names: string[]) => names.map(inIsolation).join(chinese() ? '、' : ', ')
