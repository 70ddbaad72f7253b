// The newest notifications beside other things; the frame joins features that do not know each other.
import { useSuspenseQuery } from '@tanstack/react-query'
import { NotificationRow } from '../parts/notifications/notification-row.tsx'
import { useMarkRead } from '../parts/notifications/queries.ts'
import { useTexts } from '../i18n.ts'
import { query } from '../queries.ts'
import { Empty } from '../ui/states.tsx'

export const latest = query('GET /api/notifications', { query: { page_size: 5 } })

export function Latest() {
  const t = useTexts('notifications')
  const { data } = useSuspenseQuery(latest)
  const mark = useMarkRead()
  if (!data.items.length) return <Empty title={t('none')} text={t('noneText')} />
  return (
    <ul className="surface-card divide-y divide-line overflow-hidden">
      {data.items.map((one) => (
        <NotificationRow
          key={one.id}
          one={one}
          plain
          onOpen={() => {
            if (!one.read_at) mark.mutate({ ids: [one.id] })
          }}
        />
      ))}
    </ul>
  )
}
