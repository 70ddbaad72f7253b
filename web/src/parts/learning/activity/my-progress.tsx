// My progress in an activity as a mark and a few words, in the head of its page and below its view.
import { useTexts } from '../../../i18n.ts'
import { ProgressRing, StatusMark } from '../../../ui/progress.tsx'
import type { ActivityRow } from '../course/content.ts'

/** `text`: what its type says of it. */
export function MyProgress({ my, text }: { my: Pick<ActivityRow['my'], 'completed' | 'percent'>; text: string }) {
  const t = useTexts('activity')
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
