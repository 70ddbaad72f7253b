// The inbox under the bell: all or unread notifications, each with a link to its target; mark all as read.
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { CheckCheck, Moon } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../../i18n.ts'
import { paths } from '../../../paths.ts'
import { query } from '../../../queries.ts'
import { Region } from '../../base/errors/region.tsx'
import { Button, buttonLook } from '../../../ui/button.tsx'
import { Tabs, useTabs } from '../../../ui/menus/tabs.tsx'
import { NotificationList } from './notification-list.tsx'
import { notificationsPage, useMarkRead } from './queries.ts'

type Filter = 'all' | 'unread' | 'courses' | 'scores' | 'bulletins'

export default function Inbox({ onClose }: { onClose: () => void }) {
  const t = useTexts('notifications')
  const [filter, setFilter] = useState<Filter>('all')
  const wired = useTabs()
  return (
    <>
      <Head filter={filter} setFilter={setFilter} wired={wired} />
      <div {...wired.panelProps(filter)} className="min-h-0 flex-1 overflow-y-auto">
        <Region at={`inbox-${filter}`} title={t('failed')}>
          <List filter={filter} onClose={onClose} />
        </Region>
      </div>
      <div className="flex flex-wrap items-center justify-end gap-3 border-t border-line bg-canvas px-4 py-2.5">
        <QuietHours onClose={onClose} />
        <Link to={paths.notifications()} onClick={onClose} className={buttonLook('link')}>
          {t('seeAll')}
        </Link>
      </div>
    </>
  )
}

/** The quiet hours of the person, at the foot as they hold for all of it. */
function QuietHours({ onClose }: { onClose: () => void }) {
  const t = useTexts('notifications')
  const { data } = useQuery(query('GET /api/notification-preferences'))
  if (!data) return null
  return (
    <p className="mr-auto flex flex-wrap items-center gap-2 text-caption text-text-2">
      {data.quiet && (
        <>
          <Moon aria-hidden size={14} strokeWidth={1.75} />
          {t('quietFoot', data.quiet)}
        </>
      )}
      <Link to={paths.notificationSettings()} onClick={onClose} className={buttonLook('link')}>
        {t(data.quiet ? 'change' : 'settings')}
      </Link>
    </p>
  )
}

function Head({ filter, setFilter, wired }: { filter: Filter; setFilter: (filter: Filter) => void; wired: ReturnType<typeof useTabs> }) {
  const t = useTexts('notifications')
  const { data } = useSuspenseQuery(notificationsPage(1, 20))
  const markRead = useMarkRead()
  return (
    <>
      <div className="flex items-center justify-between gap-2 px-4 pt-3">
        <h2 className="font-title text-title font-bold">{t('title')}</h2>
        <Button
          variant="quiet"
          size="sm"
          icon={CheckCheck}
          busy={markRead.isPending}
          action="notification.read"
          off={data.unread_count ? undefined : t('noneUnread')}
          onClick={() => markRead.mutate(filter === 'all' || filter === 'unread' ? { all: true } : { topic: filter })}
        >
          {t('readAll')}
        </Button>
      </div>
      <Tabs
        className="px-4"
        label={t('show')}
        wired={wired}
        value={filter}
        onChange={setFilter}
        tabs={[
          { value: 'all', label: t('all') },
          { value: 'unread', label: t('unread'), count: data.unread_count > 999 ? '999+' : data.unread_count || undefined },
          { value: 'courses', label: t('topic.courses') },
          { value: 'scores', label: t('topic.scores') },
          { value: 'bulletins', label: t('topic.bulletins') },
        ]}
      />
    </>
  )
}

function List({ filter, onClose }: { filter: Filter; onClose: () => void }) {
  const t = useTexts('notifications')
  const { data } = useSuspenseQuery(
    notificationsPage(1, 20, filter === 'unread' ? { unread: true } : filter === 'all' ? {} : { topic: filter }),
  )
  const markRead = useMarkRead()
  if (!data.items.length) {
    return (
      <div className="p-4">
        <p className="font-semibold">{t(filter === 'unread' ? 'noneUnreadTitle' : filter === 'all' ? 'none' : 'noneFits')}</p>
        {filter === 'all' && <p className="mt-1 text-small text-text-2">{t('noneText')}</p>}
      </div>
    )
  }
  return (
    <NotificationList
      items={data.items}
      onOpen={(notification) => {
        if (!notification.read_at) markRead.mutate({ ids: [notification.id] })
        onClose()
      }}
    />
  )
}
