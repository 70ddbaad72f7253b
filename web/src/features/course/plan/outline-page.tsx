// Outline of a course, /course/{id}/outline: what it is about, and the plan of its term by weeks. For students their way through it; who teaches
// arranges it, and sees how far everybody is (?view=progress) and who has times of their own
// (?view=times).
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { useSearchParams } from 'react-router-dom'
import { texts, useTexts } from '../../../i18n.ts'
import { Region } from '../../../parts/base/errors/region.tsx'
import { query } from '../../../queries.ts'
import { classes } from '../../../ui/class-names.ts'
import { Segmented } from '../../../ui/fields/segmented.tsx'
import { SkeletonRows } from '../../../ui/states.tsx'
import { AboutCourse } from './about-course.tsx'
import { useCourse } from '../frame/course-frame.tsx'
import { StudentPlan } from './student-plan.tsx'

// students load neither the tools of who teaches nor the charts
const TeacherPlan = lazy(() => Promise.all([import('./teacher-plan.tsx'), texts('teaching')]).then(([module]) => module))
const CourseTimes = lazy(() =>
  Promise.all([import('../people/course-times.tsx'), texts('activity', 'teaching')]).then(([module]) => module),
)
const StudentsProgress = lazy(() => import('../people/students-progress.tsx'))

export default function OutlinePage() {
  const course = useCourse()
  const t = useTexts('outline')
  const [params, setParams] = useSearchParams()
  const teaching = course.can.teach
  const asked = params.get('view')
  const view = teaching && (asked === 'progress' || asked === 'times') ? asked : 'plan'
  return (
    <div className="max-w-[1000px] p-6 pt-3.5 max-tablet:p-4">
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
              <AboutCourse text={course.course_outline} />
              <Partners course={course.id} />
              {course.can.write ? <TeacherPlan course={course} /> : <StudentPlan course={course} />}
            </>
          )}
        </Region>
      </div>
    </div>
  )
}

/** Partners of the course beside its school; nothing for a course without any. */
function Partners({ course }: { course: string }) {
  const t = useTexts('outline')
  const { data } = useQuery(query('GET /api/courses/:id/associated-partner-info', { params: { id: course } }))
  if (!data || data.partners.length === 0) return null
  return (
    <section aria-label={t('partners')} className="surface-card p-4">
      <h2 className="mb-1.5 text-section font-semibold">{t('partners')}</h2>
      <ul className="space-y-1.5">
        {data.partners.map(({ name, role, contact, url }) => (
          <li key={`${name} ${role} ${contact}`} className="text-body break-words">
            {url ? (
              <a href={url} target="_blank" rel="noreferrer" className="text-accent-text underline underline-offset-2">
                {name}
              </a>
            ) : (
              name
            )}
            <span className="text-small text-text-2">{[role, contact].filter(Boolean).map((text) => ` · ${text}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
