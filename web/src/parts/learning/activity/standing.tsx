// My progress in an activity as a mark and a few words, in the head of its page and below its view.
import { definitionOf } from '../../../activity-types.ts'
import { useTexts } from '../../../i18n.ts'
import { ProgressRing, StatusMark } from '../../../ui/progress.tsx'
import type { ActivityRow } from '../course/content.ts'

export function Standing({ activity }: { activity: Pick<ActivityRow, 'my' | 'type' | 'completion_criterion' | 'uploads'> }) {
  const t = useTexts('activity')
  const say = useTexts('kinds')
  const { my } = activity
  const text = definitionOf(activity.type).standing(activity, say)
  return (
    <span className="flex items-center gap-2 text-small text-text-2">
      {my.completed ? (
        <StatusMark state="done" label={t('completed')} size={18} />
      ) : (
        <ProgressRing label={text} value={my.percent} size={18} stroke={3} />
      )}
      {text}
    </span>
  )
}
