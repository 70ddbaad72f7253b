// Where the files of a work are opened, by their upload.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { configQuery } from '../../session.ts'
import type { SubmittedFile } from './work-state.ts'

export function useAddresses(files: readonly SubmittedFile[] | undefined): ReadonlyMap<string, string> {
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
