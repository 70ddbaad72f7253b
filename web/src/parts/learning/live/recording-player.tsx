// Player of a recording of a live lecture, by the grant of the lecture: opening it is a view of its file, as in other activities. The first recording of
// one that is completed by watching is watched as a film: its seconds count, and it goes on where it was left.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Player } from '../../../player/player.tsx'
import { useCaptions } from '../../../player/use-captions.ts'
import { query } from '../../../queries.ts'
import { configQuery } from '../../../session/session.ts'
import { Bone } from '../../../ui/states.tsx'
import { ReadFailed } from '../../base/errors/read-failed.tsx'
import { FileStatus } from '../activity/file-status.tsx'
import type { PlaySession, PlayState } from '../activity/play-session.ts'
import { useCompleted } from '../activity/use-completed.ts'
import { type Play, usePlay, usePlayState } from '../activity/use-play.ts'
import type { Activity } from '../course/content.ts'
import type { Recording } from './queries.ts'

type Props = { activity: Activity; title: string; upload: NonNullable<Recording['upload']>; teaches: boolean }

export default function RecordingPlayer({ activity, title, upload, teaches }: Props) {
  // the activity is read again while its files are prepared
  const file = activity.uploads.find(({ id }) => id === upload.id) ?? upload
  const { playing, error, updatedAt, reopen } = usePlay(activity, file.id, file.playable)
  if (!file.playable && !playing) return <FileStatus file={file} teaches={teaches} />
  if (error && !playing) return <ReadFailed error={error} at={updatedAt} onRetry={reopen} />
  if (!playing) return <Bone className="!h-[min(56dvh,420px)] min-h-[180px] !rounded-card" />
  const counts = activity.completion_criterion.kind === 'watched' && activity.uploads[0]?.id === file.id
  const film = { play: playing.play, title, grantedAt: updatedAt, onRenew: reopen }
  return counts ? <WatchedFilm activity={activity} session={playing.session} {...film} /> : <Film {...film} />
}

type FilmProps = { play: Play; title: string; grantedAt: number; onRenew: () => void }
/** The second at which it was left, but not its very end. */
const startOf = ({ resume_at, upload: { duration } }: Play) => (duration && resume_at > duration - 3 ? 0 : resume_at)

function WatchedFilm({ activity, session, ...film }: FilmProps & { activity: Activity; session: PlaySession }) {
  const { watched, completed } = usePlayState(session)
  const [from] = useState(() => startOf(film.play))
  useCompleted(activity, completed)
  return <Film {...film} watching={{ session, watched, from }} />
}

type Watching = { session: PlaySession; watched: PlayState['watched']; from: number }
function Film({ play, title, grantedAt, onRenew, watching }: FilmProps & { watching?: Watching }) {
  const { data: config } = useQuery(configQuery)
  const { data: view } = useQuery({
    ...query('GET /api/uploads/:id/view', { params: { id: play.upload.id }, query: { grant: play.grant } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const origin = config?.bytes_origin || window.location.origin
  const captions = useCaptions(
    play.upload.id,
    (view?.captions ?? []).map(({ language, url }) => ({ language, url: new URL(url, origin).href })),
  )
  if (!config || !play.urls.hls) return null
  return (
    <Player
      title={title}
      source={new URL(play.urls.hls, origin).href}
      grantedAt={grantedAt}
      audio={play.upload.type === 'audio'}
      duration={play.upload.duration ?? 0}
      maxRate={play.max_rate}
      captions={captions}
      chapters={view?.chapters ?? []}
      onRenew={onRenew}
      {...watching}
    />
  )
}
