// An activity of a public course as a guest sees it: its text or its files, without progress and without the tools of who teaches.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { definitionOf } from '../../activity-types.ts'
import { CallFailed } from '../../client.ts'
import { guestCourse, guestQuery } from '../../session/guest-reads.ts'
import { useTexts } from '../../i18n.ts'
import { GuestRefused, needsSignIn } from '../../parts/base/sign-in/guest-refusal.tsx'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { dateTime } from '../../ui/format.ts'
import { Bone, Empty } from '../../ui/states.tsx'
import { ActivityHeader } from './activity-header.tsx'

export default function GuestActivity({ course: courseId, id }: { course: string; id: string }) {
  const t = useTexts('activity')
  const say = useTexts('kinds')
  const { data: activity, error, errorUpdatedAt, refetch } = useQuery(guestQuery('GET /api/activities/:id', { params: { id } }))
  const { data: course, error: closed } = useQuery(guestCourse(courseId))
  const { data: content } = useQuery(guestQuery('GET /api/courses/:id/content', { params: { id: courseId } }))
  const refused = [error, closed].find(needsSignIn)
  if (refused || (activity && activity.course_id !== courseId)) return <GuestRefused error={refused} />
  const row = activity ?? content?.activities.find((one) => one.id === id)
  const framed = (view: ReactNode) => (
    <>
      <ActivityHeader course={course} content={content} activity={row} id={id} courseId={courseId} guest />
      <div className="mx-auto w-full max-w-[1216px] p-6 pt-4 max-tablet:p-4">
        {!row && <PageTitle title={say('unknownType')} hidden />}
        {view}
      </div>
    </>
  )
  const code = error instanceof CallFailed ? error.problem.code : ''
  if (code === 'activity.locked') return framed(<Empty title={say('locked')} text={t('guestLocked')} />)
  if (code === 'activity.notStarted')
    return framed(<Empty title={t('notStarted')} text={row?.start_time ? t('opensAt', { when: dateTime(row.start_time) }) : undefined} />)
  if (code === 'activity.ended')
    return framed(<Empty title={t('ended')} text={row?.end_time ? t('endedAt', { when: dateTime(row.end_time) }) : undefined} />)
  if (error && !activity)
    return framed(<ReadFailed title={t('activityFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />)
  const waiting = <Bone className="h-80 max-w-(--content) !rounded-card" />
  if (!activity) return framed(waiting)
  const { Guest } = definitionOf(activity.type)
  return framed(
    <Suspense fallback={waiting}>
      <Guest key={id} activity={activity} />
    </Suspense>,
  )
}
