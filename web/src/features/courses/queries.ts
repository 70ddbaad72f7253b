// Query of my courses, by page, search, role, type and order.
import { query } from '../../queries.ts'
import type { ListRequest } from '../../ui/paging.ts'

export const roles = ['student', 'instructor', 'instructor_assistant'] as const
export type RoleFilter = 'all' | (typeof roles)[number]

type Request = Pick<ListRequest, 'page' | 'size' | 'find' | 'sort'> & { role: RoleFilter; type: number | undefined }
export const sorts = ['name', 'course_code'] as const

export const myCourses = ({ page, size, find, sort, role, type }: Request) => {
  const conditions = { ...(find && { keyword: find }), ...(role !== 'all' && { role }), ...(type && { course_type: type }) }
  return query('GET /api/my-courses', {
    query: {
      page,
      page_size: size,
      ...(Object.keys(conditions).length > 0 && { conditions: JSON.stringify(conditions) }),
      ...(sort && { sort: sort.by as (typeof sorts)[number], order: sort.direction }),
    },
  })
}
