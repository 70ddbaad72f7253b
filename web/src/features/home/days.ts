// The to-do list by day: today, within a week, later, and what has no end.
import { daysFromNow } from '../../ui/format.ts'

export type Day = 'today' | 'week' | 'later' | 'undated'
type Timed = { end_time: string | null }

export const dayOf = ({ end_time }: Timed, now: number): Day => {
  if (end_time === null) return 'undated'
  const away = daysFromNow(end_time, now)
  return away <= 0 ? 'today' : away < 7 ? 'week' : 'later'
}

/** Neighbours of one day together, in the order they come. */
export function byDay<T extends Timed>(items: readonly T[], now: number): { day: Day; items: T[] }[] {
  const groups: { day: Day; items: T[] }[] = []
  for (const item of items) {
    const day = dayOf(item, now)
    const last = groups.at(-1)
    if (last?.day === day) last.items.push(item)
    else groups.push({ day, items: [item] })
  }
  return groups
}
