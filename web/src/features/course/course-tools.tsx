// The parts of the course header for who teaches or manages: the state after the title, See as and the secondary buttons, ⋯. Students
// never load them.
import { CircleDashed, Drama, Ellipsis, Feather, LoaderCircle } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { problemText } from '../../parts/errors/problem-text.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { toast } from '../../ui/toast.tsx'
import { inspectCourse, reviewCourse, switchLite, useLiteObstacle } from './course-changes.ts'
import { type HeaderAction, offered, type Place } from './header-actions.ts'
import { PublishChip } from './publish-chip.tsx'
import { type Course, type Seen, seeAs } from './queries.ts'
import { useWide } from './wide.ts'

const AccessCodeDialog = lazy(() => import('./access-code-dialog.tsx').then((module) => ({ default: module.AccessCodeDialog })))

const told = (work: Promise<unknown>, text?: string) =>
  work.then(
    () => text && toast({ text }),
    (error: unknown) => toast({ text: problemText(error, 'lite'), error: true }),
  )
type Given = { course: Course; all: boolean }
const at = ({ course, all }: Given, place: Place) => offered(course, all).filter((one) => one.place === place)

/** Beside the primary stands one: where a review waits it takes the place of Start class, which is then in ⋯. */
const secondary = (given: Given) => at(given, 'secondary').slice(-1)

/** After the title: published or draft with what can be done about it, importing, lite, unreviewed. */
export function CourseState(given: Given) {
  const t = useTexts('course')
  const { course, all } = given
  const { published, data } = course.course_attributes
  return (
    <span className="flex shrink-0 items-center gap-1.5 max-tablet:hidden">
      {at(given, 'chip').length > 0 && <PublishChip course={course} all={all} />}
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
  )
}

function useRoles(): { value: Seen; label: string }[] {
  const t = useTexts('course')
  return [
    { value: 'instructor', label: t('role.instructor') },
    { value: 'student', label: t('role.student') },
    { value: 'visitor', label: t('role.visitor') },
  ]
}

/** What a click on an action does; the access code's dialog is ⋯'s own. */
function useDoing({ id }: Course): Partial<Record<HeaderAction, () => void>> {
  const t = useTexts('course')
  const go = useNavigate()
  return {
    invite: () => go(paths.members(id)),
    review: () => void told(reviewCourse(id, 'reviewed'), t('reviewedNow')),
    unreview: () => void told(reviewCourse(id, 'unreviewed')),
    switchLite: () => void told(switchLite(id, true), t('liteNow')),
    switchNormal: () => void told(switchLite(id, false), t('normalNow')),
    inspect: () => void told(inspectCourse(id)),
    settings: () => go(paths.courseSettings(id)),
    startClass: () => window.open(paths.classMode(id), '_blank', 'noopener'),
  }
}

/** Before the primary: See as, Start class or Mark as reviewed. Below 1100 px they are in ⋯. */
export function CourseActs(given: Given) {
  const t = useTexts('course')
  const wide = useWide()
  const does = useDoing(given.course)
  const roles = useRoles()
  if (!wide) return null
  return (
    <>
      {at(given, 'seeAs').length > 0 && (
        <div className="flex shrink-0 items-center gap-2.5">
          <span aria-hidden className="text-small text-text-3">
            {t('seeAs')}
          </span>
          <Segmented label={t('seeAs')} value="instructor" onChange={(role) => void told(seeAs(given.course.id, role))} options={roles} />
        </div>
      )}
      {secondary(given).map(({ name, icon }) => (
        <Button key={name} icon={icon} onClick={does[name]}>
          {t(`do.${name}` as 'do.review')}
        </Button>
      ))}
    </>
  )
}

/** ⋯: People, Course, and what has no room beside it. */
export function CourseMore(given: Given) {
  const { course } = given
  const t = useTexts('course')
  const wide = useWide()
  const does = useDoing(course)
  const roles = useRoles()
  const [codeShown, showCode] = useState(false)
  // Asked for when somebody comes near the menu, so that the page itself needs no more than its three reads.
  const [near, setNear] = useState(false)
  const obstacle = useLiteObstacle(course, near)
  const beside = wide ? secondary(given).map(({ name }) => name) : []
  const items = (place: Place) =>
    at(given, place)
      .filter(({ name }) => !beside.includes(name))
      .map(({ name, icon }) => ({
        label: t(`do.${name}` as 'do.accessCode'),
        icon,
        onSelect: name === 'accessCode' ? () => showCode(true) : does[name],
        off: name === 'switchLite' ? obstacle : undefined,
      }))
  const groups = [
    { items: items('secondary') },
    { heading: t('people'), items: items('people') },
    { heading: t('course'), items: items('course') },
    {
      heading: t('seeAs'),
      items:
        wide || at(given, 'seeAs').length === 0
          ? []
          : roles.map(({ value, label }) => ({
              label,
              icon: Drama,
              current: value === 'instructor',
              onSelect: () => void told(seeAs(course.id, value)),
            })),
    },
  ].filter((group) => group.items.length > 0)
  if (!groups.length) return null
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only listens for somebody coming near the menu */}
      <span className="contents" onPointerEnter={() => setNear(true)} onFocus={() => setNear(true)} onTouchStart={() => setNear(true)}>
        <Menu trigger={{ kind: 'icon', props: { label: t('more'), icon: Ellipsis } }} groups={groups} />
      </span>
      {codeShown && (
        <Suspense>
          <AccessCodeDialog courseId={course.id} name={course.display_name || course.name} open onClose={() => showCode(false)} />
        </Suspense>
      )}
    </>
  )
}
