// Progress in the query cache: the answer to a beat updates header and lists without another read.
import type { Answer } from '../../client.ts'
import { invalidate, queryClient } from '../../queries.ts'
import { contentQuery } from '../course/queries.ts'
import { noteAnswer } from './own-answers.ts'
import { activityQuery } from './queries.ts'

type Beat = Answer<'POST /api/play-sessions/:id/heartbeat'>

/** Writes a beat's answer into the cached activity and course content. A first completion also outdates the reads that hold sums. */
export function cacheProgress(
  { id, course_id: courseId }: { id: string; course_id: string },
  { watched: _watched, state: _state, ...my }: Beat,
) {
  noteAnswer(courseId)
  const previous = queryClient.getQueryData(activityQuery(id).queryKey)
  queryClient.setQueryData(activityQuery(id).queryKey, (old) => old && { ...old, my })
  queryClient.setQueryData(
    contentQuery(courseId).queryKey,
    (old) => old && { ...old, activities: old.activities.map((row) => (row.id === id ? { ...row, my } : row)) },
  )
  if (my.completed && previous && !previous.my.completed) void invalidate('GET /api/courses/:id/all-activities', 'GET /api/my-courses')
}
