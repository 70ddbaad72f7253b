// Hook of the files of a vote's question, by its own grants.
import { useQuery } from '@tanstack/react-query'
import { type PaperFiles, staleTime, useGrantedFiles } from '../../../parts/learning/questions/paper-files.ts'
import { query } from '../../../queries.ts'
import type { Vote } from './vote-calls.ts'

/** Milliseconds between two reads while a picture is still prepared, and reads after which it is not waited for. */
const [again, most] = [3000, 10]

/** Undefined until they are there, and where there are none. */
export function useVoteFiles({ id, upload_ids: ids }: Pick<Vote, 'id' | 'upload_ids'>): PaperFiles | undefined {
  const { data, dataUpdatedAt, refetch } = useQuery({
    ...query('GET /api/votes/:id/files', { params: { id } }),
    enabled: ids.length > 0,
    staleTime,
    refetchInterval: ({ state: { data: read, dataUpdateCount } }) =>
      read && read.items.length < ids.length && dataUpdateCount < most ? again : false,
  })
  return useGrantedFiles(data?.items, dataUpdatedAt, refetch)
}
