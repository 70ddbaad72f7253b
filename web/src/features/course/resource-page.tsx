// Files page of a course, /course/{id}/resource, editable by its teachers.
import { useParams } from 'react-router-dom'
import { FilesView } from '../../parts/files/files-view.tsx'
import { useTexts } from '../../i18n.ts'
import { CourseFrame } from './course-frame.tsx'

export default function ResourcePage() {
  const { id = '' } = useParams()
  const t = useTexts('course')
  return (
    <CourseFrame id={id} current="resource">
      {(course) => <FilesView title={t('menu.resource')} course={id} mayEdit={course.can.teach} />}
    </CourseFrame>
  )
}
