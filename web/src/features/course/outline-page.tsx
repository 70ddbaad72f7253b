// Outline of a course, /course/{id}/outline: what it is about, and the plan of its term by weeks. For students their way through it; who teaches
// arranges it, and sees how far everybody is (?view=progress) and who has times of their own
// (?view=times).
import { lazy, useId, useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { texts, useTexts } from '../../i18n.ts'
import { Region } from '../../parts/errors/region.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/class-names.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { CourseFrame } from './course-frame.tsx'
import type { Course } from './queries.ts'
import { StudentPlan } from './student-plan.tsx'

// students load neither the tools of who teaches nor the charts
const TeacherPlan = lazy(() => Promise.all([import('./teacher-plan.tsx'), texts('teaching')]).then(([module]) => module))
const CourseTimes = lazy(() => Promise.all([import('./course-times.tsx'), texts('activity', 'teaching')]).then(([module]) => module))
const StudentsProgress = lazy(() => import('./students-progress.tsx'))

export default function OutlinePage() {
  const { id = '' } = useParams()
  return (
    <CourseFrame id={id} current="outline">
      {(course) => (
        <div className="max-w-[1000px] p-6 pt-3.5 max-tablet:p-4">
          <Outline course={course} />
        </div>
      )}
    </CourseFrame>
  )
}

function Outline({ course }: { course: Course }) {
  const t = useTexts('outline')
  const [params, setParams] = useSearchParams()
  const teaching = course.can.teach
  const asked = params.get('view')
  const view = teaching && (asked === 'progress' || asked === 'times') ? asked : 'plan'
  return (
    <>
      {teaching && (
        <Segmented
          label={t('views')}
          value={view}
          onChange={(next) => setParams(next === 'plan' ? {} : { view: next }, { preventScrollReset: true })}
          options={[
            { value: 'plan', label: t('plan') },
            { value: 'progress', label: t('progress') },
            { value: 'times', label: t('ownTimes') },
          ]}
        />
      )}
      <div className={classes('space-y-4', teaching && 'mt-3.5')}>
        <Region at={`${course.id} ${view}`} title={t('failed')} skeleton={<SkeletonRows rows={6} />}>
          {view === 'progress' ? (
            <StudentsProgress course={course} />
          ) : view === 'times' ? (
            <CourseTimes course={course} />
          ) : (
            <>
              <About text={course.course_outline} />
              {teaching ? <TeacherPlan course={course} /> : <StudentPlan course={course} />}
            </>
          )}
        </Region>
      </div>
    </>
  )
}

/** Beyond it a text begins folded. */
const longText = 480

/** The text of the course's settings. */
function About({ text }: { text: string }) {
  const t = useTexts('outline')
  const id = useId()
  const [open, setOpen] = useState(false)
  const trimmed = text.trim()
  if (trimmed === '') return null
  const long = trimmed.length > longText || trimmed.split('\n').length > 8
  return (
    <section aria-label={t('about')} className="surface-card p-4">
      <h2 className="mb-1.5 text-section font-semibold">{t('about')}</h2>
      <p id={id} className={classes('max-w-(--measure) text-body break-words whitespace-pre-line', long && !open && 'line-clamp-6')}>
        {trimmed}
      </p>
      {long && (
        <Button variant="link" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)} className="mt-1.5">
          {t(open ? 'less' : 'more')}
        </Button>
      )}
    </section>
  )
}
