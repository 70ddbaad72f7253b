// Frame of an activity's pages outside the course's: the way back and its title above.
import { type ReactNode, Suspense } from 'react'
import { useParams } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { ActivityFrame } from '../../parts/learning/activity/activity-frame.tsx'
import type { Activity } from '../../parts/learning/course/content.ts'
import { BackLink } from '../../parts/base/page/back-link.tsx'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { PageWaiting } from '../../parts/base/page/page-waiting.tsx'
import { paths } from '../../paths.ts'
import { Bone, SkeletonRows } from '../../ui/states.tsx'

type Props = {
  /** Only for who teaches. */
  teaching?: boolean
  about?: string
  children: (activity: Activity, teaches: boolean) => ReactNode
}

export function FullScreenFrame({ teaching = false, about, children }: Props) {
  const { id: courseId = '', activityId = '' } = useParams()
  const t = useTexts('activity')
  const say = useTexts('kinds')
  const waiting = (
    <PageWaiting>
      <Bone className="mx-auto h-80 max-w-(--content)" />
    </PageWaiting>
  )
  const back = t('toActivity')
  return (
    <ActivityFrame
      course={courseId}
      id={activityId}
      teaching={teaching}
      failed={t('activityFailed')}
      refused={say('unknownType')}
      waiting={waiting}
    >
      {(activity, course) => (
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
          <div className="mx-auto w-full max-w-[calc(var(--content)+48px)] flex-1 p-6 max-tablet:p-4">
            <Suspense fallback={<SkeletonRows />}>{children(activity, course.can.teach)}</Suspense>
          </div>
        </>
      )}
    </ActivityFrame>
  )
}
