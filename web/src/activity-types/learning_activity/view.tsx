// View of a learning activity: what is asked, and my state in it.
import { useTexts } from '../../i18n.ts'
import { ActivityText } from '../../parts/activity/activity-text.tsx'
import { EditText } from '../../parts/activity/edit-text.tsx'
import { OwnState } from '../../parts/activity/own-state.tsx'
import { useReadMark } from '../../parts/activity/read-mark.ts'
import type { ViewProps } from '../definition.ts'

export default function LearningActivityView({ activity, teaches }: ViewProps) {
  const t = useTexts('learning-activity')
  useReadMark(activity)
  return (
    <div className="max-w-[calc(var(--measure)+64px)] space-y-3.5 max-tablet:pt-4">
      {teaches && <EditText activity={activity} />}
      <article className="surface-card px-8 py-6 text-read max-tablet:px-4">
        {activity.points && <p className="tabular mb-3 text-small text-text-2">{t('points', { points: activity.points })}</p>}
        <ActivityText activity={activity} />
      </article>
      {!teaches && <OwnState activity={activity} />}
    </div>
  )
}
