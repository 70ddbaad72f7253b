// Projects page: my courses of course_type 8.
import CoursesPage from './courses-page.tsx'

export default function ProjectsPage() {
  return <CoursesPage courseType={8} />
}
