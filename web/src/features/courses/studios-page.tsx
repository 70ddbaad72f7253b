// Studios page: my courses of course_type 7.
import CoursesPage from './courses-page.tsx'

export default function StudiosPage() {
  return <CoursesPage courseType={7} />
}
