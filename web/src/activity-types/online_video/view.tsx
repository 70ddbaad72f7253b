// View of an online video: a film elsewhere in its frame; else the player with the watched intervals, or the state of its conversion until the first segments exist.
import { useQuery } from '@tanstack/react-query'
import { lazy, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useSearchParams } from 'react-router-dom'
import { CallFailed } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { Player, type PlayerHandle } from '../../player/player.tsx'
import { useCaptions } from '../../player/use-captions.ts'
import { query } from '../../queries.ts'
import { configQuery } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { clock } from '../../ui/format.ts'
import { Empty } from '../../ui/states.tsx'
import { Description } from '../../parts/learning/activity/description.tsx'
import { OwnState } from '../../parts/learning/activity/own-state.tsx'
import { useReadMark } from '../../parts/learning/activity/read-mark.ts'
import { MyProgress } from '../../parts/learning/activity/my-progress.tsx'
import type { ViewProps } from '../definition.ts'
import { onlineVideo } from './definition.ts'
import { FileStatus } from '../../parts/learning/activity/file-status.tsx'
import { type Playing, usePlay, usePlayState } from '../../parts/learning/activity/use-play.ts'
import { VideoWaiting } from './waiting.tsx'
import { VideoSide } from './side.tsx'
import { useCompleted } from '../../parts/learning/activity/use-completed.ts'
import { WatchedCard } from './watched-card.tsx'

const Linked = lazy(() => import('./linked.tsx'))

/** A replaced recording begins a play of its own. */
export default function VideoView(props: ViewProps) {
  const [file] = props.activity.uploads
  const View = file?.type === 'link' ? Linked : Recording
  return <View key={file?.id ?? ''} {...props} />
}

function Recording({ activity, teaches, side, onSideReady }: ViewProps) {
  const t = useTexts('activity')
  const [file] = activity.uploads
  // Playable from the first segments of one rendition on; the server decides (409 upload.notReady).
  const ready = file !== undefined && (file.status === 'ready' || (file.status === 'processing' && file.videos.length > 0))
  const { playing, error, updatedAt, reopen } = usePlay(activity, file?.id, ready)
  const notReady = error instanceof CallFailed && error.problem.code === 'upload.notReady'
  useEffect(() => {
    if (!notReady) return
    const timer = setTimeout(reopen, 3000)
    return () => clearTimeout(timer)
  }, [notReady, updatedAt])
  const nothingPlayable = !file || (!playing && (!ready || notReady || error !== undefined))
  useEffect(() => {
    if (nothingPlayable) onSideReady(true)
  }, [nothingPlayable])

  if (!file)
    return (
      <div className="max-tablet:p-4">
        <Empty title={t('noFile')} text={t(teaches ? 'noFileTeacher' : 'noFileStudent')} />
      </div>
    )
  if (!playing && (!ready || notReady))
    return (
      <div className="max-tablet:p-4">
        <FileStatus file={file} teaches={teaches} />
      </div>
    )
  if (!playing && error)
    return (
      <div className="max-tablet:p-4">
        <ReadFailed error={error} at={updatedAt} onRetry={reopen} />
      </div>
    )
  if (!playing) return <VideoWaiting withCard={!teaches} audio={file.type === 'audio'} />
  return (
    <PlayableVideo
      key={activity.id}
      activity={activity}
      playing={playing}
      openedAt={updatedAt}
      teaches={teaches}
      side={side}
      reopen={reopen}
      onSideReady={onSideReady}
    />
  )
}

function PlayableVideo({
  activity,
  playing: { play, session },
  openedAt,
  teaches,
  side,
  reopen,
  onSideReady,
}: ViewProps & { playing: Playing; openedAt: number; reopen: () => void }) {
  const t = useTexts('activity')
  const say = useTexts('kinds')
  const { data: config } = useQuery(configQuery)
  const playState = usePlayState(session)
  const whole = playState.percent >= 100
  const player = useRef<PlayerHandle>(null)
  const duration = play.upload.duration ?? activity.video_duration ?? 0
  // at 100 % no gap is shown: the last second need not be played
  const watched = useMemo(() => (whole ? [[0, duration] as const] : playState.watched), [whole, duration, playState.watched])
  const [start] = useState(() => (duration && play.resume_at > duration - 3 ? 0 : play.resume_at))
  const [position, setPosition] = useState(start)
  const [ticks, setTicks] = useState<readonly number[]>([])
  const present = useRef(start)
  present.current = position
  const [address] = useSearchParams()
  const asked = address.get('note') ?? undefined
  const notes = useMemo(
    () =>
      play.upload.type === 'video'
        ? {
            file: { course: activity.course_id, activity: activity.id, id: play.upload.id, type: 'video' as const },
            handle: { present: () => present.current, goTo: (second: number) => player.current?.seek(second) },
            asked,
          }
        : undefined,
    [activity.course_id, activity.id, play.upload.id, play.upload.type, asked],
  )
  const [resumeNotice, setResumeNotice] = useState(start > 1)
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
  useCompleted(activity, playState.completed)
  useReadMark(activity, activity.completion_criterion.kind === 'read')
  useEffect(() => {
    if (!isPending) onSideReady(true)
  }, [isPending])
  const seek = (to: number) => player.current?.seek(to)
  if (!config || !play.urls.hls) return null
  return (
    <>
      <Player
        ref={player}
        title={activity.title}
        source={new URL(play.urls.hls, config.bytes_origin || window.location.origin).href}
        grantedAt={openedAt}
        audio={play.upload.type === 'audio'}
        from={start}
        duration={duration}
        watched={watched}
        forward={play.forward_seeking}
        maxRate={play.max_rate}
        session={session}
        captions={captions}
        chapters={chapters}
        ticks={ticks}
        onPosition={setPosition}
        onRenew={reopen}
      />
      {resumeNotice && (
        <p role="status" className="flex flex-wrap items-center gap-x-3 text-small text-text-2 max-tablet:px-4">
          {t('resumedAt', { time: clock(start) })}
          <Button
            variant="link"
            onClick={() => {
              player.current?.seek(0)
              setResumeNotice(false)
            }}
          >
            {t('fromStart')}
          </Button>
        </p>
      )}
      {!teaches && (
        <div className="px-4 tablet:hidden">
          <MyProgress my={activity.my} text={onlineVideo.progress(activity, say)} />
        </div>
      )}
      {!teaches && <OwnState activity={activity} />}
      {!teaches && (
        <WatchedCard
          state={playState}
          watched={watched}
          duration={duration}
          position={position}
          chapters={chapters}
          onSeek={seek}
          onGaps={(parts) => player.current?.playGaps(parts)}
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
            watched={teaches ? undefined : watched}
            whole={whole}
            teaches={teaches}
            loaded={view !== undefined}
            notes={notes}
            onTicks={setTicks}
            onSeek={seek}
          />,
          side,
        )}
      <Description activity={activity} />
    </>
  )
}
