// Page of one activity, /course/{courseId}/learning-activity#/{activityId}: the view of its type, and beside it the activities of its module. Guests
// see it without that list.
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Lock, RefreshCw } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Navigate, useLocation, useParams } from 'react-router-dom'
import { definitionOf, ownAddress } from '../../activity-types.ts'
import { toBrowserAddress } from '../../address.ts'
import { CallFailed } from '../../client.ts'
import { texts, useTexts } from '../../i18n.ts'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { PageWaiting } from '../../parts/base/page/page-waiting.tsx'
import { isRefusal, nothingToShow } from '../../parts/base/errors/refusal.ts'
import { Refused } from '../../parts/base/errors/refused.tsx'
import { Region } from '../../parts/base/errors/region.tsx'
import type { Activity } from '../../parts/learning/course/content.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import { classes } from '../../ui/class-names.ts'
import { dateTime } from '../../ui/format.ts'
import { Empty } from '../../ui/states.tsx'
import { ActivityHeader } from './activity-header.tsx'
import { ActivityList } from './activity-list.tsx'
import { TimesLine } from './times-line.tsx'
import { useTogether } from '../../device/deferral.ts'
import { contentQuery, courseQuery } from '../../parts/learning/course/queries.ts'
import { useOneProgress } from '../../parts/learning/activity/progress-cache.ts'
import { activityQuery } from '../../parts/learning/activity/queries.ts'
import { paths } from '../../paths.ts'
import { sessionQuery } from '../../session/session.ts'
import { laterDialog } from '../../ui/dialogs/later-dialog.tsx'

const GuestView = lazy(() => import('../../parts/learning/course/guest-view.tsx'))
const GuestActivity = lazy(() => import('./guest-activity.tsx'))
const LockedDialog = laterDialog(() => import('../../parts/learning/activity-actions/locked-dialog.tsx'))
const Comments = lazy(() =>
  Promise.all([import('../../parts/learning/forum/comments.tsx'), texts('forum', 'editor', 'upload')]).then(([module]) => module),
)
const OwnTimes = lazy(() => Promise.all([import('./own-times.tsx'), texts('teaching')]).then(([module]) => module))
const loadTools = () => Promise.all([import('./activity-tools.tsx'), texts('course')]).then(([module]) => module)
const CalledOff = lazy(() => Promise.all([import('../../parts/learning/live/called-off.tsx'), texts('live')]).then(([module]) => module))
const ActivityTools = lazy(() => loadTools().then((module) => ({ default: module.ActivityTools })))
const ActivityState = lazy(() => loadTools().then((module) => ({ default: module.ActivityState })))

export default function ActivityPage() {
  const { id = '', activityId = '' } = useParams()
  const t = useTexts('activity')
  const { data: session } = useSuspenseQuery(sessionQuery)
  const Content = session ? ActivityContent : GuestActivity
  return (
    <Region whole at={activityId} title={t('activityFailed')} skeleton={<PageWaiting />}>
      <Content key={activityId} course={id} id={activityId} />
    </Region>
  )
}

function ActivityContent({ course: courseId, id }: { course: string; id: string }) {
  const t = useTexts('activity')
  const kindText = useTexts('kinds')
  const { pathname } = useLocation()
  const { data: activity, error } = useQuery({ ...activityQuery(id), throwOnError: nothingToShow })
  const [side, setSide] = useState<HTMLElement | null>(null)
  // The list stands below the side panel of a recording, on a phone below the whole page. It waits for them so that nothing pushes it down.
  const [sideReady, setSideReady] = useState(false)
  const layoutSettled = useTogether(!sideReady, 8000)
  const { data: course } = useQuery(courseQuery(courseId))
  const { data: content } = useQuery(contentQuery(courseId))
  useOneProgress(activity, content)
  // An activity belongs to one course; the address of another course does not show it.
  const refused = (
    <div className="px-4">
      <PageTitle title={kindText('unknownType')} hidden />
      <Refused error={isRefused(error) ? error : undefined} />
    </div>
  )
  if (activity && activity.course_id !== courseId) return refused
  // a lecture that was called off is there for those who knew it
  if (isRefused(error) && error.status === 404 && toBrowserAddress(pathname) === paths.live(courseId, id))
    return (
      <Suspense fallback={<PageWaiting />}>
        <CalledOff id={id} otherwise={refused}>
          <ActivityHeader course={course} content={content} activity={undefined} id={id} courseId={courseId} />
        </CalledOff>
      </Suspense>
    )
  if (isRefused(error))
    return error.status === 403 ? (
      <Suspense fallback={<PageWaiting />}>
        <GuestView course={courseId} otherwise={refused}>
          <GuestActivity course={courseId} id={id} />
        </GuestView>
      </Suspense>
    ) : (
      refused
    )
  if (isClosed(error) && error.problem.code === 'activity.locked')
    return (
      <>
        <ActivityHeader
          course={course}
          content={content}
          activity={content?.activities.find((row) => row.id === id)}
          id={id}
          courseId={courseId}
        />
        <Locked
          activity={{ id, course_id: courseId, title: content?.activities.find((row) => row.id === id)?.title ?? '' }}
          error={error}
        />
      </>
    )
  if (isClosed(error)) {
    const row = content?.activities.find((candidate) => candidate.id === id)
    return (
      <>
        <ActivityHeader course={course} content={content} activity={row} id={id} courseId={courseId} />
        <div className="p-6 max-tablet:p-4">
          {!row && <PageTitle title={t('closed')} hidden />}
          <Empty
            title={error.problem.code === 'activity.ended' ? t('ended') : t('notStarted')}
            text={
              row?.start_time && error.problem.code === 'activity.notStarted'
                ? t('opensAt', { when: dateTime(row.start_time) })
                : row?.end_time
                  ? t('endedAt', { when: dateTime(row.end_time) })
                  : undefined
            }
          />
        </div>
      </>
    )
  }
  if (!activity) return <PageWaiting />
  // mails and notifications do not know the address that a type has of its own
  const own = ownAddress(activity)
  if (own && own !== toBrowserAddress(pathname)) return <Navigate to={own} replace />
  const teaches = course?.can.teach ?? false
  const { View, Waiting, Work, stage, written, comments = false } = definitionOf(activity.type)
  const width = stage ? '' : 'max-w-(--content)'
  const framed = (view: ReactNode) => (stage ? view : <Padded className={width}>{view}</Padded>)
  return (
    <>
      <ActivityHeader
        course={course}
        content={content}
        activity={activity}
        id={id}
        courseId={courseId}
        tools={
          course?.can.teach && (
            <Suspense
              fallback={
                <>
                  {written && <span className="size-(--control) shrink-0" />}
                  <span className="size-(--control) shrink-0" />
                </>
              }
            >
              <ActivityTools activity={activity} course={course} content={content} />
            </Suspense>
          )
        }
      />
      <div className="flex flex-1 max-small:flex-col">
        <div className="min-w-0 flex-1 space-y-3.5 p-6 pt-4 max-small:flex-none max-tablet:p-0 max-tablet:pb-4">
          {course?.can.teach && (
            <div className="min-h-6 small:hidden max-tablet:px-4 max-tablet:pt-4">
              <Suspense>
                <ActivityState activity={activity} course={course} />
              </Suspense>
            </div>
          )}
          {!activity.published && !course?.can.teach && (
            <div className="max-tablet:px-4 max-tablet:pt-4">
              <Chip tone="neutral" icon={Lock}>
                {t('draftOnly')}
              </Chip>
            </div>
          )}
          <NewVersion key={id} activity={activity} />
          <TimesLine activity={activity} teaches={teaches} />
          <Suspense fallback={framed(<Waiting activity={activity} teaches={teaches} />)}>
            {framed(<View activity={activity} teaches={teaches} side={side} onSideReady={setSideReady} />)}
            {!stage && <DrawnSignal onDrawn={setSideReady} />}
            {comments && (
              <Suspense>
                <Padded className={width}>
                  <Comments activity={activity.id} />
                </Padded>
              </Suspense>
            )}
            {teaches && (
              <Padded className={width}>
                <Work activity={activity} />
                {course?.can.times && <OwnTimes activity={activity} />}
              </Padded>
            )}
          </Suspense>
        </div>
        <aside
          className={classes(
            'w-[300px] shrink-0 border-l border-line bg-surface desktop:w-[376px] max-small:w-full max-small:flex-1 max-small:border-t max-small:border-l-0',
            !(layoutSettled && content) && 'max-small:hidden',
          )}
        >
          <div ref={setSide} />
          {content && layoutSettled && <ActivityList content={content} activity={activity} teaches={teaches} />}
        </aside>
      </div>
    </>
  )
}

/** In place of a locked activity; the popup that says what is missing is open at first. */
function Locked({ activity, error }: { activity: { id: string; course_id: string; title: string }; error: CallFailed }) {
  const say = useTexts('kinds')
  const [open, setOpen] = useState(true)
  return (
    <div className="p-6 max-tablet:p-4">
      {!activity.title && <PageTitle title={say('locked')} hidden />}
      <Empty title={say('locked')} text={say('lockedBy', { title: String(error.problem.params.title ?? '') })}>
        <Button icon={Lock} onClick={() => setOpen(true)}>
          {say('lockedShow')}
        </Button>
      </Empty>
      {open && (
        <Suspense>
          <LockedDialog activity={activity} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Whoever has the page open while its file is replaced reads why it is another one now. */
function NewVersion({ activity: { type, uploads } }: { activity: Activity }) {
  const t = useTexts('activity')
  const files = uploads.map(({ id }) => id).join()
  const [opened] = useState(files)
  const { replaces } = definitionOf(type)
  if (!replaces || files === opened || !opened || !files) return null
  return (
    <div className="max-tablet:px-4 max-tablet:pt-4">
      <Banner tone="info" icon={RefreshCw}>
        {t(replaces === 'keeps' ? 'newFile' : 'newRecording')}
      </Banner>
    </div>
  )
}

const Padded = ({ className, children }: { className: string; children: ReactNode }) => (
  <div className={classes('max-tablet:px-4 max-tablet:pb-4', className)}>{children}</div>
)

/** Reports that the siblings in its Suspense boundary are rendered. */
function DrawnSignal({ onDrawn }: { onDrawn: (drawn: boolean) => void }) {
  useEffect(() => onDrawn(true), [onDrawn])
  return null
}

const isRefused = (error: unknown): error is CallFailed => isRefusal(error) && !isClosed(error)
const closedCodes = ['activity.notStarted', 'activity.ended', 'activity.locked']
const isClosed = (error: unknown): error is CallFailed => error instanceof CallFailed && closedCodes.includes(error.problem.code)
