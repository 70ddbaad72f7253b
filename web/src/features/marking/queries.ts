// Queries of the marking pages, and how their answers are read.
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Answer } from '../../client.ts'
import { query, queryClient } from '../../queries.ts'
import type { Translate } from '../../i18n.ts'

export type Row = Answer<'GET /api/activities/:id/submissions'>['items'][number]
type State = Answer<'GET /api/submissions/:id/marking'>
export type Submission = Answer<'GET /api/submissions/:id'>
/** A submission with what it is given. */
export type MarkedWork = Submission & State
export type Version = Submission['versions'][number]
export type WorkFile = Version['files'][number]
export type Rubric = Answer<'GET /api/activities/:id/rubric'>
type Author = Row['author']

const pageSize = 100
const listQuery = (activity: string, page: number) => ({
  ...query('GET /api/activities/:id/submissions', { params: { id: activity }, query: { page, page_size: pageSize, sort: 'name' } }),
  staleTime: 60_000,
})

/** Everybody of an activity: the pages of the list one behind the other. */
export function useSubmissions(activity: string) {
  const first = useQuery(listQuery(activity, 1))
  const pages = first.data?.pages ?? 1
  const more = useQueries({ queries: Array.from({ length: Math.max(0, pages - 1) }, (_, i) => listQuery(activity, i + 2)) })
  const loaded = more.map(({ data }) => data?.items)
  const rows = useMemo(() => [...(first.data?.items ?? []), ...loaded.flatMap((items) => items ?? [])], [first.data, ...loaded])
  return { ...first, rows, counts: first.data?.counts, anonymous: first.data?.anonymous ?? false }
}

/** Shows at once in the list what was saved; the counts follow from the server. */
export function patchRow(activity: string, id: string, change: Partial<Row>) {
  queryClient.setQueriesData<Answer<'GET /api/activities/:id/submissions'>>(
    { queryKey: ['GET /api/activities/:id/submissions'], predicate: ({ queryKey }) => idIn(queryKey[1]) === activity },
    (page) => page && { ...page, items: page.items.map((row) => (row.id === id ? { ...row, ...change } : row)) },
  )
}
const idIn = (input: unknown) => (input as { params?: { id?: string } } | undefined)?.params?.id

export const submissionQuery = (id: string) => ({ ...query('GET /api/submissions/:id', { params: { id } }), staleTime: 60_000 })
/** The marking of its newest version. */
export const markingQuery = (id: string) => ({
  ...query('GET /api/submissions/:id/marking', { params: { id }, query: {} }),
  staleTime: 60_000,
})
/** Shows at once what was saved. */
export const patchMarking = (id: string, change: Partial<State>) =>
  queryClient.setQueryData<State>(markingQuery(id).queryKey, (before) => before && { ...before, ...change })

export const marksQuery = (id: string, n: number) => ({
  ...query('GET /api/submissions/:id/marks', { params: { id }, query: { n } }),
  staleTime: 60_000,
})
export const viewQuery = ({ upload_id, grant }: Pick<WorkFile, 'upload_id' | 'grant'>) => ({
  ...query('GET /api/uploads/:id/view', { params: { id: upload_id }, query: grant ? { grant } : {} }),
  staleTime: 3_600_000,
})

/** The author of the work; hidden or anonymous: "Submission 17". */
export const authorName = (author: Author, t: Translate<'marking'>, hiddenAs?: number): string =>
  hiddenAs !== undefined
    ? t('submissionNumber', { number: hiddenAs })
    : author.kind === 'pseudonym'
      ? t('submissionNumber', { number: author.number ?? 0 })
      : (author.name ?? '')

/** The regrades of an exam, the latest first. */
export const regradesQuery = (id: string, page: number) =>
  query('GET /api/activities/:id/regrades', { params: { id }, query: { page, page_size: 10 } })
