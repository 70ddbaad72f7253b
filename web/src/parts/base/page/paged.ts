// The hook for the server's paged lists: search, filters and page stand in the address, the answer in react-query; ui/paged-list.tsx shows it.
import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { CallFailed } from '../../../client.ts'
import { queryClient } from '../../../queries.ts'
import type { Paged } from '../../../ui/table/paged-list.tsx'
import { type ListRequest, requestIn, type Change, defaultSize, withChange } from '../../../ui/table/paging.ts'

type Answer = { items: readonly unknown[]; page: number; pages: number; page_size: number; total: number }
/** A paged list with its last answer; `readPage` reads any page of the same search, filters and order. */
export type PagedRead<All extends Answer> = Paged<All['items'][number]> & {
  data: All | undefined
  readPage: (page: number, size: number) => Promise<All>
}
type Read<All> = Pick<UseQueryOptions<All, Error, All, any>, 'queryKey' | 'queryFn'>

/** A refusal that the reader cannot lift, as they can by entering a code, a mobile number or another password: also of a place that is not there for them. */
const isForbidden = (error: unknown): boolean =>
  error instanceof CallFailed &&
  [403, 404].includes(error.status) &&
  !['authCode.needed', 'mobile.needed', 'password.expired'].includes(error.problem.code)

/**
 * `read` makes the query of a request; `filters` are the names of those in the address, `sorts` the columns that it may name, `size` the
 * default page size, `refetchDelay` the milliseconds until a refetch of the current data. Another size begins at page 1, as do a page beyond the data and a failed fetch, whose
 * error stays until a retry or another request.
 */
export function usePaged<All extends Answer>(
  read: (request: ListRequest) => Read<All>,
  {
    filters: names = [],
    sorts = [],
    size = defaultSize,
    refetchDelay,
  }: { filters?: readonly string[]; sorts?: readonly string[]; size?: number; refetchDelay?: (data: All) => number | false } = {},
): PagedRead<All> {
  const [params, setParams] = useSearchParams()
  const request = requestIn(params, { filters: names, sorts, size })
  const [failure, setFailure] = useState<Paged<unknown>['failed']>()
  const { data, error, isLoadingError, isPlaceholderData, fetchStatus, refetch } = useQuery({
    ...read(request),
    placeholderData: keepPreviousData as never,
    enabled: !failure,
    refetchInterval: ({ state }) => (state.data && refetchDelay ? refetchDelay(state.data) : false),
  } as UseQueryOptions<All, Error, All, any>)
  const currentData = failure ? undefined : data
  // A second change before the address has followed the first builds on the pending parameters.
  const pendingParams = useRef<URLSearchParams>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address has followed
  useEffect(() => {
    pendingParams.current = undefined
  }, [params])
  // typing makes no entry in the history; pages and filters do
  const applyChange = (change: Change, replace = change.find !== undefined) => {
    pendingParams.current = withChange(pendingParams.current ?? params, change, size)
    setParams(pendingParams.current, { replace, preventScrollReset: true })
  }

  const isBeyondEnd = currentData !== undefined && !isPlaceholderData && currentData.items.length === 0 && request.page > 1
  const loadFailed = isLoadingError && fetchStatus === 'idle' && !failure
  const latest = useRef({ applyChange })
  latest.current = { applyChange }
  useEffect(() => {
    if (isBeyondEnd) latest.current.applyChange({ page: 1 }, true)
  }, [isBeyondEnd])
  useEffect(() => {
    if (!loadFailed) return
    setFailure({
      code: error instanceof CallFailed ? error.status || undefined : undefined,
      at: Date.now(),
      forbidden: isForbidden(error),
    })
    latest.current.applyChange({ page: 1 }, true)
  }, [loadFailed, error])

  const change = (next: Change, replace?: boolean) => {
    setFailure(undefined)
    applyChange(next, replace)
  }
  return {
    data: currentData,
    items: currentData?.items ?? [],
    page: failure ? 1 : request.page,
    // while rows of the previous size are shown the page count is already that of the new size, so that Last page and Go to reach the end
    pages: !currentData ? 0 : isPlaceholderData ? Math.ceil(currentData.total / request.size) : currentData.pages,
    size: request.size,
    total: currentData?.total ?? 0,
    find: request.find,
    filters: request.filters,
    sort: request.sort,
    narrowed: request.find !== '' || Object.keys(request.filters).length > 0,
    waiting: !failure && (data === undefined || isBeyondEnd),
    stale: isPlaceholderData,
    failed: failure,
    change,
    readPage: (page, pageSize) =>
      queryClient.fetchQuery({ ...read({ ...request, page, size: pageSize }), staleTime: 0, gcTime: 0 } as never),
    clear: () => change({ find: '', filters: Object.fromEntries(names.map((name) => [name, undefined])) }),
    retry: () => {
      setFailure(undefined)
      void refetch()
    },
  }
}
