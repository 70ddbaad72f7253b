// View of a film elsewhere. Its address comes by the grant of the activity; where its player tells, its seconds count like those of a file.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Description } from '../../parts/learning/activity/description.tsx'
import { OwnState } from '../../parts/learning/activity/own-state.tsx'
import { useReadMark } from '../../parts/learning/activity/read-mark.ts'
import { MyProgress } from '../../parts/learning/activity/my-progress.tsx'
import { type Playing, usePlay, usePlayState } from '../../parts/learning/activity/use-play.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { reports, useOthersAllowed } from '../../player/embedded/allowed.ts'
import { EmbeddedPlayer } from '../../player/embedded/embedded-player.tsx'
import type { VideoLink } from '../../player/embedded/players.ts'
import { furthestSecond } from '../../player/intervals.ts'
import type { PlayerHandle } from '../../player/player.tsx'
import { useTexts } from '../../i18n.ts'
import { query } from '../../queries.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Empty } from '../../ui/states.tsx'
import type { ViewProps } from '../definition.ts'
import { onlineVideo } from './definition.ts'
import { useCompleted } from '../../parts/learning/activity/use-completed.ts'
import { VideoWaiting } from './waiting.tsx'
import { WatchedCard } from './watched-card.tsx'

export default function Linked({ activity, teaches, onSideReady }: ViewProps) {
  const t = useTexts('activity')
  const say = useTexts('kinds')
  const { playing, error, updatedAt, reopen } = usePlay(activity, activity.uploads[0]?.id, true)
  const grant = playing?.play.grant
  const view = useQuery({
    ...query('GET /api/uploads/:id/view', { params: { id: playing?.play.upload.id ?? '' }, query: grant ? { grant } : {} }),
    enabled: grant !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const allowed = useOthersAllowed()
  useReadMark(activity, activity.completion_criterion.kind === 'read' && view.data !== undefined)
  // nothing stands beside it: captions and chapters are the provider's
  useEffect(() => onSideReady(true), [])
  if (!playing && error) return <ReadFailed error={error} at={updatedAt} onRetry={reopen} />
  if (view.error && !view.data) return <ReadFailed error={view.error} at={view.errorUpdatedAt} onRetry={reopen} />
  if (!playing || !view.data) return <VideoWaiting withCard={false} audio={false} />
  const { link } = view.data
  if (!link) return <Empty title={t('noFile')} />
  const counts = reports(link, allowed) && playing.play.upload.duration !== null
  const wanted = activity.completion_criterion.kind === 'watched'
  return (
    <>
      {counts ? (
        <Counted activity={activity} link={link} playing={playing} teaches={teaches} />
      ) : (
        <EmbeddedPlayer link={link} title={activity.title} />
      )}
      {wanted && !counts && <Banner tone="warn">{t(teaches ? 'notCountedTeacher' : 'notCountedStudent')}</Banner>}
      {!teaches && (
        <div className="px-4 tablet:hidden">
          <MyProgress my={activity.my} text={onlineVideo.progress(activity, say)} />
        </div>
      )}
      {!teaches && <OwnState activity={activity} />}
      <Description activity={activity} />
    </>
  )
}

function Counted({
  activity,
  link,
  playing: { play, session },
  teaches,
}: Pick<ViewProps, 'activity' | 'teaches'> & { link: VideoLink; playing: Playing }) {
  const state = usePlayState(session)
  const player = useRef<PlayerHandle>(null)
  const duration = play.upload.duration ?? 0
  const [start] = useState(() => (play.resume_at > duration - 3 ? 0 : play.resume_at))
  const [position, setPosition] = useState(start)
  const whole = state.percent >= 100
  const watched = useMemo(() => (whole ? [[0, duration] as const] : state.watched), [whole, duration, state.watched])
  useCompleted(activity, state.completed)
  return (
    <>
      <EmbeddedPlayer
        ref={player}
        link={link}
        title={activity.title}
        from={start}
        limit={play.forward_seeking || teaches ? undefined : furthestSecond(watched)}
        session={session}
        onPosition={setPosition}
      />
      {!teaches && (
        <WatchedCard
          state={state}
          watched={watched}
          duration={duration}
          position={position}
          chapters={[]}
          onSeek={(to) => player.current?.seek(to)}
          onGaps={(parts) => player.current?.playGaps(parts)}
        />
      )}
    </>
  )
}
