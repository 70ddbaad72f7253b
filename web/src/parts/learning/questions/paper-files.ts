// Hook of the pictures, sounds and films of a paper where nobody writes an attempt: a questionnaire, a film that asks, and what teachers look at.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Answer } from '../../../client.ts'
import { query } from '../../../queries.ts'
import type { Files } from '../../../question-types/definition.ts'
import { configQuery } from '../../../session/session.ts'
import { isPlayed } from './media.ts'

export type GrantedFile = Answer<'GET /api/activities/:id/paper/files'>['items'][number]
export type PaperFiles = {
  /** Of pictures and attachments; sounds and films are played. */
  addresses: Files
  known: ReadonlyMap<string, GrantedFile>
  bytesOrigin: string
  /** When they were granted, in epoch milliseconds. */
  at: number
  renew: () => void
}

/** The grants hold for four hours; new addresses would load every picture again. */
export const staleTime = 3 * 3600_000
const none: readonly GrantedFile[] = []

/** `seen`: what changes with the files of the paper; undefined: not read yet, or there are none. Undefined until they are there. */
export function usePaperFiles(activity: string, seen: string | undefined): PaperFiles | undefined {
  const read = query('GET /api/activities/:id/paper/files', { params: { id: activity } })
  const { data, dataUpdatedAt, refetch } = useQuery({
    ...read,
    queryKey: [...read.queryKey, seen] as unknown as typeof read.queryKey,
    enabled: Boolean(seen),
    placeholderData: keepPreviousData,
    staleTime,
  })
  return useGrantedFiles(seen === '' ? none : data?.items, dataUpdatedAt, refetch)
}

/** The files of an attempt that is looked through, those that were handed in too. */
export function useReviewFiles(attempt: string, enabled: boolean): PaperFiles | undefined {
  const { data, dataUpdatedAt, refetch } = useQuery({
    ...query('GET /api/attempts/:id/review/files', { params: { id: attempt } }),
    enabled,
    staleTime,
  })
  return useGrantedFiles(data?.items, dataUpdatedAt, refetch)
}

/** Grants as the page uses them; undefined until they are there. */
export function useGrantedFiles(items: readonly GrantedFile[] | undefined, at: number, refetch: () => unknown): PaperFiles | undefined {
  const { data: config } = useQuery(configQuery)
  return useMemo(() => {
    if (!items || !config) return undefined
    const bytesOrigin = config.bytes_origin || window.location.origin
    return {
      addresses: addressesOf(items, bytesOrigin),
      known: new Map(items.map((file) => [file.upload_id, file])),
      bytesOrigin,
      at,
      renew: () => void refetch(),
    }
  }, [items, config, at, refetch])
}

export const addressesOf = (items: readonly GrantedFile[], bytesOrigin: string): Files =>
  new Map(
    items.flatMap(({ upload_id, type, url }): [string, string][] => (isPlayed(type) ? [] : [[upload_id, new URL(url, bytesOrigin).href]])),
  )
