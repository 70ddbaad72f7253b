import { ArrowLeft, Drama, Ellipsis, KeyRound, Users } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { PageTitle } from '../../page-title.tsx'
import { courseBack, paths } from '../../paths.ts'
import { problemText } from '../../problem-text.ts'
import type { MenuGroup } from '../../ui/menu.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { toast } from '../../ui/toast.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import type { Course, CoursePage } from './course-frame.tsx'
import { PublishChip } from './publish-chip.tsx'
import { seeAs } from './queries.ts'

const AccessCodeDialog = lazy(() => import('./access-code-dialog.tsx').then((module) => ({ default: module.AccessCodeDialog })))

type Role = 'instructor' | 'student' | 'visitor'

/** 56 px: back, title, code, state … see as, primary, ⋯. On a phone: back, title, ⋯. */
export function CourseHeader({ course, current, primary }: { course: Course; current: CoursePage; primary?: ReactNode }) {
  const t = useTexts('course')
  const go = useNavigate()
  const [codeShown, showCode] = useState(false)
  const name = course.display_name || course.name
  const meta = [course.course_code, course.simulating || !course.can.teach ? course.semester : null].filter(Boolean).join(' · ')
  const see = (role: Role) => {
    seeAs(course.id, role).catch((error: unknown) => toast({ text: problemText(error), error: true }))
  }
  const roles: { value: Role; label: string }[] = [
    { value: 'instructor', label: t('role.instructor') },
    { value: 'student', label: t('role.student') },
    { value: 'visitor', label: t('role.visitor') },
  ]
  const more: MenuGroup[] = course.can.teach
    ? [
        {
          heading: t('people'),
          items: [
            { label: t('accessCode'), icon: KeyRound, onSelect: () => showCode(true) },
            {
              label: t('menu.enrollments'),
              icon: Users,
              href: paths.members(course.id),
              onSelect: () => void go(paths.members(course.id)),
            },
          ],
        },
        ...(course.can.simulate
          ? [
              {
                heading: t('seeAs'),
                items: roles.map(({ value, label }) => ({
                  label,
                  icon: Drama,
                  current: value === 'instructor',
                  onSelect: () => see(value),
                })),
              },
            ]
          : []),
      ]
    : []
  const back = courseBack(course.course_type, sessionStorage.getItem('lyceum.earlier') ?? undefined)
  return (
    <header className="sticky top-(--shown-bar) z-(--z-index-head) flex min-h-14 items-center gap-2.5 border-b border-line bg-surface py-2 pr-4 pl-3.5 [@media(max-height:400px)]:static max-tablet:border-b-0 max-tablet:pr-2">
      <Tooltip text={t('backToCourses')} labels>
        <Link
          to={back}
          aria-label={t('backToCourses')}
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
      {course.can.teach && (
        <span className="max-tablet:hidden">
          <PublishChip course={course} />
        </span>
      )}
      <span className="flex-1" />
      {course.can.simulate && !course.simulating && (
        <div className="flex items-center gap-2.5 max-desktop:hidden">
          <span aria-hidden className="text-small text-text-3">
            {t('seeAs')}
          </span>
          <Segmented label={t('seeAs')} value="instructor" onChange={see} options={roles} />
        </div>
      )}
      {primary && <div className="shrink-0 max-tablet:hidden">{primary}</div>}
      {more.length > 0 && <Menu trigger={{ kind: 'icon', props: { label: t('more'), icon: Ellipsis } }} groups={more} />}
      {codeShown && (
        <Suspense>
          <AccessCodeDialog courseId={course.id} name={name} open onClose={() => showCode(false)} />
        </Suspense>
      )}
    </header>
  )
}
