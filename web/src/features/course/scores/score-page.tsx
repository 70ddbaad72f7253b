// Scores of a course, /course/{id}/score: who teaches sees the gradebook, with view=results a page of the results to print; students see their own.
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { SkeletonRows } from '../../../ui/states.tsx'
import { useCourse, useCourseTools } from '../frame/course-frame.tsx'
import type { Course } from '../frame/queries.ts'

const TeacherScores = lazy(() => import('./teacher-scores.tsx'))
const ResultsSheet = lazy(() => import('./results-sheet.tsx'))
const MyCourseScores = lazy(() => import('./my-course-scores.tsx'))

/** Whether the person reads the scores of others; a simulated student does not. */
const readsBook = (course: Course) => !course.simulating && (course.can.teach || course.can.inspect)

export default function ScorePage() {
  const course = useCourse()
  const results = useSearchParams()[0].get('view') === 'results'
  const tools = useCourseTools(readsBook(course) && !results)
  return (
    <Suspense
      fallback={
        <div className="p-6 max-tablet:p-4">
          <SkeletonRows rows={6} />
        </div>
      }
    >
      {!readsBook(course) ? (
        <MyCourseScores course={course} />
      ) : results ? (
        <ResultsSheet course={course} />
      ) : (
        <TeacherScores course={course} tools={tools} />
      )}
    </Suspense>
  )
}
