// View of a learning activity: what is asked, and my state in it, or my work where it is handed in.
import { lazy, Suspense } from 'react'
import { texts, useTexts } from '../../i18n.ts'
import { ActivityText } from '../../parts/learning/activity/activity-text.tsx'
import { OwnState } from '../../parts/learning/activity/own-state.tsx'
import { useReadMark } from '../../parts/learning/activity/read-mark.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import type { ViewProps } from '../definition.ts'
import { isHandedIn } from './is-handed-in.ts'

const MyWork = lazy(() =>
  Promise.all([import('../../parts/learning/work/my-work.tsx'), texts('work', 'course', 'upload', 'drafts')]).then(([module]) => module),
)

export default function LearningActivityView({ activity, teaches }: ViewProps) {
  const t = useTexts('learning-activity')
  useReadMark(activity)
  return (
    <div className="space-y-3.5 max-tablet:pt-4">
      <article className="surface-card px-8 py-6 text-read max-tablet:px-4">
        {activity.points && <p className="tabular mb-3 text-small text-text-2">{t('points', { points: activity.points })}</p>}
        <ActivityText activity={activity} />
      </article>
      {!teaches &&
        (isHandedIn(activity) ? (
          <Suspense fallback={<SkeletonRows rows={3} />}>
            <MyWork activity={activity} />
          </Suspense>
        ) : (
          <OwnState activity={activity} />
        ))}
    </div>
  )
}
