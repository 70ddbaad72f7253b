// View of a page: its text.
import { useTexts } from '../../i18n.ts'
import type { Activity } from '../../parts/learning/course/content.ts'
import { ActivityText } from '../../parts/learning/activity/activity-text.tsx'
import { useReadMark } from '../../parts/learning/activity/read-mark.ts'

export default function PageView({ activity }: { activity: Activity }) {
  const t = useTexts('activity')
  useReadMark(activity)
  if (!activity.body.trim()) return <p className="text-text-3 max-tablet:pt-4">{t('emptyPage')}</p>
  return (
    <article className="surface-card px-8 py-6 text-read max-tablet:mt-4 max-tablet:px-4">
      <ActivityText activity={activity} />
    </article>
  )
}
