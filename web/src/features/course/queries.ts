import { call } from '../../client.ts'
import { outdate, query } from '../../queries.ts'

/** The three reads of the content screen. */
export const courseQuery = (id: string) => query('GET /api/courses/:id', { params: { id } })
export const menuQuery = (id: string) => query('GET /api/courses/:id/nav-setting', { params: { id } })
export const contentQuery = (id: string) => query('GET /api/courses/:id/all-activities', { params: { id } })

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
