// Frame of an activity's pages outside the course's: the activity, its refusals and waiting; the way back and its title above.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { useParams } from 'react-router-dom'
import { BackLink } from '../../parts/page/back-link.tsx'
import { useTexts } from '../../i18n.ts'
import { activityQuery } from '../../parts/activity/queries.ts'
import type { Activity } from '../../parts/course/content.ts'
import { courseQuery } from '../../parts/course/queries.ts'
import { isRefusal, nothingToShow } from '../../parts/errors/refusal.ts'
import { Refused } from '../../parts/errors/refused.tsx'
import { Region } from '../../parts/errors/region.tsx'
import { PageTitle } from '../../parts/page/page-title.tsx'
import { paths } from '../../paths.ts'
import { Bone, SkeletonRows } from '../../ui/states.tsx'

type Props = {
  /** Only for who teaches. */
  teaching?: boolean
  about?: string
  children: (activity: Activity, teaches: boolean) => ReactNode
}

export function AskedFrame(props: Props) {
  const { activityId = '' } = useParams()
  const t = useTexts('activity')
  return (
    <Region whole at={activityId} title={t('activityFailed')} skeleton={<Waiting />}>
      <Inside key={activityId} {...props} />
    </Region>
  )
}

function Inside({ teaching = false, about, children }: Props) {
  const { id: courseId = '', activityId = '' } = useParams()
  const t = useTexts('activity')
  const say = useTexts('kinds')
  const { data: activity, error } = useQuery({ ...activityQuery(activityId), throwOnError: nothingToShow })
  const { data: course } = useQuery(courseQuery(courseId))
  if (isRefusal(error) || (activity && activity.course_id !== courseId) || (teaching && course && !course.can.teach))
    return (
      <div className="px-4">
        <PageTitle title={say('unknownType')} hidden />
        <Refused error={isRefusal(error) ? error : undefined} />
      </div>
    )
  if (!activity || !course) return <Waiting />
  const back = t('toActivity')
  return (
    <>
      <header className="sticky top-(--shown-bar) z-(--z-index-head) flex min-h-14 flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-line bg-surface py-2 pr-4 pl-3.5 [@media(max-height:400px)]:static max-tablet:pr-2">
        <BackLink to={paths.activity(courseId, activityId)} label={back} />
        <div className="flex min-w-0 flex-1 basis-40 items-baseline gap-x-2.5 max-tablet:flex-col">
          <PageTitle
            title={about ? `${about}: ${activity.title}` : activity.title}
            className="max-w-full truncate font-title text-title font-bold max-tablet:text-section"
          >
            {activity.title}
          </PageTitle>
          {about && <span className="max-w-full truncate text-small text-text-3">{about}</span>}
        </div>
      </header>
      <div className="mx-auto w-full max-w-[900px] flex-1 p-6 max-tablet:p-4">
        <Suspense fallback={<SkeletonRows />}>{children(activity, course.can.teach)}</Suspense>
      </div>
    </>
  )
}

const Waiting = () => (
  <div className="late">
    <div className="flex min-h-14 items-center gap-4 border-b border-line bg-surface px-5">
      <Bone className="size-5" />
      <Bone className="h-5 w-56" />
    </div>
    <div className="p-6">
      <Bone className="mx-auto h-80 max-w-[860px]" />
    </div>
  </div>
)
