// Progress in the query cache: the answer to a write of one's own updates header and lists without another read.
import type { Answer } from '../../../client.ts'
import { invalidate, queryClient } from '../../../queries.ts'
import { useLayoutEffect } from 'react'
import type { ActivityRow, Content } from '../course/content.ts'
import { contentQuery } from '../course/queries.ts'
import { noteAnswer } from '../course/own-answers.ts'
import { activityQuery } from './queries.ts'

/** Writes my progress into the cached activity and course content. A change of completion also outdates what it opens, and the sums. */
export function cacheMyProgress({ id, course_id: courseId }: { id: string; course_id: string }, my: ActivityRow['my']) {
  noteAnswer(courseId)
  const previous = queryClient.getQueryData(activityQuery(id).queryKey)
  queryClient.setQueryData(activityQuery(id).queryKey, (old) => old && { ...old, my })
  queryClient.setQueryData(
    contentQuery(courseId).queryKey,
    (old) => old && { ...old, activities: old.activities.map((row) => (row.id === id ? { ...row, my } : row)) },
  )
  if (previous && my.completed !== previous.my.completed) void invalidate('GET /api/courses/:id/content', 'GET /api/my-courses')
}

/** The same for the answer to a beat of a play session. */
export const cacheProgress = (
  activity: { id: string; course_id: string },
  { watched: _watched, state: _state, ...my }: Answer<'POST /api/play-sessions/:id/heartbeat'>,
) => cacheMyProgress(activity, my)

type WithProgress = Pick<ActivityRow, 'id' | 'course_id' | 'my'>

/** Of two answers about my progress the later one; of the same time, the first. */
export const laterProgress = (one: ActivityRow['my'], other: ActivityRow['my']): ActivityRow['my'] =>
  (other.last_seen_at ?? '') > (one.last_seen_at ?? '') ? other : one

/** An activity and its row in the content are read at different times: both show the later progress. */
export function useOneProgress(activity: WithProgress | undefined, content: Content | undefined) {
  const row = activity && content?.activities.find(({ id }) => id === activity.id)
  useLayoutEffect(() => {
    if (!activity || !row || JSON.stringify(activity.my) === JSON.stringify(row.my)) return
    const my = laterProgress(activity.my, row.my)
    queryClient.setQueryData(activityQuery(activity.id).queryKey, (old) => old && { ...old, my })
    queryClient.setQueryData(
      contentQuery(activity.course_id).queryKey,
      (old) => old && { ...old, activities: old.activities.map((one) => (one.id === activity.id ? { ...one, my } : one)) },
    )
  }, [activity, row])
}
