// Frame of the pages of a course's menu: header, strip of a simulated role, menu, content. It reads the course and shows the read's skeleton,
// refusal and failure, and the course to guests. It stays while its pages change.
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Outlet, useMatches, useOutletContext, useParams, useSearchParams } from 'react-router-dom'
import { CallFailed } from '../../../client.ts'
import { texts, useTexts } from '../../../i18n.ts'
import { PageTitle } from '../../../parts/base/page/page-title.tsx'
import { sessionQuery } from '../../../session/session.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { Refused } from '../../../parts/base/errors/refused.tsx'
import { ReadFailed } from '../../../parts/base/errors/read-failed.tsx'
import { Button } from '../../../ui/button.tsx'
import { Bone, NoPermission, SkeletonRows } from '../../../ui/states.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { CourseHeader, primaryPlace } from './course-header.tsx'
import { CourseMenu } from './course-menu.tsx'
import { courseQuery } from '../../../parts/learning/course/queries.ts'
import { type Course, type CoursePage, seeAs } from './queries.ts'
import { useRecordRead } from './record-read.ts'

const RoleStrip = lazy(() => Promise.all([import('./role-strip.tsx'), texts('course')]).then(([module]) => module))
const InviteConfirm = lazy(() => Promise.all([import('../people/invite-confirm.tsx'), texts('members')]).then(([module]) => module))
const GuestView = lazy(() => import('../../../parts/learning/course/guest-view.tsx'))
const GuestContent = lazy(() =>
  Promise.all([import('../guest/guest-content.tsx'), texts('course', 'outline', 'kinds')]).then(([module]) => ({
    default: module.GuestContent,
  })),
)

type Slot = HTMLElement | null
type Offered = { course: Course; primary: Slot; tools: Slot; setWide: (isWide: boolean) => void }

/** The course of a page inside the frame. */
export const useCourse = () => useOutletContext<Offered>().course

/** The filled button of the header; below 641 px the page shows it in its first card instead. */
export function CoursePrimary({ children }: { children: ReactNode }) {
  const { primary } = useOutletContext<Offered>()
  return primary && createPortal(children, primary)
}

/** The place of a page's own tools in the header, in place of the course's controls; null until it is drawn. The page is as wide as the window:
 *  the menu is folded to icons. */
export function useCourseTools(isWide: boolean): Slot {
  const { tools, setWide } = useOutletContext<Offered>()
  useLayoutEffect(() => {
    if (!isWide) return
    setWide(true)
    return () => setWide(false)
  }, [isWide, setWide])
  return tools
}

export default function CourseFrame() {
  const { id = '' } = useParams()
  const { course: current = 'content' } = (useMatches().at(-1)?.handle ?? {}) as { course?: CoursePage }
  const { data: session } = useSuspenseQuery(sessionQuery)
  const invite = useSearchParams()[0].get('invite')
  if (!session)
    return (
      <Suspense fallback={<SkeletonRows rows={6} className="m-6 max-w-[772px] max-tablet:m-4" />}>
        <GuestContent id={id} first={firstView(current)} />
      </Suspense>
    )
  return (
    <>
      <Frame key={id} id={id} current={current} invited={invite !== null} />
      {invite && (
        <Suspense>
          <InviteConfirm invite={invite} />
        </Suspense>
      )}
    </>
  )
}

/** In the course as a guest sees it. */
const firstView = (current: CoursePage) => (current === 'outline' ? 'plan' : 'content')

/** `invited`: the popup of an invitation stands over the page. */
function Frame({ id, current, invited }: { id: string; current: CoursePage; invited: boolean }) {
  const t = useTexts('course-page')
  const [primary, setPrimary] = useState<Slot>(null)
  const [tools, setTools] = useState<Slot>(null)
  const [isWide, setWide] = useState(false)
  const { data: course, error, errorUpdatedAt, refetch } = useQuery(courseQuery(id))
  useRecordRead(course, current)
  const isForGuests = current === 'content' || current === 'outline'
  const first = firstView(current)
  const leaveRole = () => seeAs(id, 'instructor').catch((failure: unknown) => toast({ text: problemText(failure), error: true }))

  if (error instanceof CallFailed && error.problem.code === 'simulation.visitor') {
    const nothing = (
      <div className="px-4">
        <PageTitle title={t('asVisitor')} hidden />
        <NoPermission title={t('asVisitor')} text={t('asVisitorText')}>
          <Button variant="primary" onClick={leaveRole}>
            {t('backToInstructor')}
          </Button>
        </NoPermission>
      </div>
    )
    return isForGuests ? (
      <Suspense fallback={<CourseSkeleton />}>
        <GuestView course={id} otherwise={nothing}>
          <RoleStrip course={{ id, simulating: 'visitor' }} />
          <GuestContent id={id} note={null} first={first} />
        </GuestView>
      </Suspense>
    ) : (
      nothing
    )
  }
  if (error instanceof CallFailed && error.status === 401) return null
  if (error instanceof CallFailed && [400, 403, 404].includes(error.status)) {
    // a refusal is a popup, too, and would cover the invitation that is the way in
    const refused =
      invited && error.status === 403 ? (
        <CourseSkeleton />
      ) : (
        <div className="px-4">
          <PageTitle title={t('course')} hidden />
          <Refused error={error} />
        </div>
      )
    return isForGuests && error.status === 403 ? (
      <Suspense fallback={<CourseSkeleton />}>
        <GuestView course={id} otherwise={refused}>
          <GuestContent id={id} note={t('guestMember')} first={first} />
        </GuestView>
      </Suspense>
    ) : (
      refused
    )
  }
  if (!course && error) {
    return (
      <div className="p-6 max-tablet:p-4">
        <PageTitle title={t('course')} hidden />
        <ReadFailed title={t('courseFailed')} error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      </div>
    )
  }
  if (!course) return <CourseSkeleton />
  return (
    <>
      <CourseHeader
        course={course}
        current={current}
        primary={<div ref={setPrimary} className={primaryPlace} />}
        tools={isWide && <span ref={setTools} className="flex shrink-0 items-center gap-2.5" />}
      />
      {course.simulating && (
        <Suspense fallback={<div className="h-10" />}>
          <RoleStrip course={course} />
        </Suspense>
      )}
      <div className="flex flex-1 max-tablet:flex-col">
        <CourseMenu id={id} current={current} teaching={course.can.teach} folded={isWide} />
        <div className="min-w-0 flex-1">
          <Outlet context={{ course, primary, tools, setWide } satisfies Offered} />
        </div>
      </div>
    </>
  )
}

const CourseSkeleton = () => (
  <div className="late">
    <div className="flex min-h-14 items-center gap-4 border-b border-line bg-surface px-5">
      <Bone className="size-5" />
      <Bone className="h-5 w-56" />
      <Bone className="w-24" />
    </div>
    <div className="flex gap-6 p-6 max-tablet:p-4">
      <div className="w-[172px] shrink-0 space-y-5 pt-2 max-tablet:hidden">
        <Bone />
        <Bone className="w-3/4" />
        <Bone className="w-4/5" />
      </div>
      <div className="flex-1">
        <SkeletonRows rows={6} />
      </div>
    </div>
  </div>
)
