// Files page of a course, /course/{id}/resource, editable by its teachers.
import { FilesView } from '../../parts/base/files/files-view.tsx'
import { useTexts } from '../../i18n.ts'
import { RunningTasks } from '../../parts/base/tasks/running-tasks.tsx'
import { useCourse } from './frame/course-frame.tsx'

export default function ResourcePage() {
  const course = useCourse()
  const t = useTexts('course-page')
  return (
    <>
      {/* of a copy whose files are still on their way */}
      <div className="px-6 pt-3.5 empty:hidden max-tablet:px-4">{course.can.teach && <RunningTasks subject={`course:${course.id}`} />}</div>
      <FilesView title={t('menu.resource')} course={course.id} mayEdit={course.can.files} downloadsAll={course.can.teach} />
    </>
  )
}
