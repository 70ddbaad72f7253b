import { type Answer, call } from '../../client.ts'
import { outdate, queryOf } from '../../queries.ts'
import { reads } from '../../reads.ts'

export type Course = Answer<'GET /api/courses/:id'>
/** A page of the course menu. */
export type CoursePage = 'content' | 'enrollments' | 'resource'

export const courseQuery = (id: string) => queryOf(reads.course, { id })
export const menuQuery = (id: string) => queryOf(reads.courseMenu, { id })
export const contentQuery = (id: string) => queryOf(reads.courseContent, { id })

/** What looks different to another role. */
export const courseReads = [
  'GET /api/courses/:id',
  'GET /api/courses/:id/nav-setting',
  'GET /api/courses/:id/all-activities',
  'GET /api/courses/:id/members',
  'GET /api/activities/:id',
] as const

/** instructor: as oneself again. */
export type Seen = 'instructor' | 'student' | 'visitor' | 'preview'
export async function seeAs(id: string, active: Seen) {
  if (active === 'preview') await call('PUT /api/courses/:id/preview', { params: { id } })
  else await call('PUT /api/course/:id/role', { params: { id }, body: { active } })
  await outdate(...courseReads)
}
