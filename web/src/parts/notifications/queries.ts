// Queries of notifications and the mutation that marks them as read.
import { useMutation } from '@tanstack/react-query'
import { call } from '../../client.ts'
import { invalidate, query, queryClient } from '../../queries.ts'
import type { Notification } from './types.ts'

export const notificationsPage = (page: number, pageSize: number, unread: boolean) =>
  query('GET /api/notifications', { query: { page, page_size: pageSize, ...(unread && { unread: true }) } })

/** Marks some or all as read; the page shows the server's answer. */
export const useMarkRead = () =>
  useMutation({
    mutationFn: (selection: { ids: string[] } | { all: true }) => call('PUT /api/notifications/read', { body: selection }),
    onSuccess: (answer) => {
      queryClient.setQueryData(query('GET /api/notifications/unread-count').queryKey, answer)
      return invalidate('GET /api/notifications')
    },
  })

/** Notifications grouped by today, yesterday and earlier, in their order. */
export function byDay(items: Notification[], daysAway: (when: string) => number) {
  const groups: { day: 'today' | 'yesterday' | 'earlier'; items: Notification[] }[] = []
  for (const notification of items) {
    const days = daysAway(notification.created_at)
    const day = days >= 0 ? 'today' : days === -1 ? 'yesterday' : 'earlier'
    if (groups.at(-1)?.day !== day) groups.push({ day, items: [] })
    groups.at(-1)?.items.push(notification)
  }
  return groups
}
