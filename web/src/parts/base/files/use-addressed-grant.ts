// Hook of the grant for a file that an address alone names: by one's own right, else of an activity that is open to its reader and shows it.
import { useQuery } from '@tanstack/react-query'
import { CallFailed } from '../../../client.ts'
import { query, queryClient } from '../../../queries.ts'

/** '': the reader's own right decides, which an activity's would narrow. Any other failure than a refusal is one. */
export async function addressedGrant(id: string): Promise<string> {
  try {
    // the viewer reads the same
    await queryClient.fetchQuery({ ...query('GET /api/uploads/:id/view', { params: { id }, query: {} }), staleTime: 3_600_000 })
    return ''
  } catch (error) {
    if (!(error instanceof CallFailed && [403, 404].includes(error.status))) throw error
  }
  const { items } = await queryClient.fetchQuery({ ...query('GET /api/activity-files/:id', { params: { id } }), staleTime: 0 })
  return items[0]?.grant ?? ''
}

type Addressed = {
  /** null while it is read, undefined where there is none and the reader's own right decides. */
  grant: string | undefined | null
  failure: { error: unknown; at: number; onRetry: () => void } | undefined
  /** Requests a new one. */
  renew: () => void
}

export function useAddressedGrant(id: string | undefined): Addressed {
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    queryKey: ['grant of a file', id],
    queryFn: () => addressedGrant(id ?? ''),
    enabled: id !== undefined,
    // its reads are repeated by themselves
    retry: false,
    // grants hold for four hours
    staleTime: 3 * 3_600_000,
  })
  const renew = () => void refetch()
  return {
    grant: id !== undefined && data === undefined ? null : data || undefined,
    failure: error && data === undefined ? { error, at: errorUpdatedAt, onRetry: renew } : undefined,
    renew,
  }
}
