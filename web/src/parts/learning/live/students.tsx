// Students of a live lecture and whether each has completed it, or how much of its recording each has watched.
import { useTexts } from '../../../i18n.ts'
import { percent } from '../../../ui/format.ts'
import { StatusMark } from '../../../ui/progress.tsx'
import type { Column } from '../../../ui/table/table.tsx'
import { type Student, StudentTable } from '../activity/student-table.tsx'
import type { Activity } from '../course/content.ts'

export default function MeetingStudents({ activity }: { activity: Activity }) {
  const t = useTexts('activity')
  const column: Column<Student> = {
    key: 'completed',
    head: t('completed'),
    cell: (my) => my.completed && <StatusMark state="done" label={t('completed')} size={16} />,
  }
  const share: Column<Student> = { key: 'percent', head: t('percentHead'), numeric: true, cell: (my) => percent(my.percent) }
  const { kind } = activity.completion_criterion
  const byHand = kind === 'by_hand'
  return (
    <StudentTable
      activity={activity}
      title={t('students')}
      columns={() => (byHand ? [] : kind === 'watched' ? [share, column] : [column])}
    />
  )
}
