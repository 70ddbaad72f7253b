// The students of a learning activity and who has done it, for who teaches.
import { useTexts } from '../../i18n.ts'
import { StudentTable } from '../../parts/activity/student-table.tsx'
import type { Activity } from '../../parts/course/content.ts'
import { date } from '../../ui/format.ts'
import { StatusMark } from '../../ui/progress.tsx'

export default function WhoHasDoneIt({ activity }: { activity: Activity }) {
  const t = useTexts('learning-activity')
  const say = useTexts('kinds')
  // where who teaches says who is done, the table has a column to say it in
  const byHand = activity.completion_criterion.kind === 'by_hand'
  const done = {
    key: 'state',
    head: t('state'),
    cell: ({ completed_at }: { completed_at: string | null }) => (
      <span className="inline-flex items-center gap-2">
        {completed_at && <StatusMark state="done" label={say('done')} size={16} />}
        {completed_at ? say('doneOn', { date: date(completed_at) }) : say('notDone')}
      </span>
    ),
  }
  return <StudentTable activity={activity} title={t('whoHasDoneIt')} columns={() => (byHand ? [] : [done])} />
}
