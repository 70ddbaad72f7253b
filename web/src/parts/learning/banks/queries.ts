// Reads of banks, and what is stale after a change of them.
import type { Answer } from '../../../client.ts'
import { invalidate, query } from '../../../queries.ts'

export type Bank = Answer<'GET /api/banks'>['items'][number]
export type OpenBank = Answer<'GET /api/banks/:id'>
export type Folder = OpenBank['folders'][number]
export type QuestionRow = Answer<'GET /api/banks/:id/questions'>['items'][number]
export type Question = Answer<'GET /api/questions/:id'>

/** At most the first hundred: those of the course, then one's own. */
export const banksQuery = (course: string | undefined) =>
  query('GET /api/banks', { query: { page_size: 100, ...(course && { course_id: course }) } })
export const bankQuery = (id: string) => query('GET /api/banks/:id', { params: { id } })
export const questionQuery = (id: string) => query('GET /api/questions/:id', { params: { id } })
/** The texts of a bank that questions share. */
export const sharedTextsQuery = (bank: string) =>
  query('GET /api/banks/:id/questions', {
    params: { id: bank },
    query: { page_size: 100, sort: 'title', conditions: JSON.stringify({ type: 'stimulus' }) },
  })
export const questionFilesQuery = (id: string) => query('GET /api/questions/:id/files', { params: { id } })

export const banksChanged = () =>
  invalidate(
    'GET /api/banks',
    'GET /api/banks/:id',
    'GET /api/banks/:id/questions',
    'GET /api/questions/:id',
    'GET /api/questions/:id/versions',
  )

type Level = { folder: Folder; level: number }
/** The folders as they stand below one another. */
export function foldersInOrder(folders: readonly Folder[], parent: string | null = null, level = 0): Level[] {
  return folders
    .filter(({ parent_id }) => parent_id === parent)
    .flatMap((folder) => [{ folder, level }, ...foldersInOrder(folders, folder.id, level + 1)])
}
