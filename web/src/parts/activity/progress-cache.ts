// Progress in the query cache: the answer to a write of one's own updates header and lists without another read.
import type { Answer } from '../../client.ts'
import { invalidate, queryClient } from '../../queries.ts'
import type { ActivityRow } from '../course/content.ts'
import { contentQuery } from '../course/queries.ts'
import { noteAnswer } from './own-answers.ts'
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
  if (previous && my.completed !== previous.my.completed) void invalidate('GET /api/courses/:id/all-activities', 'GET /api/my-courses')
}

/** The same for the answer to a beat of a play session. */
export const cacheProgress = (
  activity: { id: string; course_id: string },
  { watched: _watched, state: _state, ...my }: Answer<'POST /api/play-sessions/:id/heartbeat'>,
) => cacheMyProgress(activity, my)
