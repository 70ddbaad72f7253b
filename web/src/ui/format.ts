// Every date, time and number that is shown goes through here: YYYY.MM.DD HH:mm, Gregorian in every language, weeks from Monday, in
// the time zone of the reader. Input: ISO strings or Date.
import { currentLocale } from '../i18n.ts'

type When = string | number | Date
const made = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat | Intl.RelativeTimeFormat>()
const cached = <T extends Intl.DateTimeFormat | Intl.NumberFormat | Intl.RelativeTimeFormat>(name: string, make: () => T): T => {
  const key = `${currentLocale() ?? 'en'} ${name}`
  if (!made.has(key)) made.set(key, make())
  return made.get(key) as T
}
/** Thai would count Buddhist years. */
const tag = () => (currentLocale() === 'th' ? 'th-u-ca-gregory-nu-latn' : (currentLocale() ?? 'en'))
const two = (value: number) => String(value).padStart(2, '0')
const days = (from: Date, to: Date) =>
  Math.round(
    (new Date(to.getFullYear(), to.getMonth(), to.getDate()).getTime() -
      new Date(from.getFullYear(), from.getMonth(), from.getDate()).getTime()) /
      86_400_000,
  )

export const date = (when: When) => {
  const d = new Date(when)
  return `${d.getFullYear()}.${two(d.getMonth() + 1)}.${two(d.getDate())}`
}
export const time = (when: When) => {
  const d = new Date(when)
  return `${two(d.getHours())}:${two(d.getMinutes())}`
}
export const timeWithSeconds = (when: When) => `${time(when)}:${two(new Date(when).getSeconds())}`
export const dateTime = (when: When) => `${date(when)} ${time(when)}`
/** 2026.11 */
export const month = (when: When) => date(when).slice(0, 7)

/** A date, time or both as the form fields hold them (2026-11-24T23:59, the reader's own clock) as they are written. */
export const written = (local: string) => local.replaceAll('-', '.').replace('T', ' ')
/** The names of the week's days, Monday first. */
export const weekdays = (style: 'narrow' | 'short' | 'long') =>
  Array.from({ length: 7 }, (_, i) =>
    cached(`weekday ${style}`, () => new Intl.DateTimeFormat(tag(), { weekday: style })).format(new Date(2024, 0, 1 + i)),
  )
/** A day as it is read out: "Tuesday, 24 November 2026". */
export const dayInFull = (when: When) =>
  cached('day in full', () => new Intl.DateTimeFormat(currentLocale() === 'en' ? 'en-GB' : tag(), { dateStyle: 'full' })).format(
    new Date(when),
  )

const chinese = () => /^zh/.test(currentLocale() ?? '')
/** Within a week the weekday, else the date: "Fri 27, 10:00", in Chinese "27日周五 10:00", in Thai "ศ. 27 10:00"; "2026.12.08 10:00". */
export function near(when: When, now: When = Date.now()): string {
  const d = new Date(when)
  const away = days(new Date(now), d)
  if (Math.abs(away) > 6) return dateTime(d)
  const day = (style: 'short' | 'narrow') => weekdays(style)[(d.getDay() + 6) % 7]
  if (chinese()) return `${d.getDate()}日${day('short')} ${time(d)}`
  // no comma in Thai; its abbreviations are the narrow names with a full stop, what "short" gives differs between browsers
  if (currentLocale() === 'th') return `${day('narrow')}. ${d.getDate()} ${time(d)}`
  const weekday = cached(
    'weekday',
    () => new Intl.DateTimeFormat(currentLocale() === 'en' ? 'en-GB' : tag(), { weekday: 'short', day: 'numeric' }),
  )
    .format(d)
    .replace(',', '')
  return `${weekday}, ${time(d)}`
}

/** The day as a heading: "Tuesday 24 November". */
export function dayTitle(when: When): string {
  const english = currentLocale() === 'en'
  const title = cached(
    'day',
    () => new Intl.DateTimeFormat(english ? 'en-GB' : tag(), { weekday: 'long', day: 'numeric', month: 'long' }),
  ).format(new Date(when))
  return english ? title.replace(',', '') : title
}

/** Days between the calendar days of two moments, seen from here: 0 today, -1 yesterday. */
export const daysFromNow = (when: When, now: When = Date.now()) => days(new Date(now), new Date(when))

/** Seconds as 4:05 or 1:04:05. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  return h ? `${h}:${two(m)}:${two(s)}` : `${two(m)}:${two(s)}`
}

const units = ['Bytes', 'KB', 'MB', 'GB', 'TB']
/** Base 1024, as the storage bar counts. */
export function bytes(size: number): string {
  const power = size < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(size) / 10))
  const value = size / 1024 ** power
  return `${number(value, power === 0 || value >= 100 ? 0 : 1)} ${units[power]}`
}

export const number = (value: number, digits = 0) =>
  cached(`number ${digits}`, () => new Intl.NumberFormat(tag(), { maximumFractionDigits: digits })).format(value)
/** "64%", in all six languages. */
export const percent = (value: number) => `${Math.round(value)}%`
/** Between two sentences that stand in different elements: nothing in Chinese, else a blank. */
export const gap = () => (chinese() ? '' : ' ')
/** Sentences behind each other: in Chinese with nothing between, in Thai a blank; what is no whole sentence ends with a semicolon. */
export const sentences = (...said: (string | false | undefined)[]): string =>
  said.reduce<string>((before, next) => {
    if (!before || !next) return before || next || ''
    const whole = currentLocale() === 'th' || /[.?。？：]$/.test(before)
    return `${before}${whole ? '' : chinese() ? '；' : ';'}${gap()}${next}`
  }, '')
/** A control's name and why it does nothing now. */
export const withReason = (label: string, off: string | undefined): string =>
  off ? `${label}${chinese() ? '：' : currentLocale() === 'th' ? ' ' : '. '}${off}` : label
/** Names as the language joins them. */
export const list = (names: string[]) => names.join(chinese() ? '、' : ', ')
