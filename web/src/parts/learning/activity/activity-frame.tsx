// An activity and its course, for the pages of an activity outside the course's: their refusals and their waiting; `children` gets both.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Answer } from '../../../client.ts'
import { PageTitle } from '../../base/page/page-title.tsx'
import type { Activity } from '../course/content.ts'
import { courseQuery } from '../course/queries.ts'
import { Refused } from '../../base/errors/refused.tsx'
import { isRefusal, nothingToShow } from '../../base/errors/refusal.ts'
import { Region } from '../../base/errors/region.tsx'
import { activityQuery } from './queries.ts'

export type Course = Answer<'GET /api/courses/:id'>
type Props = {
  course: string
  id: string
  /** Only for who teaches in the course. */
  teaching: boolean
  /** Heading of a failure. */
  failed: string
  /** Heading of a refusal, which names no activity. */
  refused: string
  waiting: ReactNode
  children: (activity: Activity, course: Course) => ReactNode
}

export const ActivityFrame = (props: Props) => (
  <Region whole at={props.id} title={props.failed} skeleton={props.waiting}>
    <Inside key={props.id} {...props} />
  </Region>
)

function Inside({ course: courseId, id, teaching, refused, waiting, children }: Props) {
  const { data: activity, error } = useQuery({ ...activityQuery(id), throwOnError: nothingToShow })
  const { data: course } = useQuery(courseQuery(courseId))
  if (isRefusal(error) || (activity && activity.course_id !== courseId) || (teaching && course && !course.can.teach))
    return (
      <div className="px-4">
        <PageTitle title={refused} hidden />
        <Refused error={isRefusal(error) ? error : undefined} />
      </div>
    )
  return activity && course ? children(activity, course) : waiting
}
