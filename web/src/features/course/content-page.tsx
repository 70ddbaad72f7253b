import { lazy, Suspense, useState } from 'react'
import { useParams } from 'react-router-dom'
import { texts, useTexts } from '../../i18n.ts'
import { Region } from '../../parts/errors/region.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import type { Adding } from './adding.ts'
import { CourseFrame } from './course-frame.tsx'
import { NextButton } from './next-button.tsx'
import { StudentContent } from './student-content.tsx'

// A student needs nothing of what teachers arrange with, nor the uploader behind it.
const TeacherContent = lazy(async () => {
  const [{ TeacherContent: arranged }] = await Promise.all([import('./teacher-content.tsx'), texts('upload')])
  return { default: arranged }
})

const AddMenu = lazy(() => import('./add-menu.tsx').then((module) => ({ default: module.AddMenu })))

/** /course/{id}/content: what students see and do, what teachers arrange. Three reads: the course, its menu, its content. */
export default function ContentPage() {
  const { id = '' } = useParams()
  const t = useTexts('course')
  const [adding, setAdding] = useState<Adding>()
  return (
    <CourseFrame
      id={id}
      current="content"
      primary={(course) =>
        course.can.teach ? (
          <Suspense fallback={<span className="block h-(--control) w-[92px]" />}>
            <AddMenu onAdd={setAdding} />
          </Suspense>
        ) : (
          <NextButton course={course} />
        )
      }
    >
      {(course) => (
        <div className="p-6 pt-3.5 max-tablet:p-4">
          <Region
            at={`${id} ${course.can.teach}`}
            title={t('contentFailed')}
            skeleton={<SkeletonRows rows={6} className="mt-10 max-w-[772px]" />}
          >
            {course.can.teach ? (
              <TeacherContent course={course} adding={adding} onAdding={setAdding} />
            ) : (
              <StudentContent course={course} />
            )}
          </Region>
        </div>
      )}
    </CourseFrame>
  )
}
