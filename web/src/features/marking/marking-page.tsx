// /course/{courseId}/learning-activity#/{activityId}/marking?submission=…: for who teaches the workspace, for a student their marked copy.
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { definitionOf } from '../../activity-types.ts'
import { texts, useTexts } from '../../i18n.ts'
import { activityQuery } from '../../parts/learning/activity/queries.ts'
import { courseQuery } from '../../parts/learning/course/queries.ts'
import { isRefusal, nothingToShow } from '../../parts/base/errors/refusal.ts'
import { Refused } from '../../parts/base/errors/refused.tsx'
import { Region } from '../../parts/base/errors/region.tsx'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { paths } from '../../paths.ts'
import { sessionQuery } from '../../session/session.ts'
import { Bone } from '../../ui/states.tsx'

const Workspace = lazy(async () => {
  const [module] = await Promise.all([import('./workspace.tsx'), texts('player')])
  return { default: module.Workspace }
})
const MyCopy = lazy(() => import('./my-copy.tsx').then((module) => ({ default: module.MyCopy })))

export default function MarkingPage() {
  const { id = '', activityId = '' } = useParams()
  const t = useTexts('marking')
  return (
    <Region whole at={activityId} title={t('failed')} skeleton={<Skeleton />}>
      <Content course={id} id={activityId} />
    </Region>
  )
}

function Content({ course: courseId, id }: { course: string; id: string }) {
  const t = useTexts('marking')
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { data: activity, error } = useQuery({ ...activityQuery(id), throwOnError: nothingToShow })
  const { data: course } = useQuery(courseQuery(courseId))
  if (isRefusal(error) || (activity && activity.course_id !== courseId))
    return (
      <div className="px-4">
        <PageTitle title={t('title')} hidden />
        <Refused error={isRefusal(error) ? error : undefined} />
      </div>
    )
  if (!activity || !course || !session) return <Skeleton />
  // the list of what waits does not know the address that a type has of its own
  const own = definitionOf(activity.type).marking?.(courseId, id)
  if (own && own !== paths.markWork(courseId, id)) return <Navigate to={course.can.teach ? own : paths.activity(courseId, id)} replace />
  return (
    <Suspense fallback={<Skeleton />}>
      {course.can.teach ? <Workspace activity={activity} session={session} /> : <MyCopy activity={activity} />}
    </Suspense>
  )
}

const Skeleton = () => (
  <div className="late flex flex-col gap-3 p-6">
    <Bone className="h-6 w-64" />
    <Bone className="mx-auto h-[60dvh] w-full max-w-[640px]" />
  </div>
)
