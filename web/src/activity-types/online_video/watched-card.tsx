// Card below the player: watched and missing intervals, the time of the last save, and a button that plays only the missing ones.
import { Check, CircleAlert, HardDrive, Loader, SkipForward } from 'lucide-react'
import { useTexts } from '../../i18n.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/class-names.ts'
import { clock, timeWithSeconds } from '../../ui/format.ts'
import { covered, gaps } from '../../player/intervals.ts'
import type { PlayState } from '../../parts/activity/play-session.ts'
import type { Chapter } from '../../player/chapters.ts'
import { Timeline } from '../../player/timeline.tsx'

export function WatchedCard({
  state,
  duration,
  position,
  chapters,
  onSeek,
  onGaps,
}: {
  state: PlayState
  duration: number
  position: number
  chapters: readonly Chapter[]
  onSeek: (to: number) => void
  onGaps: () => void
}) {
  const t = useTexts('activity')
  const { watched, saveStatus, savedAt } = state
  const missing = gaps(watched, duration)
  const seconds = Math.min(covered(watched), duration)
  const boundaries = [...new Set([0, ...missing.flatMap(([from, to]) => [from, to]), duration].map(Math.floor))].sort((a, b) => a - b)
  const labelled = boundaries.filter(
    (second, index) =>
      index === 0 ||
      index === boundaries.length - 1 ||
      (second - (boundaries[index - 1] ?? 0) > duration * 0.09 && duration - second > duration * 0.09),
  )
  return (
    <section aria-label={t('whatYouWatched')} className="surface-card p-4 pt-3 max-tablet:mx-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-section font-semibold">{t('whatYouWatched')}</h2>
        <p className="tabular text-small text-text-2">
          {t('secondsOf', { seconds: clock(seconds), duration: clock(duration) })}
          {saveStatus !== 'idle' && (
            <>
              {' '}
              · <SaveState status={saveStatus} savedAt={savedAt} refusal={state.refusal} />
            </>
          )}
        </p>
      </div>
      <Timeline
        look="page"
        label={t('watchedLine')}
        className="mt-1"
        duration={duration}
        position={position}
        watched={watched}
        cuts={chapters.map((chapter) => chapter.second).filter((second) => second > 0)}
        onSeek={onSeek}
        valueText={t('positionOf', { position: clock(position), duration: clock(duration) })}
      />
      <div aria-hidden className="tabular relative mt-1 h-5 text-caption text-text-3">
        {labelled.map((second, index) => (
          <span
            key={second}
            style={{ left: `${duration > 0 ? (second / duration) * 100 : 0}%` }}
            className={classes('absolute', index === 0 ? '' : index === labelled.length - 1 ? '-translate-x-full' : '-translate-x-1/2')}
          >
            {clock(second)}
          </span>
        ))}
      </div>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
        <p className="flex gap-4 text-caption text-text-2">
          <span className="flex items-center gap-1.5">
            <span aria-hidden className="h-2 w-3.5 rounded-[2px] bg-accent" />
            {t('legendWatched')}
          </span>
          <span className="flex items-center gap-1.5">
            <span aria-hidden className="h-2 w-3.5 rounded-[2px] bg-track" />
            {t('legendMissing')}
          </span>
        </p>
        {missing.length > 0 && watched.length > 0 ? (
          <Button variant="soft" size="sm" icon={SkipForward} action="video.play" onClick={onGaps}>
            {t('playMissing')}
          </Button>
        ) : (
          missing.length === 0 &&
          duration > 0 && (
            <span className="flex items-center gap-1.5 text-small text-ok-text">
              <Check aria-hidden size={16} />
              {t('allWatched')}
            </span>
          )
        )}
      </div>
    </section>
  )
}

function SaveState({
  status: saved,
  savedAt,
  refusal,
}: {
  status: PlayState['saveStatus']
  savedAt: number | undefined
  refusal: string | undefined
}) {
  const t = useTexts('activity')
  const time = savedAt ? timeWithSeconds(savedAt) : ''
  if (saved === 'saved') return <span role="status">{t('savedAt', { time })}</span>
  const Icon = saved === 'saving' ? Loader : saved === 'queued' ? HardDrive : CircleAlert
  const text =
    saved === 'saving' ? t('saving') : saved === 'queued' ? t('kept') : t(refusal === 'progress.tooFast' ? 'tooFast' : 'notCounted')
  return (
    <span
      role="status"
      className={classes('inline-flex items-center gap-1', saved === 'refused' && 'text-bad-text', saved === 'queued' && 'text-warn-text')}
    >
      <Icon aria-hidden size={13} strokeWidth={2} />
      {text}
    </span>
  )
}
