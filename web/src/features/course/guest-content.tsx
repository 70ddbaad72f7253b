// Content of a public course for a guest: what there is, by module, and the way to what is open. Whatever is not open to guests is behind the sign-in.
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { activityHref, definitionOf } from '../../activity-types.ts'
import { guestQuery } from '../../guest-reads.ts'
import { useTexts } from '../../i18n.ts'
import { type ActivityRow, byModule } from '../../parts/course/content.ts'
import { GuestRefused, needsSignIn } from '../../parts/activity/guest-refusal.tsx'
import { ReadFailed } from '../../parts/errors/read-failed.tsx'
import { PageTitle } from '../../parts/page/page-title.tsx'
import { Tile } from '../../ui/chip.tsx'
import { classes } from '../../ui/class-names.ts'
import { dateTime, near } from '../../ui/format.ts'
import { Empty, SkeletonRows } from '../../ui/states.tsx'

/** `note` is the line under the title; missing: that of a visitor without a session. */
export function GuestContent({ id, note }: { id: string; note?: string | null }) {
  const t = useTexts('course')
  const params = { params: { id } }
  const course = useQuery(guestQuery('GET /api/courses/:id', params))
  const content = useQuery(guestQuery('GET /api/courses/:id/all-activities', params))
  const failed = course.error ? course : content.error ? content : undefined
  if (needsSignIn(failed?.error)) return <GuestRefused error={failed?.error} />
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
      <p className="mt-1 mb-4 text-small text-text-2">{note === undefined ? t('guest') : note}</p>
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
  const t = useTexts('course')
  const say = useTexts('kinds')
  const { icon, tone, about } = definitionOf(activity.type)
  const { is_locked: locked, availability, start_time: start, end_time: end } = activity
  const open = !locked && availability === 'open'
  const closed = locked
    ? say('locked')
    : availability === 'notStarted'
      ? start && t('opens', { when: near(start) })
      : end && t('ended', { when: dateTime(end) })
  return (
    <li
      className={classes(
        'relative flex min-h-(--row) items-center gap-3 px-3.5 py-1.5 not-last:border-b not-last:border-line',
        open && 'hover:bg-hover',
      )}
    >
      <Tile tone={open ? tone : 'neutral'} icon={icon} />
      <div className="min-w-0 flex-1">
        {open ? (
          <Link
            to={activityHref(activity)}
            className="stretched block text-body after:focus-visible:outline-2 after:focus-visible:-outline-offset-2"
          >
            {activity.title}
          </Link>
        ) : (
          <p className="text-body text-text-2">{activity.title}</p>
        )}
        <p className="text-caption text-text-3">{about(activity, say)}</p>
      </div>
      {!open && closed && <span className="shrink-0 text-small text-text-2">{closed}</span>}
    </li>
  )
}
