// Rules of timetables: the days on which a series takes place, its times across changes of the clocks, and how it is split. Days are numbers, counted
// from 1 January 1970; times are milliseconds. No database, so that properties can be tested.
import { instantOf, localOf } from '@lyceum/kit/text/time-zones'

export const repeatTypes = ['no_repeat', 'day', 'week', 'custom'] as const
export type RepeatType = (typeof repeatTypes)[number]

/** When a series takes place, by the clock of its zone. */
export type Series = {
  zone: string
  /** The first day on which it may take place. */
  firstDay: number
  /** Minutes after midnight, and how many minutes it lasts by the clock. */
  startMinute: number
  minutes: number
  repeatType: RepeatType
  /** Every so many weeks. */
  frequency: number
  /** Monday 1 to Sunday 7. */
  weekdays: readonly number[]
  /** The last day on which it may take place. */
  lastDay: number
  /** Days on which it does not take place: moved or cancelled. */
  excluded: readonly number[]
}
export type Occurrence = { day: number; start: number; end: number }
/** First and last day. */
export type Days = readonly [number, number]

const dayMs = 86_400_000
/** The most times that a series takes place. */
export const mostTimes = 1000
/** The most days from its first to its last. */
export const mostDays = 3660

export const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs
export const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)
/** Monday 1 to Sunday 7; 1 January 1970 was a Thursday. */
export const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1
const weekOf = (day: number): number => Math.floor((day + 3) / 7)

/** Whether the rule of a series names a day, whatever is excluded. */
export function isOn({ firstDay, lastDay, repeatType, frequency, weekdays }: Series, day: number): boolean {
  if (day < firstDay || day > lastDay) return false
  if (repeatType === 'no_repeat') return day === firstDay
  if (repeatType === 'day') return true
  return weekdays.includes(weekdayOf(day)) && (weekOf(day) - weekOf(firstDay)) % frequency === 0
}

/** The days of the series that are left: those of holidays are left out of what repeats. */
const takesPlace = (series: Series, day: number, holidays: readonly Days[]): boolean =>
  isOn(series, day) &&
  !series.excluded.includes(day) &&
  (series.repeatType === 'no_repeat' || !holidays.some(([first, last]) => day >= first && day <= last))

/** Its times on a day. Even where the clocks are changed meanwhile it never ends before it begins. */
export function timesOn({ zone, startMinute, minutes }: Pick<Series, 'zone' | 'startMinute' | 'minutes'>, day: number): Occurrence {
  const local = day * dayMs + startMinute * 60_000
  const start = instantOf(zone, local)
  const end = instantOf(zone, local + minutes * 60_000)
  return { day, start, end: end > start ? end : start + minutes * 60_000 }
}

/** The occurrences that touch a span of time, in their order. */
export function occurrencesIn(series: Series, from: number, to: number, holidays: readonly Days[] = []): Occurrence[] {
  const found: Occurrence[] = []
  const first = Math.max(series.firstDay, Math.floor(from / dayMs) - 3)
  const last = Math.min(series.lastDay, Math.floor(to / dayMs) + 2)
  for (let day = first; day <= last; day++) {
    if (!takesPlace(series, day, holidays)) continue
    const times = timesOn(series, day)
    if (times.start < to && times.end > from) found.push(times)
  }
  return found
}

/** The number of times that it takes place by its rule, counted to one more than the limit. */
export function countOf(series: Series): number {
  let count = 0
  for (let day = series.firstDay; day <= series.lastDay && count <= mostTimes; day++) if (isOn(series, day)) count++
  return count
}

/** The first day that its rule names; undefined: none. */
export function firstOf(series: Series): number | undefined {
  for (let day = series.firstDay; day <= series.lastDay; day++) if (isOn(series, day)) return day
  return undefined
}

/** The last day that its rule names. */
export function lastOf(series: Series): number | undefined {
  for (let day = series.lastDay; day >= series.firstDay; day--) if (isOn(series, day)) return day
  return undefined
}

export const sameWeek = (a: number, b: number): boolean => weekOf(a) === weekOf(b)

/** The day to which the lesson of a day goes when the weekdays of its series change: the weekday that took the place of its own, in the same week. */
export function carrying(before: readonly number[], after: readonly number[]): (day: number) => number {
  const gone = before.filter((one) => !after.includes(one))
  const come = after.filter((one) => !before.includes(one))
  return (day) => {
    const weekday = weekdayOf(day)
    const to = gone.includes(weekday) ? come[gone.indexOf(weekday)] : undefined
    return to === undefined ? day : day + to - weekday
  }
}

/** The days that its rule names, whatever is excluded. */
const daysOf = (series: Series): number[] =>
  Array.from({ length: series.lastDay - series.firstDay + 1 }, (_, n) => series.firstDay + n).filter((day) => isOn(series, day))

/**
 * The day to which the lesson of a day goes when the first lesson of a series, and with it all of its weekday, goes to another weekday, maybe of another week. A lesson
 * on another weekday stays; where weeks are left out it goes to the week in which the moved one is now.
 */
export function movingTo(before: Series, to: number): (day: number) => number {
  const weekday = weekdayOf(before.firstDay)
  const weeks = weekOf(to) - weekOf(before.firstDay)
  const others = weeks % before.frequency === 0 ? 0 : weeks * 7
  return (day) => day + (weekdayOf(day) === weekday ? to - before.firstDay : others)
}

/** The series with exactly the days to which `move` takes those of another one, and with what was left out there. */
export function movedDays(series: Series, before: Series, move: (day: number) => number): Series {
  const days = daysOf(before).map(move)
  const last = days.reduce((a, b) => Math.max(a, b))
  const after = { ...series, firstDay: days.reduce((a, b) => Math.min(a, b)) }
  const more = daysOf({ ...after, lastDay: series.lastDay }).some((day) => day > last)
  const lastDay = more ? last : Math.max(series.lastDay, last)
  const kept = new Set(days)
  const between = daysOf({ ...after, lastDay }).filter((day) => !kept.has(day))
  const excluded = [...new Set([...before.excluded.filter((day) => isOn(before, day)).map(move), ...between])].filter((day) =>
    isOn({ ...after, lastDay }, day),
  )
  return { ...after, lastDay, excluded: excluded.sort((a, b) => a - b) }
}

/**
 * A series cut at a day: what was before it, and what is on it and after it; null where nothing is. The later part begins on a day of the whole
 * series, so that "every two weeks" counts the same weeks.
 */
export function split(series: Series, day: number): { before: Series | null; after: Series | null } {
  const part = (from: number, to: number): Series | null => {
    let first = Math.max(from, series.firstDay)
    while (first <= to && !isOn(series, first)) first++
    if (first > to) return null
    return { ...series, firstDay: first, lastDay: to, excluded: series.excluded.filter((one) => one >= first && one <= to) }
  }
  return { before: part(series.firstDay, Math.min(day - 1, series.lastDay)), after: part(day, series.lastDay) }
}

/** A time by the clock of a zone: its day, and minutes after midnight. */
export function clockOf(zone: string, time: number): { day: number; minute: number } {
  const local = localOf(zone, time)
  const day = Math.floor(local / dayMs)
  return { day, minute: Math.floor((local - day * dayMs) / 60_000) }
}
