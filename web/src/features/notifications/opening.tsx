// The way from a mail or a push message to what it is about: the page makes the address, also after the person has signed in.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { markIdsRead, notificationOf } from '../../parts/learning/notifications/queries.ts'
import { lookOf } from '../../parts/learning/notifications/types.ts'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { paths } from '../../paths.ts'
import { buttonLook } from '../../ui/button.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'

export function Opening({ id }: { id: string }) {
  const t = useTexts('notifications')
  const { data, isError } = useQuery(notificationOf(id))
  const unread = data?.read_at === null
  useEffect(() => {
    if (unread) void markIdsRead([id])
  }, [id, unread])
  if (data) return <Navigate to={lookOf(data).link} replace />
  return (
    <div className="mx-auto w-full max-w-[760px] px-6 py-5 max-tablet:px-4">
      <PageTitle title={t('title')} hidden />
      {isError ? (
        <Empty title={t('gone')}>
          <Link to={paths.notifications()} className={buttonLook('secondary')}>
            {t('seeAll')}
          </Link>
        </Empty>
      ) : (
        <SkeletonRows rows={3} />
      )}
    </div>
  )
}
