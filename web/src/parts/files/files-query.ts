// What a list of files is asked for: kept in the address, so that it can be sent to somebody and back leads to it.
import { useSearchParams } from 'react-router-dom'
import { type Answer, call } from '../../client.ts'
import { query } from '../../queries.ts'

export type FileItem = Answer<'GET /api/uploads'>['items'][number]
export type Sort = 'name' | 'changed' | 'size'
export type Asked = {
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
const among = <T extends string>(value: string | null, known: readonly T[]): T | undefined => known.find((one) => one === value)

export function useAsked(): [Asked, (changes: Partial<Asked>) => void] {
  const [params, setParams] = useSearchParams()
  const sort = among(params.get('sort')?.replace(/^-/, '') ?? null, ['name', 'changed', 'size'] as const) ?? 'changed'
  const asked: Asked = {
    ...(params.get('folder') && { folder: params.get('folder')! }),
    keyword: params.get('q') ?? '',
    types: (params.get('type') ?? '').split(',').filter((one) => (typeChoices as readonly string[]).includes(one)),
    ...(among(params.get('status'), statusChoices) && { status: params.get('status')! }),
    sort,
    down: params.has('sort') ? params.get('sort')!.startsWith('-') : true,
    page: Math.max(1, Number(params.get('page')) || 1),
    size: [10, 20, 30, 50, 100].includes(Number(params.get('size'))) ? Number(params.get('size')) : 20,
  }
  const change = (changes: Partial<Asked>) => {
    const next = { ...asked, page: 1, ...changes }
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
      (now) => {
        const made = new URLSearchParams(now)
        for (const [name, value] of values) {
          if (value) made.set(name, value)
          else made.delete(name)
        }
        return made
      },
      // a folder is a place one comes back from; a search or a page is not
      { replace: next.folder === asked.folder },
    )
  }
  return [asked, change]
}

export const isFiltered = ({ keyword, types, status }: Asked) => Boolean(keyword || types.length || status)

const queryOf = ({ folder, keyword, types, status, sort, down, page, size }: Asked) => {
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

/** My files, or those of a course. */
export const filesQuery = (asked: Asked, course?: string) => {
  const mine = query('GET /api/uploads', { query: queryOf(asked) })
  if (!course) return mine
  const ours = query('GET /api/courses/:id/resources', { params: { id: course }, query: queryOf(asked) })
  return {
    ...mine,
    queryKey: ours.queryKey as unknown as typeof mine.queryKey,
    queryFn: ours.queryFn as unknown as NonNullable<typeof mine.queryFn>,
  }
}

export const filesCalls = [
  'GET /api/uploads',
  'GET /api/courses/:id/resources',
  'GET /api/deleted-uploads',
  'GET /api/user/storage-used',
] as const

/** Folders alone, by name: where something can be moved to. */
export const foldersIn = (folder: string | undefined, course: string | undefined) =>
  filesQuery({ ...(folder && { folder }), keyword: '', types: ['folder'], sort: 'name', down: false, page: 1, size: 100 }, course)

export const restore = (ids: string[]) => call('POST /api/uploads/restore', { body: { upload_ids: ids } })
