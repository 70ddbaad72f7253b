// Queries of notifications and the mutation that marks them.
import { infiniteQueryOptions, useMutation } from '@tanstack/react-query'
import { type Answer, call } from '../../../client.ts'
import { texts, translate } from '../../../i18n.ts'
import { invalidate, query, queryClient } from '../../../queries.ts'
import { daysFromNow } from '../../../ui/format.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import type { Notification } from './types.ts'

export const topics = ['courses', 'work', 'scores', 'talk', 'calendar', 'bulletins', 'organisation', 'files'] as const
export type Filters = { unread?: boolean; course_id?: string; topic?: (typeof topics)[number] }

export const notificationsPage = (page: number, pageSize: number, filters: Filters = {}) =>
  query('GET /api/notifications', { query: { page, page_size: pageSize, ...filters } })
export const notificationOf = (id: string) => query('GET /api/notifications/:id', { params: { id } })

const page = 100
/** All of them, a hundred a read. */
export const longList = (filters: Filters) =>
  infiniteQueryOptions({
    queryKey: ['GET /api/notifications', { query: { page_size: page, ...filters }, all: true }] as const,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }): Promise<Answer<'GET /api/notifications'>> =>
      call('GET /api/notifications', { query: { page: pageParam, page_size: page, ...filters }, signal }),
    getNextPageParam: (last) => (last.page < last.pages ? last.page + 1 : undefined),
  })

type Selection = { ids: string[]; unread?: true } | { all: true } | Pick<Filters, 'course_id' | 'topic'>
const isOne = (selection: Selection) => 'ids' in selection

const refresh = (answer: { unread_count: number }) => {
  queryClient.setQueryData(query('GET /api/notifications/unread-count').queryKey, { unread_count: answer.unread_count })
  return invalidate('GET /api/notifications')
}

/** Marks as read, or one as not read; the page shows the server's answer. Many can be taken back. */
export const useMarkRead = () =>
  useMutation({
    mutationFn: async (selection: Selection) => {
      if ('ids' in selection && selection.unread) return await call('PUT /api/notifications/unread', { body: { ids: selection.ids } })
      // from the bell too, on pages that have no other text of these
      const [answer] = await Promise.all([call('PUT /api/notifications/read', { body: selection }), texts('notifications')])
      if (!isOne(selection))
        toast({
          text: translate('notifications', 'markedRead'),
          undo: () => void call('PUT /api/notifications/unread', { body: { read_at: answer.read_at } }).then(refresh, () => {}),
        })
      return answer
    },
    onSuccess: refresh,
  })

export const markIdsRead = (ids: string[]) => call('PUT /api/notifications/read', { body: { ids } }).then(refresh, () => {})

export type Day = 'today' | 'yesterday' | 'earlier'
export function dayOf({ created_at }: Pick<Notification, 'created_at'>, daysAway: (when: string) => number = daysFromNow): Day {
  const days = daysAway(created_at)
  return days >= 0 ? 'today' : days === -1 ? 'yesterday' : 'earlier'
}

/** Notifications grouped by today, yesterday and earlier, in their order. */
export function byDay(items: Notification[], daysAway: (when: string) => number) {
  const groups: { day: Day; items: Notification[] }[] = []
  for (const notification of items) {
    const day = dayOf(notification, daysAway)
    if (groups.at(-1)?.day !== day) groups.push({ day, items: [] })
    groups.at(-1)?.items.push(notification)
  }
  return groups
}
