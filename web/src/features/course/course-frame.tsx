// Frame of every course page: header, strip of a simulated role, menu, content. It reads the course and shows the read's skeleton, refusal and failure.
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { CallFailed } from '../../client.ts'
import { texts, useTexts } from '../../i18n.ts'
import { PageTitle } from '../../parts/page/page-title.tsx'
import { problemText } from '../../parts/errors/problem-text.ts'
import { Refused } from '../../parts/errors/refused.tsx'
import { ReadFailed } from '../../parts/errors/read-failed.tsx'
import { Button } from '../../ui/button.tsx'
import { Bone, NoPermission, SkeletonRows } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { CourseHeader } from './course-header.tsx'
import { CourseMenu } from './course-menu.tsx'
import { courseQuery } from '../../parts/course/queries.ts'
import { type Course, type CoursePage, seeAs } from './queries.ts'
import { useRecordRead } from './record-read.ts'

const RoleStrip = lazy(() => Promise.all([import('./role-strip.tsx'), texts('course')]).then(([module]) => module))
const InviteConfirm = lazy(() => Promise.all([import('./invite-confirm.tsx'), texts('members')]).then(([module]) => module))
const GuestView = lazy(() => import('../../parts/course/guest-view.tsx'))
const GuestContent = lazy(() =>
  Promise.all([import('./guest-content.tsx'), texts('course', 'outline', 'kinds')]).then(([module]) => ({ default: module.GuestContent })),
)

type FrameProps = {
  id: string
  current: CoursePage
  primary?: (course: Course) => ReactNode
  /** In place of the course's own controls, of a page as wide as the window: the menu is folded to icons. */
  tools?: (course: Course) => ReactNode
  children: (course: Course) => ReactNode
}

/** `primary` is the filled button of the header; below 641 px the page shows it in its first card instead. */
export function CourseFrame(props: FrameProps) {
  const invite = useSearchParams()[0].get('invite')
  return (
    <>
      <Frame {...props} invited={invite !== null} />
      {invite && (
        <Suspense>
          <InviteConfirm invite={invite} />
        </Suspense>
      )}
    </>
  )
}

/** `invited`: the popup of an invitation stands over the page. */
function Frame({ id, current, primary, tools, children, invited }: FrameProps & { invited: boolean }) {
  const t = useTexts('course-page')
  const { data: course, error, errorUpdatedAt, refetch } = useQuery(courseQuery(id))
  useRecordRead(course, current)
  const isForGuests = current === 'content' || current === 'outline'
  const first = current === 'outline' ? 'plan' : 'content'
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
      <CourseHeader course={course} current={current} primary={primary?.(course)} tools={tools?.(course)} />
      {course.simulating && (
        <Suspense fallback={<div className="h-10" />}>
          <RoleStrip course={course} />
        </Suspense>
      )}
      <div className="flex flex-1 max-tablet:flex-col">
        <CourseMenu id={id} current={current} teaching={course.can.teach} folded={Boolean(tools?.(course))} />
        <div className="min-w-0 flex-1">{children(course)}</div>
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
