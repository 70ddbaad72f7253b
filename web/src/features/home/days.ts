// Groups of the to-do list: today, within a week, later, without an end. Pure.
import { daysFromNow } from '../../ui/format.ts'

export type Day = 'today' | 'week' | 'later' | 'undated'
type Timed = { end_time: string | null }

export const dayOf = ({ end_time }: Timed, now: number): Day => {
  if (end_time === null) return 'undated'
  const days = daysFromNow(end_time, now)
  return days <= 0 ? 'today' : days < 7 ? 'week' : 'later'
}

/** Groups consecutive items of the same day; the order stays. */
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
