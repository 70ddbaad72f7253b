// Frame of an exam's pages: the activity and its course, their refusals and their waiting; `Content` gets both.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import type { Answer } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { activityQuery } from '../../parts/activity/queries.ts'
import type { Activity } from '../../parts/course/content.ts'
import { courseQuery } from '../../parts/course/queries.ts'
import { isRefusal, nothingToShow } from '../../parts/errors/refusal.ts'
import { Refused } from '../../parts/errors/refused.tsx'
import { Region } from '../../parts/errors/region.tsx'
import { PageTitle } from '../../parts/page/page-title.tsx'
import { Bone } from '../../ui/states.tsx'

type Course = Answer<'GET /api/courses/:id'>

/** `teaches`: only for who teaches in the course. */
export function ExamFrame({
  teaches = false,
  children,
}: {
  teaches?: boolean
  children: (activity: Activity, course: Course) => ReactNode
}) {
  const { id = '', examId = '' } = useParams()
  const t = useTexts('exam')
  return (
    <Region whole at={examId} title={t('failed')} skeleton={<Waiting />}>
      <Inside course={id} id={examId} teaches={teaches}>
        {children}
      </Inside>
    </Region>
  )
}

function Inside({
  course: courseId,
  id,
  teaches,
  children,
}: {
  course: string
  id: string
  teaches: boolean
  children: (activity: Activity, course: Course) => ReactNode
}) {
  const t = useTexts('exam')
  const { data: activity, error } = useQuery({ ...activityQuery(id), throwOnError: nothingToShow })
  const { data: course } = useQuery(courseQuery(courseId))
  if (isRefusal(error) || (activity && activity.course_id !== courseId) || (teaches && course && !course.can.teach))
    return (
      <div className="px-4">
        <PageTitle title={t('exam')} hidden />
        <Refused error={isRefusal(error) ? error : undefined} />
      </div>
    )
  if (!activity || !course) return <Waiting />
  return children(activity, course)
}

export const Waiting = () => (
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
