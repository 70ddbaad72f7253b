// Reads of people without a session: the same calls under /anonymous-api, for those that the contracts open to visitors.
import { createClient } from '@lyceum/kit/calls/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Answer, CallInput, Contracts } from '../client.ts'
import { texts } from '../i18n.ts'
import { query } from '../queries.ts'
import { sessionQuery } from './session.ts'

type Anonymous = { [K in keyof Contracts]: Contracts[K] extends { anonymous: true } ? K : never }[keyof Contracts] & `GET /api/${string}`

const read = createClient<Contracts>({
  base: '',
  fetch: (url, init) => fetch(String(url).replace(/^\/api\//, '/anonymous-api/'), { ...init, credentials: 'omit' }),
})

export const guestQuery = <K extends Anonymous>(name: K, input: CallInput<K>) =>
  queryOptions({
    queryKey: ['guest', name, input] as const,
    queryFn: async ({ signal }): Promise<Answer<K>> => {
      try {
        return await (read as unknown as (name: K, input: object) => Promise<Answer<K>>)(name, { ...input, signal })
      } catch (error) {
        await texts('errors')
        throw error
      }
    },
  })

/** A guest gets no hints: the course is read again every 30 s, so that what was open goes from the screen once guests are let out. */
export const guestCourse = (id: string) => ({ ...guestQuery('GET /api/courses/:id', { params: { id } }), refetchInterval: 30_000 })

/** True below the view of a guest that somebody with a session looks at. */
export const GuestReads = createContext(false)

/** The queries of parts that members and guests share: without a session, and in a guest's view, each is a guest's. */
export function useOpenQuery(): typeof guestQuery {
  const { data: session } = useQuery({ ...sessionQuery, enabled: false })
  const guest = useContext(GuestReads)
  return guest || session === null ? guestQuery : (query as unknown as typeof guestQuery)
}
