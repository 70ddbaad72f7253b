// An online video as a guest sees it: the player with captions, chapters and transcript. No second of it counts, so seeking ahead is free.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { guestQuery } from '../../session/guest-reads.ts'
import { useTexts } from '../../i18n.ts'
import { Description } from '../../parts/learning/activity/description.tsx'
import { FileStatus } from '../../parts/learning/activity/file-status.tsx'
import { GuestRefused, needsSignIn } from '../../parts/base/sign-in/guest-refusal.tsx'
import { useGuestFiles } from '../../parts/learning/activity/use-guest-files.ts'
import type { Activity } from '../../parts/learning/course/content.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { EmbeddedPlayer } from '../../player/embedded/embedded-player.tsx'
import { Player, type PlayerHandle } from '../../player/player.tsx'
import { useCaptions } from '../../player/use-captions.ts'
import { configQuery } from '../../session/session.ts'
import { Empty } from '../../ui/states.tsx'
import { VideoSide } from './side.tsx'
import { VideoWaiting } from './waiting.tsx'

export default function GuestVideo({ activity }: { activity: Activity }) {
  const t = useTexts('activity')
  const [file] = activity.uploads
  const files = useGuestFiles(activity)
  const grant = files.grantOf(file?.id)
  const view = useQuery({
    ...guestQuery('GET /api/uploads/:id/view', { params: { id: file?.id ?? '' }, query: grant ? { grant } : {} }),
    enabled: grant !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // with a new grant it plays on
    placeholderData: keepPreviousData,
  })
  const { data: config } = useQuery(configQuery)
  const address = (path: string) => new URL(path, config?.bytes_origin || window.location.origin).href
  const captions = useCaptions(
    file?.id ?? '',
    (view.data?.captions ?? []).map(({ language, url }) => ({ language, url: address(url) })),
  )
  const player = useRef<PlayerHandle>(null)
  const [position, setPosition] = useState(0)
  if (needsSignIn(files.error)) return <GuestRefused error={files.error} />
  if (!file) return <Empty title={t('noFile')} />
  if (files.loaded && !grant) return <FileStatus file={file} teaches={false} />
  const failed = files.error && !files.loaded ? files : view.error && !view.data ? view : undefined
  if (failed) return <ReadFailed error={failed.error} at={failed.errorUpdatedAt} onRetry={files.renew} />
  const audio = file.type === 'audio'
  if (view.data?.link)
    return (
      <div className="space-y-3.5">
        <EmbeddedPlayer link={view.data.link} title={activity.title} />
        <Description activity={activity} />
      </div>
    )
  if (!config || !view.data?.urls.hls) return <VideoWaiting withCard={false} audio={audio} />
  const duration = view.data.duration ?? activity.video_duration ?? 0
  const { chapters } = view.data
  return (
    <div className="flex gap-x-6 gap-y-3.5 max-small:flex-col">
      <div className="min-w-0 flex-1 space-y-3.5">
        <Player
          ref={player}
          title={activity.title}
          source={address(view.data.urls.hls)}
          grantedAt={files.grantedAt}
          audio={audio}
          duration={duration}
          captions={captions}
          chapters={chapters}
          onPosition={setPosition}
          onRenew={files.renew}
        />
        <Description activity={activity} />
      </div>
      {chapters.length + captions.languages.length > 0 && (
        <div className="w-[340px] shrink-0 max-small:w-full">
          <VideoSide
            upload={file.id}
            captions={captions}
            chapters={chapters}
            duration={duration}
            position={position}
            watched={undefined}
            whole={false}
            teaches={false}
            loaded
            onSeek={(to) => player.current?.seek(to)}
          />
        </div>
      )}
    </div>
  )
}
