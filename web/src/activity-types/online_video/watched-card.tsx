// Card below the player: watched and missing intervals, the time of the last save, and a button that plays only the missing ones.
import { useEffect, useRef, useState } from 'react'
import { Check, CircleAlert, HardDrive, Loader, SkipForward } from 'lucide-react'
import { useTexts } from '../../i18n.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/class-names.ts'
import { clock, timeWithSeconds } from '../../ui/format.ts'
import { covered, type Interval, missingParts } from '../../player/intervals.ts'
import type { PlayState } from '../../parts/learning/activity/play-session.ts'
import type { Chapter } from '../../player/chapters.ts'
import { labelsThatFit } from '../../player/time-labels.ts'
import { Timeline } from '../../player/timeline.tsx'

export function WatchedCard({
  state,
  watched,
  duration,
  position,
  chapters,
  onSeek,
  onGaps,
}: {
  state: PlayState
  /** All of it once it counts as such. */
  watched: readonly Interval[]
  duration: number
  position: number
  chapters: readonly Chapter[]
  onSeek: (to: number) => void
  onGaps: (parts: readonly Interval[]) => void
}) {
  const t = useTexts('activity')
  const { saveStatus, savedAt } = state
  const missing = missingParts(watched, duration, state.percent)
  const whole = state.percent >= 100
  const seconds = Math.min(covered(watched), duration)
  const boundaries = [...new Set([0, ...missing.flatMap(([from, to]) => [from, to]), duration].map(Math.floor))].sort((a, b) => a - b)
  const times = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    if (times.current) observer.observe(times.current)
    return () => observer.disconnect()
  }, [])
  const labelled = labelsThatFit(boundaries, duration, width)
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
        chapters={chapters}
        onSeek={onSeek}
        valueText={t('positionOf', { position: clock(position), duration: clock(duration) })}
      />
      <div ref={times} aria-hidden className="tabular relative mt-1 h-5 text-caption text-text-3">
        {labelled.map((second, index) => (
          <span
            key={second}
            style={{ left: `${duration > 0 ? (second / duration) * 100 : 0}%` }}
            className={classes('absolute', second === 0 ? '' : index === labelled.length - 1 ? '-translate-x-full' : '-translate-x-1/2')}
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
          <Button variant="soft" size="sm" icon={SkipForward} action="video.play" onClick={() => onGaps(missing)}>
            {t('playMissing')}
          </Button>
        ) : (
          whole && (
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
