// Queries of my courses: by page, search, role, type and order, or by the conditions of the search for courses.
import type { Answer } from '../../client.ts'
import { courseConditions, courseFilters } from '../../parts/learning/course/course-filters.ts'
import { postQuery, query } from '../../queries.ts'
import type { ListRequest } from '../../ui/table/paging.ts'

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

export const isNarrowed = (filters: ListRequest['filters']) => courseFilters.some((name) => filters[name] !== undefined)

/** My courses that meet the filters, whatever my role in them. */
export const narrowedCourses = ({ page, size, find, sort, filters, type }: Omit<Request, 'role'> & Pick<ListRequest, 'filters'>) => {
  const by = sorts.find((column) => column === sort?.by)
  return postQuery('POST /api/courses', {
    query: { page, page_size: size },
    body: {
      conditions: { ...courseConditions({ find, filters }), ...(type && { course_type: [type] }), mine: true },
      ...(by && { sort: sort?.direction === 'descending' ? (`-${by}` as const) : by }),
    },
  })
}
/** A course of either list. */
export type ListedCourse = Answer<'GET /api/my-courses'>['items'][number] | Answer<'POST /api/courses'>['items'][number]

type ListedPage = { items: ListedCourse[]; page: number; pages: number; page_size: number; total: number }
/** A read of either list as one of both. */
export const readOf = (read: ReturnType<typeof myCourses> | ReturnType<typeof narrowedCourses>) =>
  read as unknown as { queryKey: readonly unknown[]; queryFn: () => Promise<ListedPage> }
