// react-query over the typed client: a query's key is [call, what was asked], so a hint can name it (live.ts).
import { QueryClient, queryOptions } from '@tanstack/react-query'
import { type Answer, type Asked, CallFailed, type CallName, call } from './client.ts'
import type { Read, ReadCall } from './reads.ts'

const final = (error: unknown) => error instanceof CallFailed && error.status > 0 && error.status < 500 && error.status !== 429

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      retry: (failed, error) => !final(error) && failed < 2,
      refetchOnWindowFocus: true,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

export const keyOf = <K extends CallName>(name: K, input?: Asked<K>) => (input === undefined ? ([name] as const) : ([name, input] as const))

/** Options for useSuspenseQuery, useQuery and prefetchQuery of a read. */
export const query = <K extends CallName & `GET ${string}`>(
  name: K,
  ...[input]: Record<never, never> extends Asked<K> ? [input?: Asked<K>] : [input: Asked<K>]
) =>
  queryOptions({
    queryKey: [name, input ?? {}] as const,
    queryFn: ({ signal }): Promise<Answer<K>> =>
      (call as unknown as (name: K, input: object) => Promise<Answer<K>>)(name, { ...input, signal }),
  })

/** The query of a named read; `parts` are those of the page's address, by their names in pages.ts. */
export const queryOf = <K extends ReadCall>(
  { call: name, params, query: asked }: Read<K>,
  parts: Record<string, string | undefined> = {},
) => {
  const filled = params && Object.fromEntries(Object.entries(params).map(([param, part]) => [param, parts[part] ?? '']))
  const input = { ...(filled && { params: filled }), ...(asked && { query: asked }) }
  return (query as (name: K, input: object) => ReturnType<typeof query<K>>)(name, input)
}

/** Reads by POST (the search of courses) are queries too. */
export const postQuery = <K extends CallName & `POST ${string}`>(name: K, input: Asked<K>) =>
  queryOptions({
    queryKey: [name, input] as const,
    queryFn: ({ signal }): Promise<Answer<K>> =>
      (call as unknown as (name: K, input: object) => Promise<Answer<K>>)(name, { ...input, signal }),
  })

/** Starts a read without waiting for it: what loaders do. */
export const prefetch = (...reads: { queryKey: readonly unknown[] }[]) => {
  for (const read of reads) void queryClient.prefetchQuery(read as Parameters<typeof queryClient.prefetchQuery>[0])
  return null
}

/** Marks every read of these calls as old; shown ones are asked again. */
export const outdate = (...names: CallName[]) => Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })))
