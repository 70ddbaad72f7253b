// The order of a day's entries and the next of them.
import type { Answer } from '../../client.ts'

export type DayEntry = Answer<'GET /api/calendar-entries'>['entries'][number]

/** Those of whole days first, then by their beginning; meetings that nobody has agreed to are left out. */
export const entriesOfDay = (entries: readonly DayEntry[]): DayEntry[] =>
  entries
    .filter(({ audit_status }) => audit_status === null || audit_status === 'agree')
    .sort((a, b) => Number(b.all_day) - Number(a.all_day) || (a.start_time < b.start_time ? -1 : a.start_time > b.start_time ? 1 : 0))

/** Minutes until it begins, rounded up; 0 or less: it has begun. */
export const minutesUntil = ({ start_time }: Pick<DayEntry, 'start_time'>, now: string): number =>
  Math.ceil((Date.parse(start_time) - Date.parse(now)) / 60_000)

/** Whether it is running, or begins within an hour. */
export const isSoon = (entry: Pick<DayEntry, 'all_day' | 'start_time' | 'end_time'>, now: string): boolean =>
  !entry.all_day && entry.end_time > now && minutesUntil(entry, now) <= 60

/** The one that runs or begins next. */
export const nextOf = (entries: readonly DayEntry[], now: string): DayEntry | undefined =>
  entries.find(({ all_day, end_time }) => !all_day && end_time > now)
