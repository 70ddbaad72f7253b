// Header of a course page, 56 px high: back, title, code, state, See as, secondary buttons, primary button, ⋯ menu; on a phone back, title, ⋯.
import { Pencil } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { BackLink } from '../../../parts/base/page/back-link.tsx'
import { texts, useTexts } from '../../../i18n.ts'
import { useLater } from '../../../device/deferral.ts'
import { looks } from '../../../first-look/looks.ts'
import { PageTitle } from '../../../parts/base/page/page-title.tsx'
import { courseBack } from '../../../paths.ts'
import { formToResume } from '../../../parts/base/drafts/resume.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { Course, CoursePage } from './queries.ts'

// A student's header has only the way back, the title and the next step; the tools of teachers load separately.
const loadTools = async () => (await Promise.all([import('./course-tools.tsx'), texts('course')]))[0]
const CourseState = lazy(() => loadTools().then((module) => ({ default: module.CourseState })))
const CourseButtons = lazy(() => loadTools().then((module) => ({ default: module.CourseButtons })))
const TitleForm = lazy(() => Promise.all([import('../settings/title-form.tsx'), texts('course')]).then(([module]) => module))
const CourseMoreMenu = lazy(() => loadTools().then((module) => ({ default: module.CourseMoreMenu })))

const ClassEntry = lazy(() => import('./class-entry.tsx'))

/** Look of the place of a header's `primary`. */
export const primaryPlace = 'shrink-0 empty:hidden max-tablet:hidden'

/** `withUnbuilt`: also the actions that are not built yet (for the gallery). `tools`: in place of the course's own, on a page that is named instead of the course. */
export function CourseHeader({
  course,
  current,
  primary,
  tools,
  withUnbuilt = false,
}: {
  course: Course
  current: CoursePage
  primary?: ReactNode
  tools?: ReactNode
  withUnbuilt?: boolean
}) {
  const t = useTexts('course-page')
  const name = course.display_name || course.name
  const { can, simulating, role } = course
  const later = useLater()
  const meets = can.attendance || role === 'student'
  const meta = [course.course_code, simulating || !can.teach ? course.semester : null].filter(Boolean).join(' · ')
  const hasTools = !simulating && (can.teach || can.manage || can.simulate || can.inspect)
  const [renaming, setRenaming] = useState(() => can.change && formToResume('course-title', (thing) => thing === course.id) !== undefined)
  const backPath = courseBack(course.course_type, () => sessionStorage.getItem('lyceum.earlier'))
  return (
    <header className={looks.courseBar}>
      <BackLink to={backPath} label={t('back')} />
      {renaming ? (
        <Suspense>
          <PageTitle title={name} hidden />
          <TitleForm course={course} onClose={() => setRenaming(false)} />
        </Suspense>
      ) : (
        <div className={looks.courseTitleLine}>
          <PageTitle title={current === 'content' ? name : `${t(`menu.${current}`)} · ${name}`} className={looks.courseTitle}>
            <span title={name}>{tools ? t(`menu.${current}`) : name}</span>
          </PageTitle>
          {tools && <span className="truncate text-small leading-8 text-text-3 max-tablet:hidden">{name}</span>}
          {!tools && meta && <span className="text-small leading-8 whitespace-nowrap text-text-3 max-tablet:hidden">{meta}</span>}
          {can.change && !tools && (
            <span className="self-center max-tablet:hidden">
              <IconButton label={t('renameCourse')} icon={Pencil} size="sm" onClick={() => setRenaming(true)} />
            </span>
          )}
        </div>
      )}
      {hasTools && !tools && (
        <Suspense>
          <CourseState course={course} withUnbuilt={withUnbuilt} />
        </Suspense>
      )}
      <span className="flex-1" />
      {tools}
      {later && meets && !tools && (
        <Suspense>
          <ClassEntry course={course} />
        </Suspense>
      )}
      {hasTools && !tools && (
        <Suspense>
          <CourseButtons course={course} withUnbuilt={withUnbuilt} />
        </Suspense>
      )}
      {primary}
      {hasTools && !tools && (
        <Suspense fallback={<span className="size-(--control) shrink-0" />}>
          <CourseMoreMenu course={course} withUnbuilt={withUnbuilt} />
        </Suspense>
      )}
    </header>
  )
}
