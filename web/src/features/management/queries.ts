// Queries of the management.
import type { Answer } from '../../client.ts'
import { courseConditions } from '../../parts/learning/course/course-filters.ts'
import { postQuery, query } from '../../queries.ts'
import type { ListRequest } from '../../ui/table/paging.ts'

export type ReviewState = 'waiting' | 'returned'
export type ReviewedCourse = Answer<'GET /api/management/reviews'>['items'][number]
export type FailedUpload = Answer<'GET /api/management/failed-uploads'>['items'][number]
export type StorageOwner = Answer<'GET /api/management/storage/owners'>['items'][number]
export type ManagedCourse = Answer<'POST /api/courses'>['items'][number]

export const courseRegister = query('GET /api/management/course-register')
export const storageNumbers = query('GET /api/management/storage')
export const sameNumbers = query('GET /api/users/same-numbers')
export const reviews = (state: ReviewState, page: number, size: number) =>
  query('GET /api/management/reviews', { query: { state, page, page_size: size } })
export const failedUploads = (page: number, size: number) =>
  query('GET /api/management/failed-uploads', { query: { page, page_size: size } })
/** The number of shared files that wait for a review; the first of them comes along. */
export const waitingShares = query('GET /api/shared-resources', { query: { status: 'wait', page: 1, page_size: 1 } })
export const storageUses = query('GET /api/management/storage/uses')
export const storageOwners = (page: number, size: number) =>
  query('GET /api/management/storage/owners', { query: { page, page_size: size } })

export const courseSorts = ['name', 'course_code', 'updated_at'] as const

/** The courses of the organisation, or of the departments of who asks. */
export const managedCourses = ({ page, size, sort, ...narrowed }: ListRequest) => {
  const by = courseSorts.find((column) => column === sort?.by)
  return postQuery('POST /api/courses', {
    query: { page, page_size: size },
    body: {
      conditions: courseConditions(narrowed),
      ...(by && { sort: sort?.direction === 'descending' ? (`-${by}` as const) : by }),
    },
  })
}
