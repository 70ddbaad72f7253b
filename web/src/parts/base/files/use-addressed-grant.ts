// Hook of the grant for a file that an address alone names: of an activity that is open to its reader and shows it.
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../queries.ts'

/** `grant`: null while it is read, undefined where there is none and the reader's own right decides. `renew` asks for a new one. */
export function useAddressedGrant(id: string | undefined): { grant: string | undefined | null; renew: () => void } {
  const { data, error, refetch } = useQuery({
    ...query('GET /api/activity-files/:id', { params: { id: id ?? '' } }),
    enabled: id !== undefined,
    // grants hold for four hours
    staleTime: 3 * 3_600_000,
  })
  return { grant: id !== undefined && !data && !error ? null : data?.items[0]?.grant, renew: () => void refetch() }
}
