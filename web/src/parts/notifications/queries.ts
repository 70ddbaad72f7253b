// Reading and marking notifications.
import { useMutation } from '@tanstack/react-query'
import { call } from '../../client.ts'
import { outdate, query, queryClient } from '../../queries.ts'
import type { Notification } from './notification-row.tsx'

export const pageOf = (page: number, pageSize: number, unread: boolean) =>
  query('GET /api/notifications', { query: { page, page_size: pageSize, ...(unread && { unread: true }) } })

/** Marks some, or all, as read; what is shown follows the server's answer. */
export const useMarkRead = () =>
  useMutation({
    mutationFn: (which: { ids: string[] } | { all: true }) => call('PUT /api/notifications/read', { body: which }),
    onSuccess: (answer) => {
      queryClient.setQueryData(query('GET /api/notifications/unread-count').queryKey, answer)
      return outdate('GET /api/notifications')
    },
  })

/** Entries under today, yesterday and earlier, in their order. */
export function byDay(items: Notification[], daysAway: (when: string) => number) {
  const groups: { day: 'today' | 'yesterday' | 'earlier'; items: Notification[] }[] = []
  for (const one of items) {
    const away = daysAway(one.created_at)
    const day = away >= 0 ? 'today' : away === -1 ? 'yesterday' : 'earlier'
    if (groups.at(-1)?.day !== day) groups.push({ day, items: [] })
    groups.at(-1)?.items.push(one)
  }
  return groups
}
