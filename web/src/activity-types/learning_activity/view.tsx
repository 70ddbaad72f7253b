// View of a learning activity: what is asked.
import { ActivityText } from '../../parts/activity/activity-text.tsx'
import { useReadMark } from '../../parts/activity/read-mark.ts'
import type { ViewProps } from '../definition.ts'

export default function LearningActivityView({ activity }: ViewProps) {
  useReadMark(activity)
  return (
    <article className="surface-card max-w-[calc(var(--measure)+64px)] px-8 py-6 text-read max-tablet:mt-4 max-tablet:px-4">
      <ActivityText activity={activity} />
    </article>
  )
}
