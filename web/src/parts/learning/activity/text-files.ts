// The pictures and attachments in the text of an activity.
import { useQuery } from '@tanstack/react-query'
import { filesIn } from '@lyceum/kit/text/rich-text'
import { useMemo } from 'react'
import { useOpenQuery } from '../../../session/guest-reads.ts'
import { configQuery } from '../../../session/session.ts'
import type { Activity } from '../course/content.ts'

export type TextFile = { id: string; name: string; grant: string; address: string }

/** By upload id; undefined until they are loaded. No request for a text without files. */
export function useTextFiles(activity: Activity): ReadonlyMap<string, TextFile> | undefined {
  const { data: config } = useQuery(configQuery)
  const query = useOpenQuery()
  const fileIds = useMemo(() => filesIn(activity.body), [activity.body])
  const { data } = useQuery({
    ...query('GET /api/activities/:id/pictures', { params: { id: activity.id } }),
    enabled: fileIds.length > 0,
    // The grants hold for four hours; new addresses would load every picture again.
    staleTime: 3 * 3600_000,
  })
  return useMemo(
    () =>
      config && data
        ? new Map(
            data.items.map(({ upload_id: id, name, grant, url }) => [
              id,
              { id, name, grant, address: new URL(url, config.bytes_origin || window.location.origin).href },
            ]),
          )
        : undefined,
    [config, data],
  )
}
