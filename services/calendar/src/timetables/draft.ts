// The repeat fields of a timetable, as the specification has them: checked, and without those that its repeat type does not know.
import { type Fields, invalid } from '@lyceum/kit/calls/errors'
import { isTimeZone } from '@lyceum/kit/text/time-zones'
import { newTimetable } from '../defaults.ts'
import {
  carrying,
  clockOf,
  countOf,
  dateOf,
  dayOf,
  firstOf,
  isOn,
  lastOf,
  mostDays,
  mostTimes,
  movedDays,
  movingTo,
  type RepeatType,
  sameWeek,
  type Series,
  weekdayOf,
} from './rules.ts'

export type RepeatFields = {
  repeat_type?: RepeatType
  repeat_frequency?: number | null
  repeat_weekly_days?: string | null
  repeat_end_date?: string | null
}
type Times = { start_time?: string; end_time?: string }
const longest = 24 * 60

/** Days of "1,3"; undefined when one of them is none. */
export function weekdaysOf(text: string): number[] | undefined {
  const parts = text.split(',').map((part) => part.trim())
  if (!parts.every((part) => /^[1-7]$/.test(part))) return undefined
  return [...new Set(parts.map(Number))].sort()
}

/**
 * A series of these fields; what is missing is as in `before`. no_repeat drops the repeat fields, day drops frequency and weekdays, week forces the
 * frequency 1, custom keeps both. A lesson that is moved to another weekday takes its day of the week along, with the lessons of it that are left out
 * and its last one. Throws 400 at the field.
 */
export const seriesFrom = (changes: Changes, context: Context): Series => changedSeries(changes, context).series

type Changes = RepeatFields & Times & { time_zone?: string }
type Context = { zone: string; now: Date; before?: Series }
/** The same, and where the lesson of each day of `before` goes. */
export function changedSeries(changes: Changes, { zone: usual, now, before }: Context): { series: Series; carry: (day: number) => number } {
  const zone = changes.time_zone ?? before?.zone ?? usual
  if (!isTimeZone(zone)) throw invalid({ time_zone: 'field.timeZone' })
  const { day, startMinute, minutes } = timesFrom(changes, { zone, now, ...(before && { before }) })
  const repeatType = changes.repeat_type ?? before?.repeatType ?? 'no_repeat'
  const once: Series = { zone, firstDay: day, startMinute, minutes, repeatType, frequency: 1, weekdays: [], lastDay: day, excluded: [] }
  if (repeatType === 'no_repeat') return { series: once, carry: (one) => one }
  const endDate = changes.repeat_end_date ?? (before && before.repeatType !== 'no_repeat' ? dateOf(before.lastDay) : null)
  const weekdays = repeatType === 'day' ? [] : weekdaysFrom(changes, day, before)
  const frequency = repeatType === 'custom' ? (changes.repeat_frequency ?? before?.frequency ?? null) : 1
  const faults: Fields = {
    ...(repeatType !== 'day' && weekdays === undefined && { repeat_weekly_days: 'timetable.weekdayWrong' }),
    ...(repeatType !== 'day' && weekdays?.length === 0 && { repeat_weekly_days: 'timetable.weekdaysMissing' }),
    ...(frequency === null && { repeat_frequency: 'field.required' }),
    ...(frequency !== null && frequency < 1 && { repeat_frequency: ['field.tooSmall', { limit: 1 }] }),
    ...(frequency !== null && frequency > 52 && { repeat_frequency: ['field.tooLarge', { limit: 52 }] }),
    ...(endDate === null && { repeat_end_date: 'field.required' }),
    ...(endDate !== null && dayOf(endDate) < day && { repeat_end_date: 'timetable.endsBeforeStart' }),
    ...(endDate !== null && dayOf(endDate) > day + mostDays && { repeat_end_date: ['timetable.tooManyTimes', { most: mostTimes }] }),
  }
  if (Object.keys(faults).length > 0) throw invalid(faults)
  const asked = { ...once, frequency: frequency!, weekdays: weekdays!, lastDay: dayOf(endDate!) }
  const { series, carry } = before ? following(asked, changes, before) : { series: asked, carry: (one: number) => one }
  const first = firstOf(series)
  if (first === undefined) throw invalid({ repeat_end_date: 'timetable.never' })
  if (countOf(series) > mostTimes) throw invalid({ repeat_end_date: ['timetable.tooManyTimes', { most: mostTimes }] })
  return { series: { ...series, firstDay: first }, carry }
}

/** The series after another one: no lesson of it gets lost or is held twice, and what was left out stays left out. */
function following(series: Series, changes: RepeatFields, before: Series): { series: Series; carry: (day: number) => number } {
  const day = series.firstDay
  const rhythm = series.weekdays.length > 0 && series.weekdays.length === before.weekdays.length && series.frequency === before.frequency
  if (rhythm && !changes.repeat_weekly_days && !changes.repeat_end_date && weekdayOf(day) !== weekdayOf(before.firstDay)) {
    const carry = movingTo(before, day)
    return { series: movedDays(series, before, carry), carry }
  }
  const carry = carrying(before.weekdays, series.weekdays)
  return { series: inItsWeek(series, changes, before, carry), carry }
}

/** The series after its lesson is moved: weekdays and an end that nobody chose follow the lesson, within its week. */
function inItsWeek(series: Series, { repeat_weekly_days, repeat_end_date }: RepeatFields, before: Series, carry: (day: number) => number) {
  const day = series.firstDay
  const weekly = series.weekdays.length > 0 && before.weekdays.length > 0 && sameWeek(day, before.firstDay)
  const chosen = Boolean(repeat_weekly_days) && series.weekdays.includes(weekdayOf(day))
  const firstDay = weekly && !chosen ? Math.min(day, before.firstDay) : day
  const last = before.weekdays.length > 0 ? lastOf(before) : undefined
  const lastDay = repeat_end_date || last === undefined ? series.lastDay : Math.max(series.lastDay, carry(last))
  const after = { ...series, firstDay, lastDay }
  // lessons between the new day and the old one are those of before
  const between = weekly ? Array.from({ length: Math.max(0, before.firstDay - day - 1) }, (_, n) => day + 1 + n) : []
  const excluded = new Set([...before.excluded.map(carry), ...between])
  return { ...after, excluded: [...excluded].filter((one) => isOn(after, one)).sort((a, b) => a - b) }
}

function timesFrom({ start_time, end_time }: Times, { zone, now, before }: { zone: string; now: Date; before?: Series }) {
  const fresh = newTimetable(now)
  const at = start_time
    ? clockOf(zone, Date.parse(start_time))
    : before
      ? { day: before.firstDay, minute: before.startMinute }
      : clockOf(zone, fresh.start.getTime())
  // a lesson that is moved keeps its length by the clock
  if (!end_time) return { day: at.day, startMinute: at.minute, minutes: before?.minutes ?? 120 }
  const until = clockOf(zone, Date.parse(end_time))
  const minutes = (until.day - at.day) * 1440 + until.minute - at.minute
  if (minutes <= 0) throw invalid({ end_time: 'timetable.endBeforeStart' })
  if (minutes > longest) throw invalid({ end_time: 'timetable.tooLong' })
  return { day: at.day, startMinute: at.minute, minutes }
}

function weekdaysFrom({ repeat_weekly_days: text }: RepeatFields, day: number, before?: Series): number[] | undefined {
  if (text !== undefined && text !== null && text.trim() !== '') return weekdaysOf(text)
  if (text !== undefined || !before) return []
  const [from, to] = [weekdayOf(before.firstDay), weekdayOf(day)]
  return from === to ? [...before.weekdays] : [...new Set(before.weekdays.map((one) => (one === from ? to : one)))].sort()
}
