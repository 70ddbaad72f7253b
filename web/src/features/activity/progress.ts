import type { Answer } from '../../client.ts'
import { outdate, queryClient } from '../../queries.ts'
import { activityQuery, contentQuery } from './queries.ts'

type Beat = Answer<'POST /api/play-sessions/:id/heartbeat'>

/** What a beat was answered with is what the header and the lists show at once, without asking again; only a completion makes sums old. */
export function showProgress(
  { id, course_id: course }: { id: string; course_id: string },
  { watched: _watched, state: _state, ...my }: Beat,
) {
  const before = queryClient.getQueryData(activityQuery(id).queryKey)
  queryClient.setQueryData(activityQuery(id).queryKey, (old) => old && { ...old, my })
  queryClient.setQueryData(
    contentQuery(course).queryKey,
    (old) => old && { ...old, activities: old.activities.map((one) => (one.id === id ? { ...one, my } : one)) },
  )
  if (my.completed && before && !before.my.completed) void outdate('GET /api/courses/:id/all-activities', 'GET /api/my-courses')
}
