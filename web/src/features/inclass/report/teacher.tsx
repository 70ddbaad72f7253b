// Report of the class that runs, so far: its numbers for who teaches; students read it once it is sent.
import { Link } from 'react-router-dom'
import { useTexts } from '../../../i18n.ts'
import { ClassReport } from '../../../parts/learning/attendance/class-report.tsx'
import { paths } from '../../../paths.ts'
import type { TeacherProps } from '../tools.ts'

export default function TeacherReport({ session: { id, course_id } }: TeacherProps) {
  const t = useTexts('inclass')
  return (
    <div className="printed-alone max-w-[860px] space-y-4">
      <ClassReport course={course_id} session={id} />
      <Link
        to={paths.attendance(course_id)}
        className="inline-flex min-h-6 items-center text-accent-text underline underline-offset-2 print:hidden"
      >
        {t('toAttendance')}
      </Link>
    </div>
  )
}
