// Scores of a course, /course/{id}/score: who teaches sees the gradebook, with view=results a page of the results to print; students see their own.
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { SkeletonRows } from '../../../ui/states.tsx'
import { CourseFrame } from '../course-frame.tsx'
import type { Course } from '../queries.ts'

const TeacherScores = lazy(() => import('./teacher-scores.tsx'))
const ResultsSheet = lazy(() => import('./results-sheet.tsx'))
const MyCourseScores = lazy(() => import('./my-course-scores.tsx'))

/** Who reads the scores of others; a simulated student does not. */
const readsBook = (course: Course) => !course.simulating && (course.can.teach || course.can.inspect)

export default function ScorePage() {
  const { id = '' } = useParams()
  const results = useSearchParams()[0].get('view') === 'results'
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const slot: ReactNode = <span ref={setTools} className="flex shrink-0 items-center gap-2.5" />
  return (
    <CourseFrame id={id} current="score" tools={(course) => readsBook(course) && !results && slot}>
      {(course) => (
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
      )}
    </CourseFrame>
  )
}
