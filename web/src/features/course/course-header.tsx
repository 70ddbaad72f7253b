import { ArrowLeft, CircleDashed, Drama, Ellipsis, Feather, LoaderCircle } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { PageTitle } from '../../page-title.tsx'
import { courseBack, paths } from '../../paths.ts'
import { problemText } from '../../problem-text.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { toast } from '../../ui/toast.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import type { Course, CoursePage } from './course-frame.tsx'
import { type HeaderAction, offered } from './header-actions.ts'
import { PublishChip } from './publish-chip.tsx'
import { inspectCourse, reviewCourse, type Seen, seeAs, switchLite, useLiteObstacle } from './queries.ts'
import { useWide } from './wide.ts'

const AccessCodeDialog = lazy(() => import('./access-code-dialog.tsx').then((module) => ({ default: module.AccessCodeDialog })))

const told = (work: Promise<unknown>, text?: string) =>
  work.then(
    () => text && toast({ text }),
    (error: unknown) => toast({ text: problemText(error, 'lite'), error: true }),
  )

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
  const go = useNavigate()
  const wide = useWide()
  const [codeShown, showCode] = useState(false)
  // Asked for when somebody comes near the menu, so that the page itself needs no more than its three reads.
  const [near, setNear] = useState(false)
  const obstacle = useLiteObstacle(course, near)
  const name = course.display_name || course.name
  const meta = [course.course_code, course.simulating || !course.can.teach ? course.semester : null].filter(Boolean).join(' · ')
  const actions = offered(course, all)
  const at = (place: (typeof actions)[number]['place']) => actions.filter((one) => one.place === place)
  const see = (role: Seen) => void told(seeAs(course.id, role))
  const does: Partial<Record<HeaderAction, () => void>> = {
    accessCode: () => showCode(true),
    invite: () => go(paths.members(course.id)),
    review: () => void told(reviewCourse(course.id, 'reviewed'), t('reviewedNow')),
    unreview: () => void told(reviewCourse(course.id, 'unreviewed')),
    switchLite: () => void told(switchLite(course.id, true), t('liteNow')),
    switchNormal: () => void told(switchLite(course.id, false), t('normalNow')),
    inspect: () => void told(inspectCourse(course.id)),
    settings: () => go(paths.courseSettings(course.id)),
    startClass: () => window.open(paths.classMode(course.id), '_blank', 'noopener'),
  }
  const roles: { value: Seen; label: string }[] = [
    { value: 'instructor', label: t('role.instructor') },
    { value: 'student', label: t('role.student') },
    { value: 'visitor', label: t('role.visitor') },
  ]
  const items = (place: 'people' | 'course' | 'secondary') =>
    at(place).map(({ name: action, icon }) => ({
      label: t(`do.${action}` as 'do.accessCode'),
      icon,
      onSelect: does[action],
      off: action === 'switchLite' ? obstacle : undefined,
    }))
  const seesAs = at('seeAs').length > 0
  const more = [
    ...(wide ? [] : [{ items: items('secondary') }]),
    { heading: t('people'), items: items('people') },
    { heading: t('course'), items: items('course') },
    ...(seesAs && !wide
      ? [
          {
            heading: t('seeAs'),
            items: roles.map(({ value, label }) => ({ label, icon: Drama, current: value === 'instructor', onSelect: () => see(value) })),
          },
        ]
      : []),
  ].filter((group) => group.items.length > 0)
  const { published, data } = course.course_attributes
  const back = courseBack(course.course_type, sessionStorage.getItem('lyceum.earlier') ?? undefined)
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
      {(course.can.teach || course.simulating === 'inspect') && (
        <span className="flex shrink-0 items-center gap-1.5 max-tablet:hidden">
          {at('chip').length > 0 && <PublishChip course={course} all={all} />}
          {data.course_importer_status === 0 && (
            <Chip tone="info" icon={LoaderCircle}>
              {t('importing')}
            </Chip>
          )}
          {course.lite && (
            <Chip tone="outline" icon={Feather}>
              {t('lite')}
            </Chip>
          )}
          {course.can.manage && published && data.review_status === 'unreviewed' && (
            <Chip tone="warn" icon={CircleDashed}>
              {t('unreviewed')}
            </Chip>
          )}
        </span>
      )}
      <span className="flex-1" />
      {seesAs && wide && (
        <div className="flex shrink-0 items-center gap-2.5">
          <span aria-hidden className="text-small text-text-3">
            {t('seeAs')}
          </span>
          <Segmented label={t('seeAs')} value="instructor" onChange={see} options={roles} />
        </div>
      )}
      {wide &&
        at('secondary').map(({ name: action, icon }) => (
          <Button key={action} icon={icon} onClick={does[action]}>
            {t(`do.${action}` as 'do.review')}
          </Button>
        ))}
      {primary && <div className="shrink-0 max-tablet:hidden">{primary}</div>}
      {more.length > 0 && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for somebody coming near the menu
        <span className="contents" onPointerEnter={() => setNear(true)} onFocus={() => setNear(true)} onTouchStart={() => setNear(true)}>
          <Menu trigger={{ kind: 'icon', props: { label: t('more'), icon: Ellipsis } }} groups={more} />
        </span>
      )}
      {codeShown && (
        <Suspense>
          <AccessCodeDialog courseId={course.id} name={name} open onClose={() => showCode(false)} />
        </Suspense>
      )}
    </header>
  )
}
