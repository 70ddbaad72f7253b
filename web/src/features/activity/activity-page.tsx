import { useQuery } from '@tanstack/react-query'
import { Clock, Lock } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import type { Answer } from '../../client.ts'
import { CallFailed } from '../../client.ts'
import { texts, useTexts } from '../../i18n.ts'
import { PageTitle } from '../../parts/page/page-title.tsx'
import { Refused } from '../../parts/errors/refused.tsx'
import { Region } from '../../parts/errors/region.tsx'
import { Chip } from '../../ui/chip.tsx'
import { classes } from '../../ui/class-names.ts'
import { dateTime } from '../../ui/format.ts'
import { Bone, Empty } from '../../ui/states.tsx'
import { ActivityHeader } from './activity-header.tsx'
import { ActivityList } from './activity-list.tsx'
import { useTogether } from '../../parts/first-paint/deferral.ts'
import { VideoWaiting } from './video-waiting.tsx'
import { activityQuery, contentQuery, courseQuery } from './queries.ts'

export type Activity = Answer<'GET /api/activities/:id'>

const VideoView = lazy(async () => {
  const [module] = await Promise.all([import('./video-view.tsx'), texts('player')])
  return module
})
const MaterialView = lazy(() => import('./material-view.tsx'))
const PageView = lazy(() => import('./page-view.tsx'))
const Watchers = lazy(() => import('./watchers.tsx'))

/** /course/{courseId}/learning-activity#/{activityId}: one activity, what it is decides what shows it; beside it the others of its module. */
export default function ActivityPage() {
  const { id = '', activityId = '' } = useParams()
  const t = useTexts('activity')
  return (
    <Region at={activityId} title={t('activityFailed')} skeleton={<Waiting />}>
      <One key={activityId} course={id} id={activityId} />
    </Region>
  )
}

function One({ course, id }: { course: string; id: string }) {
  const t = useTexts('activity')
  const kind = useTexts('kinds')
  const { data: activity, error } = useQuery({ ...activityQuery(id), throwOnError: (problem) => !isClosed(problem) && !isRefused(problem) })
  const [side, setSide] = useState<HTMLElement | null>(null)
  // The list stands below what a recording has beside it, and on a phone below everything: it waits for them, so that it is not pushed down.
  const [beside, setBeside] = useState(false)
  const together = useTogether(!beside, 8000)
  const { data: of } = useQuery(courseQuery(course))
  const { data: content } = useQuery(contentQuery(course))
  // An activity belongs to one course; the address of another does not show it.
  if (isRefused(error) || (activity && activity.course_id !== course))
    return (
      <div className="px-4">
        <PageTitle title={kind('type.learning_activity')} hidden />
        <Refused error={isRefused(error) ? error : undefined} />
      </div>
    )
  if (isClosed(error)) {
    const row = content?.activities.find((one) => one.id === id)
    return (
      <>
        <ActivityHeader course={of} content={content} activity={row} id={id} courseId={course} />
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
  if (!activity) return <Waiting />
  const teaches = of?.can.teach ?? false
  return (
    <>
      <ActivityHeader course={of} content={content} activity={activity} id={id} courseId={course} />
      <div className="flex flex-1 max-small:flex-col">
        <div className="min-w-0 flex-1 space-y-3.5 p-6 pt-4 max-tablet:p-0">
          {!activity.published && (
            <div className="max-tablet:px-4 max-tablet:pt-4">
              <Chip tone="neutral" icon={Lock}>
                {t('draftOnly')}
              </Chip>
            </div>
          )}
          {teaches && activity.availability === 'notStarted' && activity.start_time && (
            <div className="max-tablet:px-4">
              <Chip tone="info" icon={Clock}>
                {t('opensAt', { when: dateTime(activity.start_time) })}
              </Chip>
            </div>
          )}
          <Suspense fallback={<ViewWaiting activity={activity} teaches={teaches} />}>
            <View activity={activity} teaches={teaches} side={side} onBeside={setBeside} />
            {activity.type !== 'online_video' && <Drawn tell={setBeside} />}
            {teaches && (
              <Padded>
                <Watchers activity={activity} />
              </Padded>
            )}
          </Suspense>
        </div>
        <aside
          className={classes(
            'w-[300px] shrink-0 border-l border-line bg-surface desktop:w-[376px] max-small:w-full max-small:border-t max-small:border-l-0',
            !(together && content) && 'max-small:hidden',
          )}
        >
          <div ref={setSide} />
          {content && together && <ActivityList content={content} activity={activity} teaches={teaches} />}
        </aside>
      </div>
    </>
  )
}

const Padded = ({ children }: { children: ReactNode }) => <div className="max-tablet:px-4 max-tablet:pb-4">{children}</div>

/** Tells when what it stands with is drawn. */
function Drawn({ tell }: { tell: (drawn: boolean) => void }) {
  useEffect(() => tell(true), [tell])
  return null
}

function View({
  activity,
  teaches,
  side,
  onBeside,
}: {
  activity: Activity
  teaches: boolean
  side: HTMLElement | null
  onBeside: (known: boolean) => void
}) {
  const t = useTexts('activity')
  if (activity.type === 'online_video') return <VideoView activity={activity} teaches={teaches} side={side} onBeside={onBeside} />
  if (activity.type === 'material')
    return (
      <Padded>
        <MaterialView activity={activity} />
      </Padded>
    )
  if (activity.type === 'page')
    return (
      <Padded>
        <PageView activity={activity} teaches={teaches} />
      </Padded>
    )
  return (
    <Padded>
      <Empty title={t('typeNotHere')} />
    </Padded>
  )
}

/** As big as what comes. */
function ViewWaiting({ activity: { type, uploads }, teaches }: { activity: Activity; teaches: boolean }) {
  if (type === 'online_video') return <VideoWaiting card={!teaches} audio={uploads[0]?.type === 'audio'} />
  if (type === 'material')
    return (
      <Padded>
        <Bone className="h-[min(78dvh,1100px)] !rounded-card max-tablet:mt-4 max-tablet:h-[72dvh]" />
      </Padded>
    )
  return (
    <Padded>
      <Bone className="h-80 max-w-[calc(var(--measure)+64px)] !rounded-card max-tablet:mt-4" />
    </Padded>
  )
}

const isRefused = (error: unknown): error is CallFailed =>
  error instanceof CallFailed && [400, 403, 404].includes(error.status) && !isClosed(error)
const isClosed = (error: unknown): error is CallFailed =>
  error instanceof CallFailed && (error.problem.code === 'activity.notStarted' || error.problem.code === 'activity.ended')

const Waiting = () => (
  <div className="late">
    <div className="flex min-h-14 items-center gap-4 border-b border-line bg-surface px-5">
      <Bone className="size-5" />
      <Bone className="h-5 w-56" />
    </div>
    <div className="p-6">
      <Bone className="h-80 max-w-[860px]" />
    </div>
  </div>
)
