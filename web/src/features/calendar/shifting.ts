// Other times of an entry: so many days and minutes later by the reader's clock, or longer by so many minutes.
import type { Item } from '../../parts/learning/calendar/items.ts'
import { addDays, fromIso, toIso } from '../../ui/dates.ts'

export const minutesText = (minute: number) =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** A local time (2026-11-24T09:00) so many days and minutes later by the clock. */
export function later(local: string, days: number, minutes: number): string {
  const total = Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16)) + minutes
  const over = Math.floor(total / 1440)
  return `${addDays(local.slice(0, 10), days + over)}T${minutesText(total - over * 1440)}`
}

export type Shift = { how: 'move' | 'resize'; days: number; minutes: number }
/** undefined where nothing changes, or nothing would be left of it. */
export function shifted(
  item: Pick<Item, 'start' | 'end' | 'allDay'>,
  { how, days, minutes }: Shift,
): { start_time: string; end_time: string } | undefined {
  if (days === 0 && (minutes === 0 || item.allDay)) return undefined
  // whole days are days of UTC, which no clock moves
  const day = (iso: string) => `${addDays(iso.slice(0, 10), days)}T00:00:00.000Z`
  if (item.allDay) return how === 'move' ? { start_time: day(item.start), end_time: day(item.end) } : undefined
  const start = how === 'move' ? toIso(later(fromIso(item.start), days, minutes)) : item.start
  // an entry keeps its length where it is moved over a change of the clocks
  const end =
    how === 'move'
      ? start && new Date(Date.parse(start) + Date.parse(item.end) - Date.parse(item.start)).toISOString()
      : toIso(later(fromIso(item.end), 0, minutes))
  return start && end && end > start ? { start_time: start, end_time: end } : undefined
}
