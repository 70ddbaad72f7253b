// The sentences under the day on the home page: what is due, and what waits for who teaches, as the cards below tell it course by course.
import type { useTexts } from '../../i18n.ts'
import { daysFromNow, near, time } from '../../ui/format.ts'
import type { Teaching } from './queries.ts'

type Todos = { late: number; due_soon: number; next_due_at: string | null }
type Waits = {
  todo: Todos | undefined
  teaching: Pick<Teaching, 'draft_total'> | undefined
  taught: readonly Pick<Teaching['courses'][number], 'failed_count' | 'to_mark_count'>[]
  /** Courses with the number of people who wait to join them. */
  courses: readonly { waiting: number }[]
  unread: number
}

/** Empty where nothing waits. */
export function greetingOf(t: ReturnType<typeof useTexts<'home'>>, { todo, teaching, taught, courses, unread }: Waits): string[] {
  const failed = taught.reduce((sum, { failed_count }) => sum + failed_count, 0)
  const toMark = taught.reduce((sum, { to_mark_count }) => sum + to_mark_count, 0)
  const toJoin = courses.reduce((sum, { waiting }) => sum + waiting, 0)
  const next = todo?.next_due_at
  return [
    !!todo && todo.late > 0 && t('lateCount', { count: todo.late }),
    !!todo && todo.due_soon > 0 && t('dueSoon', { count: todo.due_soon }),
    !!next && todo.due_soon > 0 && (daysFromNow(next) <= 0 ? t('nextToday', { time: time(next) }) : t('nextDue', { when: near(next) })),
    failed > 0 && t('failedWait', { count: failed }),
    toMark > 0 && t('worksWait', { count: toMark }),
    toJoin > 0 && t('joinersWait', { count: toJoin }),
    !!teaching && teaching.draft_total > 0 && t('draftsWait', { count: teaching.draft_total }),
    unread > 0 && t('greetingUnread', { count: unread }),
  ].filter((sentence) => sentence !== false)
}
