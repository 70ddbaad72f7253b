// Queries of file lists. Folder, filters, sorting and page stand in the address, so that a link leads to them and back works.
import { useSearchParams } from 'react-router-dom'
import { type Answer, call } from '../../client.ts'
import { query } from '../../queries.ts'

export type FileItem = Answer<'GET /api/uploads'>['items'][number]
export type Sort = 'name' | 'changed' | 'size'
export type FileListRequest = {
  folder?: string
  keyword: string
  types: string[]
  status?: string
  sort: Sort
  down: boolean
  page: number
  size: number
}

export const typeChoices = ['video', 'audio', 'document', 'image', 'scorm', 'other'] as const
export const statusChoices = ['processing', 'failed', 'ready'] as const
const oneOf = <T extends string>(value: string | null, choices: readonly T[]): T | undefined => choices.find((choice) => choice === value)

export function useFileListRequest(): [FileListRequest, (changes: Partial<FileListRequest>) => void] {
  const [params, setParams] = useSearchParams()
  const sort = oneOf(params.get('sort')?.replace(/^-/, '') ?? null, ['name', 'changed', 'size'] as const) ?? 'changed'
  const request: FileListRequest = {
    ...(params.get('folder') && { folder: params.get('folder')! }),
    keyword: params.get('q') ?? '',
    types: (params.get('type') ?? '').split(',').filter((choice) => (typeChoices as readonly string[]).includes(choice)),
    ...(oneOf(params.get('status'), statusChoices) && { status: params.get('status')! }),
    sort,
    down: params.has('sort') ? params.get('sort')!.startsWith('-') : true,
    page: Math.max(1, Number(params.get('page')) || 1),
    size: [10, 20, 30, 50, 100].includes(Number(params.get('size'))) ? Number(params.get('size')) : 20,
  }
  const change = (changes: Partial<FileListRequest>) => {
    const next = { ...request, page: 1, ...changes }
    const values: [string, string | undefined][] = [
      ['folder', next.folder],
      ['q', next.keyword],
      ['type', next.types.join(',')],
      ['status', next.status],
      ['sort', next.sort === 'changed' && next.down ? undefined : `${next.down ? '-' : ''}${next.sort}`],
      ['page', next.page > 1 ? String(next.page) : undefined],
      ['size', next.size !== 20 ? String(next.size) : undefined],
    ]
    setParams(
      (params) => {
        const nextParams = new URLSearchParams(params)
        for (const [name, value] of values) {
          if (value) nextParams.set(name, value)
          else nextParams.delete(name)
        }
        return nextParams
      },
      // opening a folder makes an entry of the history; a search or a page does not
      { replace: next.folder === request.folder },
    )
  }
  return [request, change]
}

export const isFiltered = ({ keyword, types, status }: FileListRequest) => Boolean(keyword || types.length || status)

const queryParameters = ({ folder, keyword, types, status, sort, down, page, size }: FileListRequest) => {
  const conditions = { ...(keyword && { keyword }), ...(types.length && { type: types }), ...(status && { status }) }
  return {
    page,
    page_size: size,
    sort,
    order: down ? ('descending' as const) : ('ascending' as const),
    ...(folder && { parent_id: folder }),
    ...(Object.keys(conditions).length && { conditions: JSON.stringify(conditions) }),
  }
}

/** The person's files, or those of a course. */
export const filesQuery = (request: FileListRequest, course?: string) => {
  const myFiles = query('GET /api/uploads', { query: queryParameters(request) })
  if (!course) return myFiles
  const courseFiles = query('GET /api/courses/:id/resources', { params: { id: course }, query: queryParameters(request) })
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
  filesQuery({ ...(folder && { folder }), keyword: '', types: ['folder'], sort: 'name', down: false, page: 1, size: 100 }, course)

export const restore = (ids: string[]) => call('POST /api/uploads/restore', { body: { upload_ids: ids } })
