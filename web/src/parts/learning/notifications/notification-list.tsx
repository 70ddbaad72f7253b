// Notifications by day, for the inbox under the bell and for the page.
import { useTexts } from '../../../i18n.ts'
import { daysFromNow } from '../../../ui/format.ts'
import { NotificationRow } from './notification-row.tsx'
import { byDay } from './queries.ts'
import type { Notification } from './types.ts'

export function NotificationList({ items, onOpen }: { items: Notification[]; onOpen: (notification: Notification) => void }) {
  const t = useTexts('notifications')
  return byDay(items, daysFromNow).map(({ day, items: dayItems }) => (
    <section key={day}>
      <h2 className="bg-canvas px-4 py-2 text-caption font-semibold text-text-2">{t(day)}</h2>
      <ul className="divide-y divide-line border-y border-line">
        {dayItems.map((notification) => (
          <NotificationRow key={notification.id} notification={notification} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  ))
}
