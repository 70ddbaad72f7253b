import { ArrowLeft } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { PageTitle } from '../../parts/page/page-title.tsx'
import { courseBack } from '../../paths.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import type { Course, CoursePage } from './queries.ts'

// A student's header is the way back, the title and the next step; everything else comes for those who teach.
const tools = () => import('./course-tools.tsx')
const CourseState = lazy(() => tools().then((module) => ({ default: module.CourseState })))
const CourseActs = lazy(() => tools().then((module) => ({ default: module.CourseActs })))
const CourseMore = lazy(() => tools().then((module) => ({ default: module.CourseMore })))

/** 56 px: back, title, code, state … see as, secondary, primary, ⋯. On a phone: back, title, ⋯. `all`: also what is not built (the gallery). */
export function CourseHeader({
  course,
  current,
  primary,
  all = false,
}: {
  course: Course
  current: CoursePage
  primary?: ReactNode
  all?: boolean
}) {
  const t = useTexts('course')
  const name = course.display_name || course.name
  const { can, simulating } = course
  const meta = [course.course_code, simulating || !can.teach ? course.semester : null].filter(Boolean).join(' · ')
  const works = !simulating && (can.teach || can.manage || can.simulate)
  const back = courseBack(course.course_type, () => sessionStorage.getItem('lyceum.earlier'))
  return (
    <header className="sticky top-(--shown-bar) z-(--z-index-head) flex min-h-14 items-center gap-2.5 border-b border-line bg-surface py-2 pr-4 pl-3.5 [@media(max-height:400px)]:static max-tablet:border-b-0 max-tablet:pr-2">
      <Tooltip text={t('back')} labels>
        <Link
          to={back}
          aria-label={t('back')}
          className="inline-flex size-(--control) shrink-0 items-center justify-center rounded-control text-text-2 hover:bg-hover hover:text-text"
        >
          <ArrowLeft aria-hidden size={18} strokeWidth={1.75} />
        </Link>
      </Tooltip>
      <div className="flex min-w-0 items-baseline gap-x-2.5">
        <PageTitle
          title={current === 'content' ? name : `${t(`menu.${current}`)} · ${name}`}
          className="truncate font-title text-title font-bold"
        >
          <span title={name}>{name}</span>
        </PageTitle>
        {meta && <span className="truncate text-small text-text-3 max-tablet:hidden">{meta}</span>}
      </div>
      {works && (
        <Suspense>
          <CourseState course={course} all={all} />
        </Suspense>
      )}
      <span className="flex-1" />
      {works && (
        <Suspense>
          <CourseActs course={course} all={all} />
        </Suspense>
      )}
      {primary && <div className="shrink-0 max-tablet:hidden">{primary}</div>}
      {works && (
        <Suspense fallback={<span className="size-(--control) shrink-0" />}>
          <CourseMore course={course} all={all} />
        </Suspense>
      )}
    </header>
  )
}
