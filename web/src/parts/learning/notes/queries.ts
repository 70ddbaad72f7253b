// Reads and writes of notes.
import { infiniteQueryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../../client.ts'
import { translate } from '../../../i18n.ts'
import { invalidate } from '../../../queries.ts'
import { clock } from '../../../ui/format.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { problemText } from '../../base/errors/problem-text.ts'

export type Note = Answer<'GET /api/notes'>['items'][number]
export type Audience = Note['audience']
export type Place = Pick<Note, 'anchor' | 'area' | 'quote'>
/** The file beside which notes stand, in the activity that shows it. */
export type NotedFile = { course: string; activity: string; id: string; type: Note['target_type'] }

/** Mine and those shared with me, in the order of their places. */
export const besideQuery = ({ course, activity, id }: NotedFile) =>
  infiniteQueryOptions({
    queryKey: ['GET /api/notes', { course, activity, id }] as const,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/notes', {
        query: { course_id: course, activity_id: activity, target_id: id, page: pageParam, page_size: 100 },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
  })

export const refreshNotes = () => invalidate('GET /api/notes', 'GET /api/notes/courses')

/** "0:42", "Page 3"; '' of an image. */
export function placeName({ target_type, anchor, placed }: Pick<Note, 'target_type' | 'anchor' | 'placed'>): string {
  if (!placed) return translate('notes', 'noPlace')
  if (target_type === 'video') return clock(anchor)
  return target_type === 'document' ? translate('notes', 'page', { page: anchor }) : translate('notes', 'image')
}

/** Takes a note of another back for its author alone. */
export async function takeBackNote({ id }: Pick<Note, 'id'>): Promise<void> {
  try {
    await call('PUT /api/notes/:id/audience', { params: { id }, body: { audience: 'me' } })
    toast({ text: translate('notes', 'takenBack') })
  } catch (error) {
    toast({ text: problemText(error), error: true })
  }
  await refreshNotes()
}

/** Deletes a note, which Undo brings back. */
export async function removeNote({ id, version }: Pick<Note, 'id' | 'version'>): Promise<void> {
  const failed = (error: unknown) => toast({ text: problemText(error), error: true })
  try {
    await call('DELETE /api/notes/:id', { params: { id }, query: { version } })
  } catch (error) {
    failed(error)
    await refreshNotes()
    return
  }
  const restore = () => call('PUT /api/notes/:id/restore', { params: { id } }).then(refreshNotes, failed)
  toast({ text: translate('notes', 'deleted'), undo: () => void restore() })
  await refreshNotes()
}
