// Notifications page: all or the unread ones, in pages; filter and page are in the address.
import { CheckCheck } from 'lucide-react'
import { useTexts } from '../../i18n.ts'
import { PageTitle } from '../../parts/page/page-title.tsx'
import { usePaged } from '../../parts/page/paged.ts'
import { Button } from '../../ui/button.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { NotificationList } from '../../parts/notifications/notification-list.tsx'
import { notificationsPage, useMarkRead } from '../../parts/notifications/queries.ts'

export default function NotificationsPage() {
  const t = useTexts('notifications')
  const list = usePaged(({ page, size, filters }) => notificationsPage(page, size, filters.unread !== undefined), { filters: ['unread'] })
  const markRead = useMarkRead()
  return (
    <div className="mx-auto w-full max-w-[760px] px-6 py-5 max-tablet:px-4">
      <div className="mb-4 flex min-h-8 flex-wrap items-center gap-3">
        <PageTitle title={t('title')} className="mr-auto font-title text-title font-bold" />
        <Segmented
          label={t('show')}
          value={list.narrowed ? 'unread' : 'all'}
          onChange={(value) => list.change({ filters: { unread: value === 'unread' ? '1' : undefined } })}
          options={[
            { value: 'all', label: t('all') },
            { value: 'unread', label: t('unread') },
          ]}
        />
      </div>
      <PagedList
        list={list}
        failedTitle={t('failed')}
        skeleton={<SkeletonRows />}
        empty={<Empty title={t('none')} text={t('noneText')} />}
        nothingFits={
          <Empty title={t('noneUnreadTitle')}>
            <Button onClick={list.clear}>{t('showAll')}</Button>
          </Empty>
        }
      >
        {(items) => (
          <>
            <div className="mb-2 flex justify-end">
              <Button
                variant="quiet"
                size="sm"
                icon={CheckCheck}
                busy={markRead.isPending}
                action="notification.read"
                off={list.data?.unread_count ? undefined : t('noneUnread')}
                onClick={() => markRead.mutate({ all: true })}
              >
                {t('readAll')}
              </Button>
            </div>
            <div className="surface-card overflow-hidden">
              <NotificationList
                items={[...items]}
                onOpen={(notification) => {
                  if (!notification.read_at) markRead.mutate({ ids: [notification.id] })
                }}
              />
            </div>
          </>
        )}
      </PagedList>
    </div>
  )
}
