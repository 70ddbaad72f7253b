// Queries of file lists. Folder, filters, order and page stand in the address, so that a link leads to them and back works.
import { type Answer, call } from '../../../client.ts'
import { query } from '../../../queries.ts'
import type { ListRequest } from '../../../ui/table/paging.ts'
import type { Sort } from '../../../ui/table/table-props.ts'

export type FileItem = Answer<'GET /api/uploads'>['items'][number]
export const typeChoices = ['video', 'audio', 'document', 'image', 'scorm', 'link', 'other'] as const
export const statusChoices = ['processing', 'failed', 'ready'] as const
const sorts = ['name', 'size', 'changed'] as const
/** The order of files unless another one is chosen. */
export const lastChangedFirst: Sort = { by: 'changed', direction: 'descending' }

/** The part of an address that concerns files: `type` is a list with commas. */
export const fileFilters = { filters: ['folder', 'type', 'status'], sorts } as const

export const typesIn = (filters: ListRequest['filters']): string[] =>
  (filters.type ?? '').split(',').filter((type) => (typeChoices as readonly string[]).includes(type) || type === 'folder')
export const statusIn = (filters: ListRequest['filters']) => statusChoices.find((status) => status === filters.status)

function parametersOf({ page, size, find, filters, sort }: ListRequest) {
  const [types, status] = [typesIn(filters), statusIn(filters)]
  const conditions = { ...(find && { keyword: find }), ...(types.length && { type: types }), ...(status && { status }) }
  const { by, direction } = sort ?? lastChangedFirst
  return {
    page,
    page_size: size,
    sort: by as (typeof sorts)[number],
    order: direction,
    ...(filters.folder && { parent_id: filters.folder }),
    ...(Object.keys(conditions).length > 0 && { conditions: JSON.stringify(conditions) }),
  }
}

/** The person's files, or those of a course. */
export const filesQuery = (request: ListRequest, course?: string) => {
  const myFiles = query('GET /api/uploads', { query: parametersOf(request) })
  if (!course) return myFiles
  const courseFiles = query('GET /api/courses/:id/resources', { params: { id: course }, query: parametersOf(request) })
  return {
    ...myFiles,
    queryKey: courseFiles.queryKey as unknown as typeof myFiles.queryKey,
    queryFn: courseFiles.queryFn as unknown as NonNullable<typeof myFiles.queryFn>,
  }
}

export const filesCalls = [
  'GET /api/uploads',
  'GET /api/courses/:id/resources',
  'GET /api/deleted-uploads',
  'GET /api/user/storage-used',
] as const

/** The folders in a folder, by name, as targets of a move. */
export const foldersIn = (folder: string | undefined, course: string | undefined) =>
  filesQuery(
    {
      page: 1,
      size: 100,
      find: '',
      filters: { type: 'folder', ...(folder && { folder }) },
      sort: { by: 'name', direction: 'ascending' },
    },
    course,
  )

export const restore = (ids: string[]) => call('POST /api/uploads/restore', { body: { upload_ids: ids } })
