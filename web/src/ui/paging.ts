// What a paged list asks for, as it stands in an address: page, page_size, q and the list's own filters. What stands for itself is left
// out; whatever narrows or cuts the list anew begins at page 1.
import { pageSizes } from './pagination.tsx'

export type Asked = { page: number; size: number; find: string; filters: Readonly<Record<string, string>> }
export type Change = { page?: number; size?: number; find?: string; filters?: Readonly<Record<string, string | undefined>> }

export function askedIn(params: URLSearchParams, names: readonly string[] = [], size = 20): Asked {
  const page = Number(params.get('page'))
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    size: pageSizes.find((one) => one === Number(params.get('page_size'))) ?? size,
    find: params.get('q')?.trim() ?? '',
    filters: Object.fromEntries(names.flatMap((name) => (params.get(name) ? [[name, params.get(name) ?? '']] : []))),
  }
}

/** The address after a change; `size` is the list's usual one, which is not written. */
export function changed(params: URLSearchParams, change: Change, size = 20): URLSearchParams {
  const next = new URLSearchParams(params)
  const put = (name: string, value: string | undefined) => {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  if (change.find !== undefined) put('q', change.find.trim())
  for (const [name, value] of Object.entries(change.filters ?? {})) put(name, value)
  if (change.size !== undefined) put('page_size', change.size === size ? undefined : String(change.size))
  const was = Number(params.get('page_size')) || size
  const stays = change.find === undefined && !change.filters && (change.size === undefined || change.size === was)
  const page = stays ? (change.page ?? 1) : 1
  put('page', page > 1 ? String(page) : undefined)
  return next
}
