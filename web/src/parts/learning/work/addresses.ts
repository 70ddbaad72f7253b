// Addresses of files, by their upload: the bytes have an origin of their own.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { configQuery } from '../../../session/session.ts'

type File = { upload_id: string; url: string | null }

export function useAddresses(files: readonly File[] | undefined): ReadonlyMap<string, string> {
  const { data: config } = useQuery(configQuery)
  return useMemo(
    () =>
      new Map(
        files?.flatMap(({ upload_id, url }): [string, string][] =>
          url ? [[upload_id, new URL(url, config?.bytes_origin || window.location.origin).href]] : [],
        ),
      ),
    [files, config],
  )
}
