// My courses, as the list asks for them.
import { query } from '../../queries.ts'

export const roles = ['student', 'instructor', 'instructor_assistant'] as const
export type Mine = 'all' | (typeof roles)[number]

export const myCourses = (page: number, pageSize: number, keyword: string, mine: Mine, type?: number) => {
  const conditions = { ...(keyword && { keyword }), ...(mine !== 'all' && { role: mine }), ...(type && { course_type: type }) }
  return query('GET /api/my-courses', {
    query: { page, page_size: pageSize, ...(Object.keys(conditions).length > 0 && { conditions: JSON.stringify(conditions) }) },
  })
}
