// Groups of the to-do list: returned for rework, late, today, within a week, later, without a date. Pure.
import { daysFromNow } from '../../ui/format.ts'

export type Day = 'rework' | 'late' | 'today' | 'week' | 'later' | 'undated'
type Timed = { due_time: string | null; end_time: string | null; late: boolean; rework?: boolean }

/** When it is to be done: what is only closed at a time is due then. */
export const deadlineOf = ({ due_time, end_time }: Pick<Timed, 'due_time' | 'end_time'>) => due_time ?? end_time

export const dayOf = (item: Timed, now: number): Day => {
  if (item.rework) return 'rework'
  const deadline = deadlineOf(item)
  if (deadline === null) return 'undated'
  if (item.late) return 'late'
  const days = daysFromNow(deadline, now)
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
