// Reads and changes of the bulletins of a place for those who write them: the calls of an organisation and those of a course.
import { type Answer, call } from '../../../client.ts'
import { query } from '../../../queries.ts'

export type BulletinOwner = { org: string } | { course: string }
export type ManagedBulletin = Answer<'GET /api/org/bulletins'>['items'][number]
export type Draft = Parameters<typeof call<'POST /api/org/bulletins'>>[1]['body']
type Query = Parameters<typeof call<'GET /api/org/bulletins'>>[1] extends { query?: infer Q } | undefined ? Q : never

export const managedPage = (place: BulletinOwner, given: NonNullable<Query>) =>
  'course' in place
    ? query('GET /api/courses/:id/bulletins', { params: { id: place.course }, query: given })
    : (query('GET /api/org/bulletins', { query: given }) as never as ReturnType<typeof query<'GET /api/courses/:id/bulletins'>>)

export const readersPage = (
  place: BulletinOwner,
  id: string,
  given: { page: number; page_size: number; show?: 'read' | 'unread' | 'confirmed' | 'unconfirmed' },
) =>
  'course' in place
    ? query('GET /api/course-bulletins/:id/readers', { params: { id }, query: given })
    : (query('GET /api/org/bulletins/:id/readers', { params: { id }, query: given }) as never as ReturnType<
        typeof query<'GET /api/course-bulletins/:id/readers'>
      >)

export const writeBulletin = (place: BulletinOwner, body: Draft) =>
  'course' in place
    ? call('POST /api/courses/:id/bulletins', { params: { id: place.course }, body })
    : call('POST /api/org/bulletins', { body })

export const changeBulletin = (place: BulletinOwner, id: string, body: Partial<Draft> & { version: number }) =>
  'course' in place
    ? call('PUT /api/course-bulletins/:id', { params: { id }, body })
    : call('PUT /api/org/bulletins/:id', { params: { id }, body })

export const deleteBulletin = (place: BulletinOwner, id: string) =>
  'course' in place
    ? call('DELETE /api/course-bulletins/:id', { params: { id } })
    : call('DELETE /api/org/bulletins/:id', { params: { id } })

export const restoreBulletin = (place: BulletinOwner, id: string) =>
  'course' in place
    ? call('PUT /api/course-bulletins/:id/restore', { params: { id } })
    : call('PUT /api/org/bulletins/:id/restore', { params: { id } })
