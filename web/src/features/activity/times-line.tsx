// Until when an activity is to be done and when it closes, above its view. Students see their own times.
import { Clock } from 'lucide-react'
import { useTexts } from '../../i18n.ts'
import type { Activity } from '../../parts/learning/course/content.ts'
import { classes } from '../../ui/class-names.ts'
import { near, sentences } from '../../ui/format.ts'

export function TimesLine({ activity, teaches }: { activity: Activity; teaches: boolean }) {
  const t = useTexts('activity')
  const { due_time: due, end_time: end, availability, my, state } = activity
  // no date ends what was returned for rework
  if ((!due && !end) || (!teaches && state === 'rework')) return null
  const late = due !== null && Date.parse(due) <= Date.now() && availability === 'open' && !my.completed && !teaches
  const closes = end && t(availability === 'ended' ? 'closedAt' : 'closesAt', { when: near(end) })
  return (
    <p
      className={classes(
        'flex items-center gap-1.5 text-small max-tablet:px-4 max-tablet:first:pt-4',
        late ? 'font-medium text-bad-text' : 'text-text-2',
      )}
    >
      <Clock aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
      {late
        ? sentences(t('lateSince', { when: near(due) }), end ? t('stillOpenUntil', { when: near(end) }) : t('stillOpen'))
        : [due && t('dueAt', { when: near(due) }), closes].filter(Boolean).join(' · ')}
    </p>
  )
}
