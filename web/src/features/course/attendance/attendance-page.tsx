// Attendance of a course, /course/{id}/attendance: who follows it sees everybody by roll call, students see their own; with
// report={class} the report of a class.
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { texts, useTexts } from '../../../i18n.ts'
import { PageTitle } from '../../../parts/base/page/page-title.tsx'
import { SkeletonRows } from '../../../ui/states.tsx'
import { useCourse } from '../frame/course-frame.tsx'

const Matrix = lazy(() => Promise.all([import('./matrix.tsx'), texts('exports', 'tasks', 'errors')]).then(([module]) => module))
const Report = lazy(() =>
  Promise.all([import('./report.tsx'), texts('exports', 'tasks', 'errors', 'votes', 'questions')]).then(([module]) => module),
)
const MyAttendance = lazy(() => import('./my-attendance.tsx'))

export default function AttendancePage() {
  const t = useTexts('attendance')
  const course = useCourse()
  const report = useSearchParams()[0].get('report')
  const follows = !course.simulating && (course.can.teach || course.can.inspect)
  return (
    <div className="p-6 pt-3.5 pb-20 max-tablet:p-4 max-tablet:pb-24">
      <PageTitle title={t('attendance')} hidden />
      <Suspense fallback={<SkeletonRows rows={6} />}>
        {report ? (
          <Report course={course.id} session={report} />
        ) : follows ? (
          <Matrix course={course} />
        ) : (
          <MyAttendance course={course.id} />
        )}
      </Suspense>
    </div>
  )
}
