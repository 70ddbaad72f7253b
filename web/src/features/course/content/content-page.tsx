// Content page of a course, /course/{id}/content: for students to work through, for teachers to arrange.
import { lazy, Suspense, useCallback, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { definitionOf } from '../../../activity-types.ts'
import { texts, useTexts } from '../../../i18n.ts'
import { paths } from '../../../paths.ts'
import { Region } from '../../../parts/base/errors/region.tsx'
import { SkeletonRows } from '../../../ui/states.tsx'
import type { Addition } from './additions.ts'
import { CoursePrimary, useCourse } from '../frame/course-frame.tsx'
import { CurrentBulletins } from './current-bulletins.tsx'
import { NextButton } from './next-button.tsx'
import { StudentContent } from './student-content.tsx'

// Students load neither the teachers' tools nor the uploader behind them.
const TeacherContent = lazy(async () => {
  const [{ TeacherContent: component }] = await Promise.all([
    import('./teacher-content.tsx'),
    texts('course', 'upload', 'teaching', 'content-lists'),
  ])
  return { default: component }
})

const Copying = lazy(() => Promise.all([import('../../../parts/learning/copies/copying.tsx'), texts('copies')]).then(([module]) => module))
const AddMenu = lazy(() => Promise.all([import('./add-menu.tsx'), texts('course')]).then(([module]) => ({ default: module.AddMenu })))

export default function ContentPage() {
  const t = useTexts('course-page')
  const course = useCourse()
  const { id } = course
  const [addition, setAddition] = useState<Addition>()
  const navigate = useNavigate()
  const add = useCallback(
    (next: Addition | undefined) =>
      next?.kind === 'activity' && definitionOf(next.type).written
        ? void navigate(paths.newText(id, next.type, next.module))
        : setAddition(next),
    [id, navigate],
  )
  return (
    <div className="p-6 pt-3.5 max-tablet:p-4">
      <CoursePrimary>
        {course.can.teach ? (
          <Suspense fallback={<span className="block h-(--control) w-[92px]" />}>
            <AddMenu onAdd={add} />
          </Suspense>
        ) : (
          <NextButton course={course} />
        )}
      </CoursePrimary>
      <Region
        at={`${id} ${course.can.teach}`}
        title={t('contentFailed')}
        skeleton={<SkeletonRows rows={6} className="mt-10 max-w-[772px]" />}
      >
        <CurrentBulletins course={id} />
        {course.can.teach && [0, 2].includes(course.course_attributes.data.course_importer_status ?? 1) && (
          <Suspense>
            <div className="mb-3.5">
              <Copying course={course} />
            </div>
          </Suspense>
        )}
        {course.can.teach ? <TeacherContent course={course} addition={addition} onAddition={add} /> : <StudentContent course={course} />}
      </Region>
    </div>
  )
}
