// View of homework: what is asked, and for students their own work.
import { useTexts } from '../../i18n.ts'
import { ActivityText } from '../../parts/learning/activity/activity-text.tsx'
import { useReadMark } from '../../parts/learning/activity/read-mark.ts'
import { RubricShown, useRubric } from '../../parts/learning/rubrics/rubric-shown.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import type { ViewProps } from '../definition.ts'
import MyWorkSection from '../../parts/learning/work/my-work.tsx'

export default function HomeworkView({ activity, teaches }: ViewProps) {
  const t = useTexts('homework')
  useReadMark(activity)
  // above my work, which would move if it came later
  const rubricRead = !useRubric(activity.id).isPending
  return (
    <div className="space-y-3.5 max-tablet:pt-4">
      <article className="surface-card px-8 py-6 text-read max-tablet:px-4">
        {activity.points && <p className="tabular mb-3 text-small text-text-2">{t('points', { points: activity.points })}</p>}
        <ActivityText activity={activity} />
      </article>
      <RubricShown activity={activity.id} />
      {!teaches && (rubricRead ? <MyWorkSection activity={activity} /> : <SkeletonRows rows={3} />)}
    </div>
  )
}
