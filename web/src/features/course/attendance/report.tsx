// Report of a class on a page of its course, /course/{id}/attendance?report={class}.
import { useTexts } from '../../../i18n.ts'
import { BackLink } from '../../../parts/base/page/back-link.tsx'
import { ClassReport } from '../../../parts/learning/attendance/class-report.tsx'
import { paths } from '../../../paths.ts'

export default function ReportPage({ course, session }: { course: string; session: string }) {
  const t = useTexts('attendance')
  return (
    <div className="printed-alone max-w-[860px]">
      <div className="mb-2 print:hidden">
        <BackLink to={paths.attendance(course)} label={t('toAttendance')} />
      </div>
      <ClassReport course={course} session={session} />
    </div>
  )
}
