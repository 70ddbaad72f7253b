// Queries of react-query over the typed client: a query's key is [call, input], by which a hint selects reads (hints.ts).
import { QueryClient, queryOptions } from '@tanstack/react-query'
import { type Answer, type CallInput, CallFailed, type CallName, call } from './client.ts'
import type { Read, ReadCall } from './reads.ts'

const isFinal = (error: unknown) => error instanceof CallFailed && error.status > 0 && error.status < 500 && error.status !== 429

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      retry: (failures, error) => !isFinal(error) && failures < 2,
      refetchOnWindowFocus: true,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

/** Options for useSuspenseQuery, useQuery and prefetchQuery of a read. */
export const query = <K extends CallName & `GET ${string}`>(
  name: K,
  ...[input]: Record<never, never> extends CallInput<K> ? [input?: CallInput<K>] : [input: CallInput<K>]
) =>
  queryOptions({
    queryKey: [name, input ?? {}] as const,
    queryFn: ({ signal }): Promise<Answer<K>> =>
      (call as unknown as (name: K, input: object) => Promise<Answer<K>>)(name, { ...input, signal }),
  })

/** The query of a named read; `parts` are those of the page's address, by their names in pages.ts. */
export const queryOf = <K extends ReadCall>(
  { call: name, params, query: queryParameters }: Read<K>,
  parts: Record<string, string | undefined> = {},
) => {
  const filled = params && Object.fromEntries(Object.entries(params).map(([param, part]) => [param, parts[part] ?? '']))
  const input = { ...(filled && { params: filled }), ...(queryParameters && { query: queryParameters }) }
  return (query as (name: K, input: object) => ReturnType<typeof query<K>>)(name, input)
}

/** Reads by POST (the search of courses) are queries too. */
export const postQuery = <K extends CallName & `POST ${string}`>(name: K, input: CallInput<K>) =>
  queryOptions({
    queryKey: [name, input] as const,
    queryFn: ({ signal }): Promise<Answer<K>> =>
      (call as unknown as (name: K, input: object) => Promise<Answer<K>>)(name, { ...input, signal }),
  })

/** Starts reads without waiting for them, for the loaders of routes. */
export const prefetch = (...reads: { queryKey: readonly unknown[] }[]) => {
  for (const read of reads) void queryClient.prefetchQuery(read as Parameters<typeof queryClient.prefetchQuery>[0])
  return null
}

/** Marks every read of these calls as stale; visible ones are refetched. */
export const invalidate = (...names: CallName[]) => Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })))
