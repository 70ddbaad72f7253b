// The inbox under the bell: all or unread, each entry opens its thing, mark all read.
import { useSuspenseQuery } from '@tanstack/react-query'
import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { Region } from '../errors/region.tsx'
import { Button, buttonLook } from '../../ui/button.tsx'
import { Tabs, useTabs } from '../../ui/tabs.tsx'
import { NotificationList } from './notification-list.tsx'
import { pageOf, useMarkRead } from './queries.ts'

type Shown = 'all' | 'unread'

export default function Inbox({ onClose }: { onClose: () => void }) {
  const t = useTexts('notifications')
  const [shown, setShown] = useState<Shown>('all')
  const wired = useTabs()
  return (
    <>
      <Head shown={shown} setShown={setShown} wired={wired} />
      <div {...wired.panelProps(shown)} className="min-h-0 flex-1 overflow-y-auto">
        <Region at={`inbox-${shown}`} title={t('failed')}>
          <List shown={shown} onClose={onClose} />
        </Region>
      </div>
      <div className="flex justify-end border-t border-line bg-canvas px-4 py-2.5">
        <Link to={paths.notifications()} onClick={onClose} className={buttonLook('link')}>
          {t('seeAll')}
        </Link>
      </div>
    </>
  )
}

function Head({ shown, setShown, wired }: { shown: Shown; setShown: (shown: Shown) => void; wired: ReturnType<typeof useTabs> }) {
  const t = useTexts('notifications')
  const { data } = useSuspenseQuery(pageOf(1, 20, false))
  const mark = useMarkRead()
  return (
    <>
      <div className="flex items-center justify-between gap-2 px-4 pt-3">
        <h2 className="font-title text-title font-bold">{t('title')}</h2>
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
      <Tabs
        className="px-4"
        label={t('show')}
        wired={wired}
        value={shown}
        onChange={setShown}
        tabs={[
          { value: 'all', label: t('all') },
          { value: 'unread', label: t('unread'), count: data.unread_count || undefined },
        ]}
      />
    </>
  )
}

function List({ shown, onClose }: { shown: Shown; onClose: () => void }) {
  const t = useTexts('notifications')
  const { data } = useSuspenseQuery(pageOf(1, 20, shown === 'unread'))
  const mark = useMarkRead()
  if (!data.items.length) {
    return (
      <div className="p-4">
        <p className="font-semibold">{t(shown === 'unread' ? 'noneUnreadTitle' : 'none')}</p>
        {shown === 'all' && <p className="mt-1 text-small text-text-2">{t('noneText')}</p>}
      </div>
    )
  }
  return (
    <NotificationList
      items={data.items}
      onOpen={(one) => {
        if (!one.read_at) mark.mutate({ ids: [one.id] })
        onClose()
      }}
    />
  )
}
