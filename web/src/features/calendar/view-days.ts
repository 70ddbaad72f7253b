// The days of each view of the calendar, and the numbers of weeks.
import { addDays, addMonths, weekday } from '../../ui/dates.ts'

export const views = ['day', 'week', 'month', 'list'] as const
export type View = (typeof views)[number]

/** The days that a view shows. */
export function daysOf(view: View, date: string): string[] {
  const from = (first: string, count: number) => Array.from({ length: count }, (_, n) => addDays(first, n))
  if (view === 'day') return [date]
  if (view === 'week') return from(addDays(date, -weekday(date)), 7)
  if (view === 'list') return from(date, 31)
  const first = `${date.slice(0, 8)}01`
  const monday = addDays(first, -weekday(first))
  const last = addDays(addMonths(first, 1), -1)
  const weeks = Math.ceil((weekday(first) + Number(last.slice(8))) / 7)
  return from(monday, weeks * 7)
}

/** The day that a view shows so many of its lengths later (or earlier). */
export function stepped(view: View, date: string, steps: number): string {
  if (view === 'day') return addDays(date, steps)
  if (view === 'week') return addDays(date, steps * 7)
  return addMonths(view === 'month' ? `${date.slice(0, 8)}01` : date, steps)
}

/** The week of the year (ISO 8601). */
export function weekNumber(day: string): number {
  const thursday = addDays(day, 3 - weekday(day))
  const first = `${thursday.slice(0, 4)}-01-01`
  return Math.floor((Date.parse(`${thursday}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / 86_400_000 / 7) + 1
}
