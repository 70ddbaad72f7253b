import CoursesPage from './courses-page.tsx'

/** Courses of course_type 8. */
export default function ProjectsPage() {
  return <CoursesPage kind={8} />
}
