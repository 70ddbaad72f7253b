// Students of a forum and how far each is in what its completion asks for.
import { useTexts } from '../../i18n.ts'
import { type Student, StudentTable } from '../../parts/learning/activity/student-table.tsx'
import type { Activity } from '../../parts/learning/course/content.ts'
import { percent } from '../../ui/format.ts'
import { StatusMark } from '../../ui/progress.tsx'
import type { Column } from '../../ui/table/table.tsx'

export default function ForumWork({ activity }: { activity: Activity }) {
  const t = useTexts('activity')
  const column: Column<Student> = {
    key: 'percent',
    head: t('readHead'),
    cell: (my) => (
      <span className="tabular inline-flex items-center gap-2">
        {my.completed && <StatusMark state="done" label={t('completed')} size={16} />}
        {!my.completed && percent(my.percent)}
      </span>
    ),
  }
  const byHand = activity.completion_criterion.kind === 'by_hand'
  return <StudentTable activity={activity} title={t('students')} columns={() => (byHand ? [] : [column])} />
}
