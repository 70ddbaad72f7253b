// Deleting a course and bringing it back.
import { call } from '../../../client.ts'
import { invalidate, queryClient } from '../../../queries.ts'
import { courseQuery } from './queries.ts'

const lists = ['GET /api/my-courses', 'POST /api/courses', 'GET /api/deleted-courses'] as const

export async function deleteCourse(id: string): Promise<void> {
  await call('DELETE /api/course/:id', { params: { id } })
  queryClient.removeQueries({ queryKey: courseQuery(id).queryKey, type: 'inactive' })
  await invalidate(...lists)
}

export async function restoreCourse(id: string): Promise<void> {
  await call('PUT /api/courses/:id/restore', { params: { id } })
  await invalidate('GET /api/courses/:id', ...lists)
}
