import CoursesPage from './courses-page.tsx'

/** Courses of course_type 7. */
export default function StudiosPage() {
  return <CoursesPage kind={7} />
}
