// Requests of a paged list as they stand in an address: page, page_size, q and the list's own filters. Default values are left out; a change
// of size, search or filters begins at page 1.
import { pageSizes } from './pagination.tsx'

export type ListRequest = { page: number; size: number; find: string; filters: Readonly<Record<string, string>> }
export type Change = { page?: number; size?: number; find?: string; filters?: Readonly<Record<string, string | undefined>> }

export function requestIn(params: URLSearchParams, names: readonly string[] = [], size = 20): ListRequest {
  const page = Number(params.get('page'))
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    size: pageSizes.find((pageSize) => pageSize === Number(params.get('page_size'))) ?? size,
    find: params.get('q')?.trim() ?? '',
    filters: Object.fromEntries(names.flatMap((name) => (params.get(name) ? [[name, params.get(name) ?? '']] : []))),
  }
}

/** The parameters after a change; `size` is the list's default, which is not written. */
export function withChange(params: URLSearchParams, change: Change, size = 20): URLSearchParams {
  const next = new URLSearchParams(params)
  const setParam = (name: string, value: string | undefined) => {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  if (change.find !== undefined) setParam('q', change.find.trim())
  for (const [name, value] of Object.entries(change.filters ?? {})) setParam(name, value)
  if (change.size !== undefined) setParam('page_size', change.size === size ? undefined : String(change.size))
  const currentSize = Number(params.get('page_size')) || size
  const keepsRows = change.find === undefined && !change.filters && (change.size === undefined || change.size === currentSize)
  const page = keepsRows ? (change.page ?? 1) : 1
  setParam('page', page > 1 ? String(page) : undefined)
  return next
}
