// Query of my courses, by page, search, role and type.
import { query } from '../../queries.ts'

export const roles = ['student', 'instructor', 'instructor_assistant'] as const
export type RoleFilter = 'all' | (typeof roles)[number]

export const myCourses = (page: number, pageSize: number, keyword: string, role: RoleFilter, type?: number) => {
  const conditions = { ...(keyword && { keyword }), ...(role !== 'all' && { role }), ...(type && { course_type: type }) }
  return query('GET /api/my-courses', {
    query: { page, page_size: pageSize, ...(Object.keys(conditions).length > 0 && { conditions: JSON.stringify(conditions) }) },
  })
}
