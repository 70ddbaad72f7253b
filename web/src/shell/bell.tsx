// The bell with its live count of unread notifications; the inbox's code loads with the first hover.
import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { Suspense } from 'react'
import { texts, useTexts } from '../i18n.ts'
import { prefetch, query, queryOf } from '../queries.ts'
import { reads } from '../reads.ts'
import { CountBadge } from '../ui/icon-button.tsx'
import { Popover } from '../ui/menus/popover.tsx'
import { SkeletonRows } from '../ui/states.tsx'
import { laterDialog } from '../ui/dialogs/later-dialog.tsx'

const loadInbox = () =>
  Promise.all([import('../parts/learning/notifications/inbox.tsx'), texts('notifications')]).then(([module]) => module)
const Inbox = laterDialog(loadInbox)

/** The number of unread notifications; 0 while it is not loaded. */
export const useUnread = () => useQuery(queryOf(reads.unreadCount)).data?.unread_count ?? 0

export function Bell() {
  const t = useTexts('shell')
  const unread = useUnread()
  const prepare = () => {
    prefetch(query('GET /api/notifications', { query: { page: 1, page_size: 10 } }))
    return loadInbox()
  }
  return (
    <Popover
      label={t('inbox')}
      prepare={prepare}
      trigger={{ label: unread ? t('inboxUnread', { count: unread }) : t('inbox'), icon: BellIcon, badge: <CountBadge count={unread} /> }}
    >
      {(close) => (
        <Suspense
          fallback={
            <div className="p-4">
              <SkeletonRows rows={4} />
            </div>
          }
        >
          <Inbox onClose={close} />
        </Suspense>
      )}
    </Popover>
  )
}
