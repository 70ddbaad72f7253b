// Requests of a paged list as they stand in an address: page, page_size, q, sort (`name`, or `-name` for descending) and the list's own
// filters. Default values are left out; a change of anything but the page begins at page 1.
import { pageSizes } from './pagination.tsx'
import type { Sort } from './table-props.ts'

/** Entries of a page unless a list says otherwise: the default of every paged call. */
export const defaultSize = 10

export type ListRequest = {
  page: number
  size: number
  find: string
  filters: Readonly<Record<string, string>>
  /** Undefined: the list's own order. */
  sort: Sort | undefined
}
export type Change = Partial<Omit<ListRequest, 'filters'>> & { filters?: Readonly<Record<string, string | undefined>> }

/** The order that an address names, if it is one of `sorts`. */
function sortIn(params: URLSearchParams, sorts: readonly string[]): Sort | undefined {
  const word = params.get('sort') ?? ''
  const by = word.replace(/^-/, '')
  return sorts.includes(by) ? { by, direction: word.startsWith('-') ? 'descending' : 'ascending' } : undefined
}

export function requestIn(
  params: URLSearchParams,
  { filters: names = [], sorts = [], size = defaultSize }: { filters?: readonly string[]; sorts?: readonly string[]; size?: number } = {},
): ListRequest {
  const page = Number(params.get('page'))
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    size: pageSizes.find((pageSize) => pageSize === Number(params.get('page_size'))) ?? size,
    find: params.get('q')?.trim() ?? '',
    filters: Object.fromEntries(names.flatMap((name) => (params.get(name) ? [[name, params.get(name) ?? '']] : []))),
    sort: sortIn(params, sorts),
  }
}

/** The parameters after a change; `size` is the list's default, which is not written. */
export function withChange(params: URLSearchParams, change: Change, size = defaultSize): URLSearchParams {
  const next = new URLSearchParams(params)
  const setParam = (name: string, value: string | undefined) => {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  if (change.find !== undefined) setParam('q', change.find.trim())
  for (const [name, value] of Object.entries(change.filters ?? {})) setParam(name, value)
  if ('sort' in change) setParam('sort', change.sort && `${change.sort.direction === 'descending' ? '-' : ''}${change.sort.by}`)
  if (change.size !== undefined) setParam('page_size', change.size === size ? undefined : String(change.size))
  const currentSize = Number(params.get('page_size')) || size
  const keepsRows =
    change.find === undefined && !change.filters && !('sort' in change) && (change.size === undefined || change.size === currentSize)
  const page = keepsRows ? (change.page ?? 1) : 1
  setParam('page', page > 1 ? String(page) : undefined)
  return next
}
