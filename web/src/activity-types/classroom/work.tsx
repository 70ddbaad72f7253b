// Students of a classroom and whether each has completed it.
import { useTexts } from '../../i18n.ts'
import { type Student, StudentTable } from '../../parts/learning/activity/student-table.tsx'
import type { Activity } from '../../parts/learning/course/content.ts'
import { StatusMark } from '../../ui/progress.tsx'
import type { Column } from '../../ui/table/table.tsx'

export default function ClassroomWork({ activity }: { activity: Activity }) {
  const t = useTexts('activity')
  const column: Column<Student> = {
    key: 'completed',
    head: t('completed'),
    cell: (my) => my.completed && <StatusMark state="done" label={t('completed')} size={16} />,
  }
  const byHand = activity.completion_criterion.kind === 'by_hand'
  return <StudentTable activity={activity} title={t('students')} columns={() => (byHand ? [] : [column])} />
}
