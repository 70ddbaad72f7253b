// A text as a guest reads it: nothing is recorded.
import { useTexts } from '../../../i18n.ts'
import { Empty } from '../../../ui/states.tsx'
import type { Activity } from '../course/content.ts'
import { ActivityText } from './activity-text.tsx'

export default function GuestText({ activity }: { activity: Activity }) {
  const t = useTexts('activity')
  if (!activity.body.trim()) return <Empty title={t('emptyPage')} />
  return (
    <article className="surface-card max-w-(--content) px-8 py-6 text-read max-tablet:px-4">
      <ActivityText activity={activity} />
    </article>
  )
}
