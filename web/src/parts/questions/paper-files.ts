// Hook of the pictures, sounds and films of a paper where nobody writes an attempt: a questionnaire, a film that asks, and what teachers look at.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Answer } from '../../client.ts'
import { query } from '../../queries.ts'
import type { Files } from '../../question-types/definition.ts'
import { configQuery } from '../../session.ts'
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

const none: readonly GrantedFile[] = []

/** `seen`: what changes with the files of the paper; undefined: not read yet, or there are none. Undefined until they are there. */
export function usePaperFiles(activity: string, seen: string | undefined): PaperFiles | undefined {
  const { data: config } = useQuery(configQuery)
  const read = query('GET /api/activities/:id/paper/files', { params: { id: activity } })
  const { data, dataUpdatedAt, refetch } = useQuery({
    ...read,
    queryKey: [...read.queryKey, seen] as unknown as typeof read.queryKey,
    enabled: Boolean(seen),
    placeholderData: keepPreviousData,
    // the grants hold for hours; new addresses would load every picture again
    staleTime: 3 * 3600_000,
  })
  const items = seen === '' ? none : data?.items
  return useMemo(() => {
    if (!items || !config) return undefined
    const bytesOrigin = config.bytes_origin || window.location.origin
    return {
      addresses: addressesOf(items, bytesOrigin),
      known: new Map(items.map((file) => [file.upload_id, file])),
      bytesOrigin,
      at: dataUpdatedAt,
      renew: () => void refetch(),
    }
  }, [items, config, dataUpdatedAt, refetch])
}

export const addressesOf = (items: readonly GrantedFile[], bytesOrigin: string): Files =>
  new Map(
    items.flatMap(({ upload_id, type, url }): [string, string][] => (isPlayed(type) ? [] : [[upload_id, new URL(url, bytesOrigin).href]])),
  )
