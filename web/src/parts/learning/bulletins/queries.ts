// Reads of bulletins, and the marks of their readers.
import { useMutation } from '@tanstack/react-query'
import { type Answer, call } from '../../../client.ts'
import { invalidate, query, queryClient } from '../../../queries.ts'

export type BulletinSummary = Answer<'GET /api/bulletins'>['items'][number]
export type Bulletin = Answer<'GET /api/bulletins/:id'>

export const bulletinsPage = (type: 'org' | 'course', page: number, size: number, more: { unread?: boolean; course_id?: string } = {}) =>
  query('GET /api/bulletins', { query: { type, page, page_size: size, ...more } })
export const bulletinOf = (id: string) => query('GET /api/bulletins/:id', { params: { id } })
/** Those of the popup: as many as it ever shows. */
export const unreadBulletins = query('GET /api/bulletins/unread', { query: { page_size: 100 } })

export const refreshBulletins = () =>
  invalidate(
    'GET /api/bulletins',
    'GET /api/courses/:id/current-bulletins',
    'GET /api/bulletins/unread',
    'GET /api/org/bulletins',
    'GET /api/courses/:id/bulletins',
  )

export const useConfirmBulletin = () =>
  useMutation({
    mutationFn: (id: string) => call('PUT /api/bulletins/:id/confirm', { params: { id } }),
    onSuccess: (bulletin) => {
      queryClient.setQueryData(bulletinOf(bulletin.id).queryKey, bulletin)
      return refreshBulletins()
    },
  })

/** An opened bulletin is read. */
export async function markBulletinRead(id: string): Promise<void> {
  await call('PUT /api/bulletins/:id/read', { params: { id } })
  await refreshBulletins()
}
