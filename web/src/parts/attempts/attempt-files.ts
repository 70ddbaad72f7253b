// Hook of the pictures in an attempt's questions: their addresses by the upload's id.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from '../../queries.ts'
import type { Files } from '../../question-types/definition.ts'
import { configQuery } from '../../session.ts'

export function useAttemptFiles(attempt: string, enabled: boolean): Files | undefined {
  const { data: config } = useQuery(configQuery)
  const { data } = useQuery({
    ...query('GET /api/attempts/:id/files', { params: { id: attempt } }),
    enabled,
    // the grants hold for hours; new addresses would load every picture again
    staleTime: 3 * 3600_000,
  })
  return useMemo(
    () =>
      data &&
      new Map(data.items.map(({ upload_id, url }) => [upload_id, new URL(url, config?.bytes_origin || window.location.origin).href])),
    [data, config],
  )
}
