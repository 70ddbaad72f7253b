// View of homework: what is asked, and for students their own work.
import { useTexts } from '../../i18n.ts'
import { ActivityText } from '../../parts/learning/activity/activity-text.tsx'
import { EditText } from '../../parts/learning/activity/edit-text.tsx'
import { useReadMark } from '../../parts/learning/activity/read-mark.ts'
import type { ViewProps } from '../definition.ts'
import MyWorkSection from '../../parts/learning/work/my-work.tsx'

export default function HomeworkView({ activity, teaches }: ViewProps) {
  const t = useTexts('homework')
  useReadMark(activity)
  return (
    <div className="max-w-[calc(var(--measure)+64px)] space-y-3.5 max-tablet:pt-4">
      {teaches && <EditText activity={activity} />}
      <article className="surface-card px-8 py-6 text-read max-tablet:px-4">
        {activity.points && <p className="tabular mb-3 text-small text-text-2">{t('points', { points: activity.points })}</p>}
        <ActivityText activity={activity} />
      </article>
      {!teaches && <MyWorkSection activity={activity} />}
    </div>
  )
}
