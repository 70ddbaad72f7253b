// The sentences under the day on the home page: what is due, and new notifications. Work that waits for who teaches is a list below them.
import type { useTexts } from '../../i18n.ts'
import { daysFromNow, near, time } from '../../ui/format.ts'

type Todos = { late: number; due_soon: number; next_due_at: string | null }
type Waits = {
  todo: Todos | undefined
  unread: number
}

/** Empty where nothing waits. */
export function greetingOf(t: ReturnType<typeof useTexts<'home'>>, { todo, unread }: Waits): string[] {
  const next = todo?.next_due_at
  return [
    !!todo && todo.late > 0 && t('lateCount', { count: todo.late }),
    !!todo && todo.due_soon > 0 && t('dueSoon', { count: todo.due_soon }),
    !!next && todo.due_soon > 0 && (daysFromNow(next) <= 0 ? t('nextToday', { time: time(next) }) : t('nextDue', { when: near(next) })),
    unread > 0 && t('greetingUnread', { count: unread }),
  ].filter((sentence) => sentence !== false)
}
