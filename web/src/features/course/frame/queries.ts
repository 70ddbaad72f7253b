// Queries of a course's pages, and the simulation of a role.
import { type Answer, call } from '../../../client.ts'
import { invalidate, query, queryClient, queryOf } from '../../../queries.ts'
import { reads } from '../../../reads.ts'

export type Course = Answer<'GET /api/courses/:id'>
/** A page of the course menu. */
export type CoursePage =
  | 'content'
  | 'outline'
  | 'enrollments'
  | 'groups'
  | 'score'
  | 'questions'
  | 'resource'
  | 'forum'
  | 'attendance'
  | 'settings'

/** Numbers of students who have opened and completed each activity, for teachers. */
export const countsQuery = (id: string) => query('GET /api/courses/:id/activity-counts', { params: { id } })
export type ActivityCounts = Answer<'GET /api/courses/:id/activity-counts'>

export const planQuery = (id: string) => queryOf(reads.coursePlan, { id })

export const menuQuery = (id: string) => queryOf(reads.courseMenu, { id })

/** Reads whose answers depend on the role. */
export const courseReads = [
  'GET /api/courses/:id',
  'GET /api/courses/:id/nav-setting',
  'GET /api/courses/:id/content',
  'GET /api/courses/:id/members',
  'GET /api/activities/:id',
] as const

/** A role to see the course as; `instructor` ends the simulation, `endPreview` a preview. */
export type ViewRole = 'instructor' | 'student' | 'visitor' | 'preview' | 'endPreview'
export async function seeAs(id: string, active: ViewRole) {
  if (active === 'preview') await call('PUT /api/courses/:id/preview', { params: { id } })
  else if (active === 'endPreview') await call('DELETE /api/courses/:id/preview', { params: { id } })
  else await call('PUT /api/course/:id/role', { params: { id }, body: { active } })
  // an answer or a refusal to the role before is not shown while the next comes
  for (const name of courseReads) queryClient.removeQueries({ queryKey: [name], type: 'inactive' })
  await invalidate(...courseReads)
}
