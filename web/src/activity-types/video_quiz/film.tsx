// The film of a video quiz: playable, or the state of its conversion.
import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { FileStatus } from '../../parts/learning/activity/file-status.tsx'
import { usePlay } from '../../parts/learning/activity/use-play.ts'
import type { Activity } from '../../parts/learning/course/content.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { Player, type PlayerHandle } from '../../player/player.tsx'
import { configQuery } from '../../session/session.ts'
import { Bone } from '../../ui/states.tsx'

export function Film({
  activity,
  teaches,
  limit,
  onPosition,
  ref,
}: {
  activity: Activity
  teaches: boolean
  /** The second behind which nothing is open; undefined: all is. */
  limit?: number | undefined
  onPosition: (position: number) => void
  ref: Ref<PlayerHandle>
}) {
  const [file] = activity.uploads
  const ready = file !== undefined && (file.status === 'ready' || (file.status === 'processing' && file.videos.length > 0))
  const { playing, error, updatedAt, reopen } = usePlay(activity, file?.id, ready)
  const { data: config } = useQuery(configQuery)
  if (file && !ready && !playing) return <FileStatus file={file} teaches={teaches} />
  if (error && !playing) return <ReadFailed error={error} at={updatedAt} onRetry={reopen} />
  if (!playing?.play.urls.hls || !config) return <Bone className="!h-[min(63dvh,480px)] min-h-[200px] !rounded-card" />
  const { play, session } = playing
  return (
    <Player
      ref={ref}
      title={activity.title}
      source={new URL(play.urls.hls ?? '', config.bytes_origin || window.location.origin).href}
      grantedAt={updatedAt}
      audio={false}
      duration={play.upload.duration ?? activity.video_duration ?? 0}
      watched={limit === undefined ? [] : [[0, limit]]}
      forward={limit === undefined}
      maxRate={play.max_rate}
      session={session}
      onPosition={onPosition}
      onRenew={reopen}
    />
  )
}
