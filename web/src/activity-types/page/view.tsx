// View of a page: its text for every reader, and for its teachers the way to write it.
import { useTexts } from '../../i18n.ts'
import type { Activity } from '../../parts/learning/course/content.ts'
import { ActivityText } from '../../parts/learning/activity/activity-text.tsx'
import { EditText } from '../../parts/learning/activity/edit-text.tsx'
import { useReadMark } from '../../parts/learning/activity/read-mark.ts'

export default function PageView({ activity, teaches }: { activity: Activity; teaches: boolean }) {
  const t = useTexts('activity')
  useReadMark(activity)
  const edit = teaches && <EditText activity={activity} />
  if (!activity.body.trim())
    return (
      <div className="flex flex-wrap items-center gap-3 max-tablet:pt-4">
        <p className="text-text-3">{t('emptyPage')}</p>
        {edit}
      </div>
    )
  return (
    <div className="max-w-[calc(var(--measure)+64px)] text-read max-tablet:pt-4">
      {edit && <div className="mb-2">{edit}</div>}
      <article className="surface-card px-8 py-6 max-tablet:px-4">
        <ActivityText activity={activity} />
      </article>
    </div>
  )
}
