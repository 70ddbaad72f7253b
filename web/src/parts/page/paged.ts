// The one way to a paged list of the server's: what is asked for stands in the address, the answer in react-query; ui/paged-list.tsx shows it.
import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { CallFailed } from '../../client.ts'
import type { Paged } from '../../ui/paged-list.tsx'
import { type Asked, askedIn, type Change, changed } from '../../ui/paging.ts'

type Answer = { items: readonly unknown[]; page: number; pages: number; page_size: number; total: number }
type Read<All> = Pick<UseQueryOptions<All, Error, All, any>, 'queryKey' | 'queryFn'>

/**
 * `read` makes the query for what is asked; `filters` are those that stand in the address, `size` the usual page size, `again` the
 * milliseconds after which what is shown is asked again. Another
 * size begins at page 1, as do a page beyond the data and a failed fetch, whose error is shown until somebody tries again or asks for something else.
 */
export function usePaged<All extends Answer>(
  read: (asked: Asked) => Read<All>,
  { filters: names = [], size = 20, again }: { filters?: readonly string[]; size?: number; again?: (data: All) => number | false } = {},
): Paged<All['items'][number]> & { data: All | undefined } {
  const [params, setParams] = useSearchParams()
  const asked = askedIn(params, names, size)
  const [failed, setFailed] = useState<Paged<unknown>['failed']>()
  const { data, error, isLoadingError, isPlaceholderData, fetchStatus, refetch } = useQuery({
    ...read(asked),
    placeholderData: keepPreviousData as never,
    enabled: !failed,
    refetchInterval: ({ state }) => (state.data && again ? again(state.data) : false),
  } as UseQueryOptions<All, Error, All, any>)
  const shown = failed ? undefined : data
  // Two wishes before the address has followed the first: the second goes on from what is wished, not from what is shown.
  const wished = useRef<URLSearchParams>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address has followed
  useEffect(() => {
    wished.current = undefined
  }, [params])
  // typing leaves no trail and no jump; pages and filters can be gone back to
  const put = (change: Change, replace = change.find !== undefined) => {
    wished.current = changed(wished.current ?? params, change, size)
    setParams(wished.current, { replace, preventScrollReset: true })
  }

  const beyond = shown !== undefined && !isPlaceholderData && shown.items.length === 0 && asked.page > 1
  const broke = isLoadingError && fetchStatus === 'idle' && !failed
  const act = useRef({ put })
  act.current = { put }
  useEffect(() => {
    if (beyond) act.current.put({ page: 1 }, true)
  }, [beyond])
  useEffect(() => {
    if (!broke) return
    setFailed({ code: error instanceof CallFailed ? error.status || undefined : undefined, at: Date.now() })
    act.current.put({ page: 1 }, true)
  }, [broke, error])

  const change = (to: Change) => {
    setFailed(undefined)
    put(to)
  }
  return {
    data: shown,
    items: shown?.items ?? [],
    page: failed ? 1 : asked.page,
    // while rows of the former size are shown the pages are already those of the new one, so that Last page and Go to reach the end
    pages: !shown ? 0 : isPlaceholderData ? Math.ceil(shown.total / asked.size) : shown.pages,
    size: asked.size,
    total: shown?.total ?? 0,
    find: asked.find,
    filters: asked.filters,
    narrowed: asked.find !== '' || Object.keys(asked.filters).length > 0,
    waiting: !failed && (data === undefined || beyond),
    stale: isPlaceholderData,
    failed,
    change,
    clear: () => change({ find: '', filters: Object.fromEntries(names.map((name) => [name, undefined])) }),
    retry: () => {
      setFailed(undefined)
      void refetch()
    },
  }
}
