// List of the chapters of a recording, each with its length and the part not yet watched.
import { wholePercent } from '@lyceum/kit/percent'
import { useTexts } from '../i18n.ts'
import { classes } from '../ui/class-names.ts'
import { clock } from '../ui/format.ts'
import { StatusMark } from '../ui/progress.tsx'
import { type Chapter, chapterAt, chapterParts } from './chapters.ts'
import type { Interval } from './intervals.ts'

export function ChapterList({
  chapters,
  duration,
  position,
  watched,
  whole,
  onSeek,
}: {
  chapters: readonly Chapter[]
  duration: number
  position: number
  /** undefined: without the watched state, for teachers. */
  watched: readonly Interval[] | undefined
  /** All of the recording counts as watched. */
  whole: boolean
  onSeek: (to: number) => void
}) {
  const t = useTexts('player')
  const minutes = (seconds: number) =>
    seconds < 60 ? t('seconds', { count: Math.max(1, Math.round(seconds)) }) : t('minutes', { count: Math.round(seconds / 60) })
  const playing = chapterAt(chapters, position)
  return (
    <ol aria-label={t('chapters')} className="max-h-[480px] overflow-y-auto p-2">
      {chapterParts(chapters, duration, watched ?? [], whole).map(({ title, from, to, missing }, nth) => {
        const current = chapters[nth] === playing
        const state = missing === 0 ? 'done' : missing >= to - from - 0.5 ? 'open' : 'part'
        const progressText =
          state === 'done' ? t('chapterWatched') : state === 'part' ? t('chapterMissing', { missing: minutes(missing) }) : ''
        return (
          <li key={from}>
            <button
              type="button"
              aria-current={current ? 'true' : undefined}
              onClick={() => onSeek(from)}
              className={classes(
                'flex min-h-12 w-full items-center gap-3 rounded-tile px-2.5 py-1.5 text-left max-tablet:min-h-[58px]',
                current ? 'bg-accent-soft' : 'hover:bg-hover',
              )}
            >
              <span className={classes('tabular w-11 shrink-0 text-small', current ? 'font-semibold text-accent-text' : 'text-text-3')}>
                {clock(from)}
              </span>
              <span className="min-w-0 flex-1">
                <span className="block text-body font-medium">{title}</span>
                <span className="block text-caption text-text-3">
                  {current && watched ? t('chapterPlaying') : minutes(to - from)}
                  {watched && progressText ? `, ${progressText}` : ''}
                </span>
              </span>
              {watched && (
                <StatusMark
                  state={state}
                  size={20}
                  value={wholePercent(to - from - missing, to - from)}
                  label={progressText || t('chapterOpen')}
                />
              )}
            </button>
          </li>
        )
      })}
    </ol>
  )
}
