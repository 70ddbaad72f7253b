import { Check, CircleAlert, HardDrive, Loader, SkipForward } from 'lucide-react'
import { useTexts } from '../../i18n.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/class-names.ts'
import { clock, timeWithSeconds } from '../../ui/format.ts'
import { covered, gaps } from '../../player/intervals.ts'
import type { Standing } from './play-session.ts'
import type { Chapter } from '../../player/player.tsx'
import { Timeline } from '../../player/timeline.tsx'

/** Below the player: what was watched, what is missing, when it was saved, and a way to play only what is missing. */
export function WatchedCard({
  standing,
  duration,
  position,
  chapters,
  onSeek,
  onGaps,
}: {
  standing: Standing
  duration: number
  position: number
  chapters: readonly Chapter[]
  onSeek: (to: number) => void
  onGaps: () => void
}) {
  const t = useTexts('activity')
  const { watched, saved, savedAt } = standing
  const missing = gaps(watched, duration)
  const seconds = Math.min(covered(watched), duration)
  const marks = [...new Set([0, ...missing.flatMap(([from, to]) => [from, to]), duration].map(Math.floor))].sort((a, b) => a - b)
  const shown = marks.filter(
    (mark, at) =>
      at === 0 || at === marks.length - 1 || (mark - (marks[at - 1] ?? 0) > duration * 0.09 && duration - mark > duration * 0.09),
  )
  return (
    <section aria-label={t('whatYouWatched')} className="surface-card p-4 pt-3 max-tablet:mx-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-section font-semibold">{t('whatYouWatched')}</h2>
        <p className="tabular text-small text-text-2">
          {t('secondsOf', { seconds: clock(seconds), duration: clock(duration) })}
          {saved !== 'nothing' && (
            <>
              {' '}
              · <SaveState saved={saved} at={savedAt} refusal={standing.refusal} />
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
        cuts={chapters.map((one) => one.second).filter((second) => second > 0)}
        onSeek={onSeek}
        valueText={t('positionOf', { position: clock(position), duration: clock(duration) })}
      />
      <div aria-hidden className="tabular relative mt-1 h-5 text-caption text-text-3">
        {shown.map((mark, at) => (
          <span
            key={mark}
            style={{ left: `${duration > 0 ? (mark / duration) * 100 : 0}%` }}
            className={classes('absolute', at === 0 ? '' : at === shown.length - 1 ? '-translate-x-full' : '-translate-x-1/2')}
          >
            {clock(mark)}
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

function SaveState({ saved, at, refusal }: { saved: Standing['saved']; at: number | undefined; refusal: string | undefined }) {
  const t = useTexts('activity')
  const time = at ? timeWithSeconds(at) : ''
  if (saved === 'saved') return <span role="status">{t('savedAt', { time })}</span>
  const Icon = saved === 'saving' ? Loader : saved === 'kept' ? HardDrive : CircleAlert
  const words =
    saved === 'saving' ? t('saving') : saved === 'kept' ? t('kept') : t(refusal === 'progress.tooFast' ? 'tooFast' : 'notCounted')
  return (
    <span
      role="status"
      className={classes('inline-flex items-center gap-1', saved === 'refused' && 'text-bad-text', saved === 'kept' && 'text-warn-text')}
    >
      <Icon aria-hidden size={13} strokeWidth={2} />
      {words}
    </span>
  )
}
