// The file that is shown as slides: found by the grant of its activity, which every student of the class has; nothing of it counts as read.
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../queries.ts'
import { configQuery } from '../../../session/session.ts'
import type { Shown } from '../queries.ts'

/** `pdf`: the address of its pages, where it has pages; undefined while it loads. */
export function useSlides({ activity_id = '', upload_id }: Pick<Shown, 'activity_id' | 'upload_id'>) {
  const { data: config } = useQuery(configQuery)
  const files = useQuery({
    ...query('GET /api/activities/:id/files', { params: { id: activity_id } }),
    enabled: activity_id !== '',
    // the grants hold for four hours
    staleTime: 3 * 3_600_000,
  })
  const file = files.data?.items.find((item) => item.upload_id === upload_id)
  const view = useQuery({
    ...query('GET /api/uploads/:id/view', { params: { id: upload_id ?? '' }, query: file ? { grant: file.grant } : {} }),
    enabled: file !== undefined,
    staleTime: 3_600_000,
  })
  const path = view.data && (view.data.kind === 'pdf' ? view.data.urls.file : view.data.kind === 'office' ? view.data.urls.preview : null)
  const origin = config?.bytes_origin || window.location.origin
  return {
    file,
    /** It is not there any more, or not yet open to the reader. */
    missing: files.data !== undefined && !file,
    error: files.error ?? view.error,
    errorAt: Math.max(files.errorUpdatedAt, view.errorUpdatedAt),
    retry: () => void Promise.all([files.refetch(), view.refetch()]),
    loaded: view.data !== undefined,
    pdf: path && config ? new URL(path, origin).href : null,
  }
}
