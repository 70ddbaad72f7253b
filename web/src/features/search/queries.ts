// The joined search, and where each of its matches leads.
import type { Answer, CallInput } from '../../client.ts'
import { query } from '../../queries.ts'

export type SearchAnswer = Answer<'GET /api/search'>
export type Part = SearchAnswer['away'][number]
export type PageOf<P extends Part> = NonNullable<SearchAnswer[P]>
export type Match<P extends Part> = PageOf<P>['items'][number]

export const parts = ['courses', 'activities', 'files', 'people'] as const satisfies readonly Part[]
/** Matches of a part beside the others, and alone. */
export const [few, many] = [5, 10] as const

export const searchQuery = (request: NonNullable<CallInput<'GET /api/search'>['query']>) => query('GET /api/search', { query: request })
