// View of a learning activity: what is asked.
import { usePictures } from '../../parts/activity/pictures.ts'
import { useReadMark } from '../../parts/activity/read-mark.ts'
import { RichText } from '../../ui/rich-text.tsx'
import type { ViewProps } from '../definition.ts'

export default function LearningActivityView({ activity }: ViewProps) {
  useReadMark(activity)
  return (
    <article className="surface-card max-w-[calc(var(--measure)+64px)] px-8 py-6 text-read max-tablet:mt-4 max-tablet:px-4">
      <RichText html={activity.body} pictures={usePictures(activity)} />
    </article>
  )
}
