// My notifications, /user/notifications: all of them in one list, narrowed by course, kind or unread ones; filters are in the address. A mail leads
// here with `open`, and on to what it is about.
import { useQuery } from '@tanstack/react-query'
import { CheckCheck, Settings2 } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { topics, useMarkRead } from '../../parts/learning/notifications/queries.ts'
import { paths } from '../../paths.ts'
import { query, queryOf } from '../../queries.ts'
import { reads } from '../../reads.ts'
import { Button, buttonLook } from '../../ui/button.tsx'
import { Select } from '../../ui/fields/field.tsx'
import { Segmented } from '../../ui/fields/segmented.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { Opening } from './opening.tsx'
import { laterDialog } from '../../ui/dialogs/later-dialog.tsx'

const MessagePopup = laterDialog(() => import('./message-popup.tsx'))
const LongList = lazy(() => import('./long-list.tsx'))

export default function NotificationsPage() {
  const t = useTexts('notifications')
  const [params, setParams] = useSearchParams()
  const { data: courses } = useQuery(query('GET /api/notifications/courses'))
  const { data: count } = useQuery(queryOf(reads.unreadCount))
  const markRead = useMarkRead()
  const opened = params.get('open')
  const message = params.get('message')
  const narrow = (name: string, value: string, replace = false) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { preventScrollReset: true, replace },
    )
  const topic = topics.find((one) => one === params.get('topic'))
  const narrowed = { ...(params.get('course') && { course_id: params.get('course')! }), ...(topic && { topic }) }
  const filters = { ...(params.get('unread') && { unread: true }), ...narrowed }
  if (opened) return <Opening id={opened} />
  return (
    <div className="mx-auto flex w-full max-w-[760px] flex-1 flex-col px-6 py-5 max-tablet:px-4">
      <div className="mb-3 flex min-h-8 flex-wrap items-center gap-3">
        <PageTitle title={t('title')} className="mr-auto font-title text-title font-bold" />
        <Link to={paths.notificationSettings()} className={buttonLook('quiet')}>
          <Settings2 aria-hidden size={16} strokeWidth={1.75} />
          {t('settings')}
        </Link>
      </div>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <Segmented
          label={t('show')}
          value={filters.unread ? 'unread' : 'all'}
          onChange={(value) => narrow('unread', value === 'unread' ? '1' : '')}
          options={[
            { value: 'all', label: t('all') },
            { value: 'unread', label: t('unread') },
          ]}
        />
        <Select
          label={t('ofCourse')}
          hideLabel
          className="w-52 max-tablet:w-auto max-tablet:flex-1 max-tablet:basis-36"
          value={params.get('course') ?? ''}
          onChange={(value) => narrow('course', value)}
          options={[{ value: '', label: t('allCourses') }, ...(courses?.courses ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
        />
        <Select
          label={t('kind')}
          hideLabel
          className="w-40 max-tablet:w-auto max-tablet:flex-1 max-tablet:basis-36"
          value={topic ?? ''}
          onChange={(value) => narrow('topic', value)}
          options={[{ value: '', label: t('allKinds') }, ...topics.map((one) => ({ value: one, label: t(`topic.${one}`) }))]}
        />
        <span className="ml-auto">
          <Button
            variant="quiet"
            size="sm"
            icon={CheckCheck}
            busy={markRead.isPending}
            action="notification.read"
            off={count?.unread_count ? undefined : t('noneUnread')}
            onClick={() => markRead.mutate(Object.keys(narrowed).length > 0 ? narrowed : { all: true })}
          >
            {t('readAll')}
          </Button>
        </span>
      </div>
      <Suspense fallback={<SkeletonRows rows={8} />}>
        <LongList key={JSON.stringify(filters)} filters={filters} onClear={() => setParams({})} />
      </Suspense>
      <Suspense>{message && <MessagePopup id={message} onClose={() => narrow('message', '', true)} />}</Suspense>
    </div>
  )
}
