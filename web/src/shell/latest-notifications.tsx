// The newest notifications as a card on the start page.
import { useSuspenseQuery } from '@tanstack/react-query'
import { NotificationRow } from '../parts/learning/notifications/notification-row.tsx'
import { useMarkRead } from '../parts/learning/notifications/queries.ts'
import { useTexts } from '../i18n.ts'
import { query } from '../queries.ts'
import { Empty } from '../ui/states.tsx'

export const latestNotifications = query('GET /api/notifications', { query: { page_size: 5 } })

export function LatestNotifications() {
  const t = useTexts('notifications')
  const { data } = useSuspenseQuery(latestNotifications)
  const markRead = useMarkRead()
  if (!data.items.length) return <Empty title={t('none')} text={t('noneText')} />
  return (
    <ul className="surface-card divide-y divide-line overflow-hidden">
      {data.items.map((notification) => (
        <NotificationRow
          key={notification.id}
          notification={notification}
          plain
          onOpen={() => {
            if (!notification.read_at) markRead.mutate({ ids: [notification.id] })
          }}
        />
      ))}
    </ul>
  )
}
