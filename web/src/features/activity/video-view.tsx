import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { CallFailed } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/errors/problem-text.ts'
import { Player, type PlayerHandle } from '../../player/player.tsx'
import { useCaptions } from '../../player/use-captions.ts'
import { outdate, query } from '../../queries.ts'
import { configQuery } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { clock, timeWithSeconds } from '../../ui/format.ts'
import { Empty, Failed } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { Standing as HowFar } from './activity-header.tsx'
import type { Activity } from './activity-page.tsx'
import { FileWaiting } from './file-waiting.tsx'
import { type Playing, usePlay, useStanding } from './use-play.ts'
import { VideoWaiting } from './video-waiting.tsx'
import { VideoSide } from './video-side.tsx'
import { WatchedCard } from './watched-card.tsx'

/** An online video: the player and what was watched of it. Until its first segments are there it says how far converting is. */
export default function VideoView({
  activity,
  teaches,
  side,
  onBeside,
}: {
  activity: Activity
  teaches: boolean
  side: HTMLElement | null
  /** What stands beside the recording is known, be it nothing. */
  onBeside: (known: boolean) => void
}) {
  const t = useTexts('activity')
  const [file] = activity.uploads
  // Something can be played as soon as one rendition has begun; the server has the last word (409 upload.notReady).
  const ready = file !== undefined && (file.status === 'ready' || (file.status === 'processing' && file.videos.length > 0))
  const { playing, error, at, reopen } = usePlay(activity, file?.id, ready)
  const waits = error instanceof CallFailed && error.problem.code === 'upload.notReady'
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(reopen, 3000)
    return () => clearTimeout(timer)
  }, [waits, at])
  const nothing = !file || (!playing && (!ready || waits || error !== undefined))
  useEffect(() => {
    if (nothing) onBeside(true)
  }, [nothing])

  if (!file)
    return (
      <div className="max-tablet:p-4">
        <Empty title={t('noFile')} text={t(teaches ? 'noFileTeacher' : 'noFileStudent')} />
      </div>
    )
  if (!playing && (!ready || waits))
    return (
      <div className="max-tablet:p-4">
        <FileWaiting file={file} teaches={teaches} />
      </div>
    )
  if (!playing && error)
    return (
      <div className="max-tablet:p-4">
        <Failed
          title={problemText(error)}
          code={error instanceof CallFailed ? error.status || undefined : undefined}
          at={timeWithSeconds(at)}
          onRetry={reopen}
        />
      </div>
    )
  if (!playing) return <VideoWaiting card={!teaches} audio={file.type === 'audio'} />
  return (
    <Running
      key={activity.id}
      activity={activity}
      playing={playing}
      at={at}
      teaches={teaches}
      side={side}
      reopen={reopen}
      onBeside={onBeside}
    />
  )
}

function Running({
  activity,
  playing: { play, session },
  at,
  teaches,
  side,
  reopen,
  onBeside,
}: {
  activity: Activity
  playing: Playing
  at: number
  teaches: boolean
  /** The column beside, for what belongs to the recording. */
  side: HTMLElement | null
  reopen: () => void
  onBeside: (known: boolean) => void
}) {
  const t = useTexts('activity')
  const { data: config } = useQuery(configQuery)
  const standing = useStanding(session)
  const player = useRef<PlayerHandle>(null)
  const duration = play.upload.duration ?? activity.video_duration ?? 0
  const [from] = useState(() => (duration && play.resume_at > duration - 3 ? 0 : play.resume_at))
  const [position, setPosition] = useState(from)
  const [told, setTold] = useState(from > 1)
  const origin = config ? config.bytes_origin || window.location.origin : undefined
  const { data: view, isPending } = useQuery({
    ...query('GET /api/uploads/:id/view', { params: { id: play.upload.id }, query: { grant: play.grant } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const captions = useCaptions(
    play.upload.id,
    (view?.captions ?? []).map(({ language, url }) => ({ language, url: new URL(url, origin).href })),
  )
  const chapters = view?.chapters ?? []
  const done = useRef(standing.completed)
  useEffect(() => {
    if (!standing.completed || done.current) return
    done.current = true
    toast({ text: t('completedNow', { title: activity.title }) })
    void outdate('GET /api/courses/:id/all-activities')
  }, [standing.completed])
  useEffect(() => {
    if (!isPending) onBeside(true)
  }, [isPending])
  const seek = (to: number) => player.current?.seek(to)
  if (!config || !play.urls.hls) return null
  return (
    <>
      <Player
        ref={player}
        title={activity.title}
        source={new URL(play.urls.hls, config.bytes_origin || window.location.origin).href}
        given={at}
        audio={play.upload.type === 'audio'}
        from={from}
        duration={duration}
        watched={standing.watched}
        forward={play.forward_seeking}
        maxRate={play.max_rate}
        session={session}
        captions={captions}
        chapters={chapters}
        onPosition={setPosition}
        onRenew={reopen}
      />
      {told && (
        <p role="status" className="flex flex-wrap items-center gap-x-3 text-small text-text-2 max-tablet:px-4">
          {t('resumedAt', { time: clock(from) })}
          <Button
            variant="link"
            onClick={() => {
              player.current?.seek(0)
              setTold(false)
            }}
          >
            {t('fromStart')}
          </Button>
        </p>
      )}
      {!teaches && (
        <div className="px-4 tablet:hidden">
          <HowFar activity={activity} />
        </div>
      )}
      {!teaches && (
        <WatchedCard
          standing={standing}
          duration={duration}
          position={position}
          chapters={chapters}
          onSeek={seek}
          onGaps={() => player.current?.playGaps()}
        />
      )}
      {side &&
        createPortal(
          <VideoSide
            upload={play.upload.id}
            captions={captions}
            chapters={chapters}
            duration={duration}
            position={position}
            watched={teaches ? undefined : standing.watched}
            teaches={teaches}
            loaded={view !== undefined}
            onSeek={seek}
          />,
          side,
        )}
      {activity.body && (
        <p className="max-w-(--measure) text-body whitespace-pre-line text-text-2 max-tablet:px-4">
          {activity.body.replace(/<[^>]+>/g, '')}
        </p>
      )}
    </>
  )
}
