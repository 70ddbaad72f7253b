// All notifications, page by page; which ones and which page stand in the address.
import { useSuspenseQuery } from '@tanstack/react-query'
import { CheckCheck } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { PageTitle } from '../../page-title.tsx'
import { Region } from '../../region.tsx'
import { Button } from '../../ui/button.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Empty } from '../../ui/states.tsx'
import { NotificationList } from './notification-list.tsx'
import { pageOf, useMarkRead } from './queries.ts'

export default function NotificationsPage() {
  const t = useTexts('notifications')
  const [search, setSearch] = useSearchParams()
  const unread = search.has('unread')
  return (
    <div className="mx-auto w-full max-w-[760px] px-6 py-5 max-tablet:px-4">
      <div className="mb-4 flex min-h-8 flex-wrap items-center gap-3">
        <PageTitle title={t('title')} className="mr-auto font-title text-title font-bold" />
        <Segmented
          label={t('show')}
          value={unread ? 'unread' : 'all'}
          onChange={(to) => setSearch(to === 'unread' ? { unread: '' } : {}, { replace: true })}
          options={[
            { value: 'all', label: t('all') },
            { value: 'unread', label: t('unread') },
          ]}
        />
      </div>
      <Region at={`notifications-${unread}`} title={t('failed')}>
        <List unread={unread} />
      </Region>
    </div>
  )
}

function List({ unread }: { unread: boolean }) {
  const t = useTexts('notifications')
  const [search, setSearch] = useSearchParams()
  const page = Math.max(1, Number(search.get('page')) || 1)
  const pageSize = Number(search.get('page_size')) || 20
  const { data } = useSuspenseQuery(pageOf(page, pageSize, unread))
  const mark = useMarkRead()
  if (!data.items.length) {
    return (
      <Empty title={t(unread ? 'noneUnreadTitle' : 'none')} text={unread ? undefined : t('noneText')}>
        {unread && <Button onClick={() => setSearch({}, { replace: true })}>{t('showAll')}</Button>}
      </Empty>
    )
  }
  const go = (to: number, size: number) =>
    setSearch({ ...(unread && { unread: '' }), ...(to > 1 && { page: String(to) }), ...(size !== 20 && { page_size: String(size) }) })
  return (
    <>
      <div className="mb-2 flex justify-end">
        <Button
          variant="quiet"
          size="sm"
          icon={CheckCheck}
          busy={mark.isPending}
          action="notification.read"
          off={data.unread_count ? undefined : t('noneUnread')}
          onClick={() => mark.mutate({ all: true })}
        >
          {t('readAll')}
        </Button>
      </div>
      <div className="surface-card overflow-hidden">
        <NotificationList
          items={data.items}
          onOpen={(one) => {
            if (!one.read_at) mark.mutate({ ids: [one.id] })
          }}
        />
      </div>
      {data.pages > 1 && (
        <div className="mt-4">
          <Pagination page={data.page} pages={data.pages} pageSize={pageSize} total={data.total} onChange={go} />
        </div>
      )}
    </>
  )
}
