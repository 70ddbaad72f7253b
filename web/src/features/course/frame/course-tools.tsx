// Parts of the course header for teachers and managers: the state after the title, See as and the secondary buttons, the ⋯ menu. Students
// never load them.
import { CircleDashed, Drama, Ellipsis, Feather, LoaderCircle } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useTexts } from '../../../i18n.ts'
import { paths } from '../../../paths.ts'
import { reviewCourse } from '../../../parts/learning/course/review.ts'
import { PublishPopup } from '../../../parts/learning/course/publish-popup.tsx'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/marks/chip.tsx'
import { classes } from '../../../ui/class-names.ts'
import { Menu } from '../../../ui/menus/menu.tsx'
import { Segmented } from '../../../ui/fields/segmented.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { CourseDialog, type CourseDialogs, dialogOf, writesBulletin } from './course-dialogs.tsx'
import { inspectCourse, offerCourse, setCheckpoints, useLiteObstacle } from './course-changes.ts'
import { type HeaderAction, offeredActions, type HeaderSlot } from './header-actions.ts'
import { PublishChip } from './publish-chip.tsx'
import { type Course, type ViewRole, seeAs } from './queries.ts'
import { useWideHeader } from './wide-header.ts'

const withToast = (work: Promise<unknown>, text?: string) =>
  work.then(
    () => text && toast({ text }),
    (error: unknown) => toast({ text: problemText(error, 'lite'), error: true }),
  )
type ToolProps = { course: Course; withUnbuilt: boolean }
const actionsAt = ({ course, withUnbuilt }: ToolProps, slot: HeaderSlot) =>
  offeredActions(course, withUnbuilt).filter((action) => action.slot === slot)

/** The one secondary button, the last of them; the others are in the ⋯ menu. */
const secondary = (props: ToolProps) => actionsAt(props, 'secondary').slice(-1)

/** Chips after the title: published or draft with its menu, importing, lite, unreviewed. */
export function CourseState(props: ToolProps) {
  const t = useTexts('course')
  const { course, withUnbuilt } = props
  const { published, data } = course.course_attributes
  return (
    <span className="flex shrink-0 items-center gap-1.5 max-tablet:hidden">
      {actionsAt(props, 'chip').length > 0 && <PublishChip course={course} withUnbuilt={withUnbuilt} />}
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
        // beside the button that marks it as reviewed there is no room for it up to 1440 px, and the button says the same
        <span className="contents min-[1100px]:max-[1440px]:hidden">
          <Chip tone="warn" icon={CircleDashed}>
            {t('unreviewed')}
          </Chip>
        </span>
      )}
    </span>
  )
}

function useRoles(): { value: ViewRole; label: string }[] {
  const tp = useTexts('course-page')
  return [
    { value: 'instructor', label: tp('role.instructor') },
    { value: 'student', label: tp('role.student') },
    { value: 'visitor', label: tp('role.visitor') },
  ]
}

/** Click handlers of the actions; the ⋯ menu itself opens dialogs. */
function useHandlers({ id }: Course): Partial<Record<HeaderAction, () => void>> {
  const t = useTexts('course')
  const go = useNavigate()
  return {
    review: () => void withToast(reviewCourse(id, 'reviewed'), t('reviewedNow')),
    unreview: () => void withToast(reviewCourse(id, 'unreviewed')),
    checkpointsOn: () => void withToast(setCheckpoints(id, true), t('checkpointsOnNow')),
    checkpointsOff: () => void withToast(setCheckpoints(id, false), t('checkpointsOffNow')),
    offer: () => void withToast(offerCourse(id, true), t('offeredNow')),
    offerNoMore: () => void withToast(offerCourse(id, false), t('offeredNoMore')),
    inspect: () => void withToast(inspectCourse(id)),
    settings: () => go(paths.courseSettings(id)),
    startClass: () => window.open(paths.classMode(id), `inclass-${id}`),
  }
}

/** Controls before the primary button: See as, and one of Write a bulletin, Start class and Mark as reviewed. Below 1100 px they are in the ⋯ menu. */
export function CourseButtons(props: ToolProps) {
  const t = useTexts('course')
  const wide = useWideHeader()
  const handlers = useHandlers(props.course)
  const roles = useRoles()
  const [dialog, setDialog] = useState<CourseDialogs>()
  return (
    <>
      {wide && actionsAt(props, 'seeAs').length > 0 && (
        <div className="flex shrink-0 items-center gap-2.5">
          <span aria-hidden className={classes('text-small text-text-3', secondary(props).length > 0 && 'max-[1240px]:hidden')}>
            {t('seeAs')}
          </span>
          <Segmented
            label={t('seeAs')}
            value="instructor"
            onChange={(role) => void withToast(seeAs(props.course.id, role))}
            options={roles}
          />
        </div>
      )}
      {wide &&
        secondary(props).map(({ name, icon }) => (
          <Button key={name} icon={icon} onClick={dialogOf[name] ? () => setDialog(dialogOf[name]) : handlers[name]}>
            {t(`do.${name}` as 'do.review')}
          </Button>
        ))}
      {/* also in a window that has become narrower: somebody writes in it */}
      <CourseDialog course={props.course} dialog={dialog} onClose={() => setDialog(undefined)} />
    </>
  )
}

/** The ⋯ menu: People, Course, and the controls without room beside it. */
export function CourseMoreMenu(props: ToolProps) {
  const { course } = props
  const t = useTexts('course')
  const tp = useTexts('course-page')
  const wide = useWideHeader()
  const handlers = useHandlers(course)
  const roles = useRoles()
  const [dialog, setDialog] = useState<CourseDialogs | undefined>(() => (writesBulletin(course.id) ? 'bulletin' : undefined))
  // Read when the pointer or focus comes near the menu, so that the page itself needs only its three reads.
  const [menuNear, setMenuNear] = useState(false)
  const obstacle = useLiteObstacle(course, menuNear)
  const buttonNames = wide ? secondary(props).map(({ name }) => name) : []
  const items = (slot: HeaderSlot) =>
    actionsAt(props, slot)
      .filter(({ name }) => !buttonNames.includes(name))
      .map(({ name, icon }) => ({
        label: t(`do.${name}` as 'do.accessCode'),
        icon,
        onSelect: dialogOf[name] ? () => setDialog(dialogOf[name]) : handlers[name],
        off: name === 'switchLite' ? obstacle : undefined,
      }))
  const groups = [
    { items: items('secondary') },
    { heading: t('people'), items: items('people') },
    { heading: tp('course'), items: items('course') },
    {
      heading: t('seeAs'),
      items:
        wide || actionsAt(props, 'seeAs').length === 0
          ? []
          : roles.map(({ value, label }) => ({
              label,
              icon: Drama,
              current: value === 'instructor',
              onSelect: () => void withToast(seeAs(course.id, value)),
            })),
    },
  ].filter((group) => group.items.length > 0)
  if (!groups.length) return null
  return (
    <>
      <PublishPopup course={course} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only observes the pointer and the focus near the menu */}
      <span
        className="contents"
        onPointerEnter={() => setMenuNear(true)}
        onFocus={() => setMenuNear(true)}
        onTouchStart={() => setMenuNear(true)}
      >
        <Menu trigger={{ kind: 'icon', props: { label: t('more'), icon: Ellipsis } }} groups={groups} />
      </span>
      <CourseDialog course={course} dialog={dialog} onClose={() => setDialog(undefined)} />
    </>
  )
}
