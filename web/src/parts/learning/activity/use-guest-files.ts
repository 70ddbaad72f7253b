// Hook of a guest's grants for the files of an activity: by a read, without a play session.
import { useQuery } from '@tanstack/react-query'
import { guestQuery } from '../../../session/guest-reads.ts'
import type { Activity } from '../course/content.ts'

/** `grantOf`: undefined for a file that is not ready. `renew` asks for new grants. */
export function useGuestFiles({ id, uploads }: Pick<Activity, 'id' | 'uploads'>) {
  const { data, error, errorUpdatedAt, dataUpdatedAt, refetch } = useQuery({
    ...guestQuery('GET /api/activities/:id/files', { params: { id } }),
    // the grants hold for four hours
    staleTime: 3 * 3_600_000,
    refetchInterval: ({ state: { data: files } }) =>
      files && uploads.some((file) => file.status === 'processing' && !files.items.some((item) => item.upload_id === file.id))
        ? 10_000
        : false,
  })
  return {
    loaded: data !== undefined,
    error,
    errorUpdatedAt,
    grantedAt: dataUpdatedAt,
    grantOf: (upload: string | undefined) => data?.items.find(({ upload_id }) => upload_id === upload)?.grant,
    renew: () => void refetch(),
  }
}
