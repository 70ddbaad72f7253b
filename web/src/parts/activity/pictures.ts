// The pictures in the text of an activity.
import { useQuery } from '@tanstack/react-query'
import { picturesIn } from '@lyceum/kit/text/rich-text'
import { useMemo } from 'react'
import { query } from '../../queries.ts'
import { configQuery } from '../../session.ts'
import type { Activity } from '../course/content.ts'

/** Their addresses by upload id; undefined until they are loaded. No request for a text without pictures. */
export function usePictures(activity: Activity) {
  const { data: config } = useQuery(configQuery)
  const pictureIds = useMemo(() => picturesIn(activity.body), [activity.body])
  const { data } = useQuery({
    ...query('GET /api/activities/:id/pictures', { params: { id: activity.id } }),
    enabled: pictureIds.length > 0,
    // The grants hold for four hours; new addresses would load every picture again.
    staleTime: 3 * 3600_000,
  })
  return useMemo(
    () =>
      config && data
        ? new Map(data.items.map(({ upload_id, url }) => [upload_id, new URL(url, config.bytes_origin || window.location.origin).href]))
        : undefined,
    [config, data],
  )
}
