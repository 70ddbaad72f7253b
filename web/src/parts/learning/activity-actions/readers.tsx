// The students of an activity and whether each has read it, for who teaches.
import { definitionOf } from '../../../activity-types.ts'
import { useTexts } from '../../../i18n.ts'
import { StatusMark } from '../../../ui/progress.tsx'
import type { Column } from '../../../ui/table/table.tsx'
import type { Activity } from '../course/content.ts'
import { type Student, StudentTable } from '../activity/student-table.tsx'

export default function Readers({ activity }: { activity: Activity }) {
  const t = useTexts('activity')
  const say = useTexts('kinds')
  const column: Column<Student> = {
    key: 'percent',
    head: t('readHead'),
    cell: (my) => (
      <span className="inline-flex items-center gap-2">
        {my.completed && <StatusMark state="done" label={t('completed')} size={16} />}
        {definitionOf(activity.type).progress({ ...activity, my }, say)}
      </span>
    ),
  }
  const byHand = activity.completion_criterion.kind === 'by_hand'
  return <StudentTable activity={activity} title={t('whoRead')} columns={() => (byHand ? [] : [column])} />
}
