// Content of a public course for a guest: what there is, by module. Whatever is not open to guests is behind the sign-in.
import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router-dom'
import { definitionOf } from '../../activity-types.ts'
import { CallFailed } from '../../client.ts'
import { guestQuery } from '../../guest-reads.ts'
import { useTexts } from '../../i18n.ts'
import { type ActivityRow, byModule } from '../../parts/course/content.ts'
import { ReadFailed } from '../../parts/errors/read-failed.tsx'
import { PageTitle } from '../../parts/page/page-title.tsx'
import { signInAddress } from '../../session.ts'
import { Tile } from '../../ui/chip.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'

export function GuestContent({ id }: { id: string }) {
  const t = useTexts('course')
  const params = { params: { id } }
  const course = useQuery(guestQuery('GET /api/courses/:id', params))
  const content = useQuery(guestQuery('GET /api/courses/:id/all-activities', params))
  const failed = course.error ? course : content.error ? content : undefined
  if (failed?.error instanceof CallFailed && [400, 401, 403, 404].includes(failed.error.status))
    return <Navigate to={signInAddress()} replace />
  if (failed)
    return (
      <div className="p-6 max-tablet:p-4">
        <PageTitle title={t('course')} hidden />
        <ReadFailed title={t('courseFailed')} error={failed.error} at={failed.errorUpdatedAt} onRetry={() => void failed.refetch()} />
      </div>
    )
  if (!course.data || !content.data) return <SkeletonRows rows={6} className="m-6 max-w-[772px] max-tablet:m-4" />
  const groups = byModule(content.data)
  return (
    <div className="mx-auto w-full max-w-[820px] p-6 max-tablet:p-4">
      <PageTitle title={course.data.name} />
      <p className="mt-1 mb-4 text-small text-text-2">{t('guest')}</p>
      {groups.length === 0 && <Empty title={t('emptyStudent')} text={t('emptyStudentText')} />}
      <div className="space-y-3.5">
        {groups.map(({ module, activities }) => (
          <section key={module?.id ?? ''} className="surface-card overflow-hidden">
            <h2 className="px-3.5 py-2.5 text-section font-semibold">{module?.name ?? t('noModule')}</h2>
            <ul className="border-t border-line">
              {activities.length === 0 && <li className="px-3.5 py-3 text-small text-text-3">{t('emptyModule')}</li>}
              {activities.map((activity) => (
                <Line key={activity.id} activity={activity} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}

function Line({ activity }: { activity: ActivityRow }) {
  const say = useTexts('kinds')
  const { icon, tone, about } = definitionOf(activity.type)
  return (
    <li className="flex min-h-(--row) items-center gap-3 px-3.5 py-1.5 not-last:border-b not-last:border-line">
      <Tile tone={tone} icon={icon} />
      <div className="min-w-0">
        <p className="text-body">{activity.title}</p>
        <p className="text-caption text-text-3">{about(activity, say)}</p>
      </div>
    </li>
  )
}
