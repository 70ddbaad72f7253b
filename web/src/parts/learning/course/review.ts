// The review of a course by a manager: from the course itself and from the management.
import { call } from '../../../client.ts'
import { invalidate } from '../../../queries.ts'

/** With a reason the course goes back to its teachers. */
export async function reviewCourse(id: string, type: 'reviewed' | 'unreviewed', reason?: string) {
  await call('PUT /api/course/:id/manager/review', { params: { id }, body: { type, ...(reason !== undefined && { reason }) } })
  await invalidate('GET /api/courses/:id', 'POST /api/courses', 'GET /api/management/reviews')
}
