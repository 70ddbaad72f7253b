// Timeline of a recording: watched intervals solid, chapters as cuts, a knob at the position; a slider for keyboard and pointer.
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { classes } from '../ui/class-names.ts'
import { clock } from '../ui/format.ts'
import { type Chapter, chapterAt } from './chapters.ts'
import type { Interval } from './intervals.ts'

/** Times in seconds. `look`: over the picture, or on the page. */
export function Timeline({
  label,
  valueText,
  duration,
  position,
  watched,
  onSeek,
  look,
  chapters = [],
  ticks = [],
  className,
}: {
  label: string
  valueText: string
  duration: number
  position: number
  watched: readonly Interval[]
  onSeek: (to: number) => void
  look: 'picture' | 'page'
  /** The line is cut where they begin; a second is named with its chapter. */
  chapters?: readonly Chapter[]
  /** Moments of notes, as triangles above the line. */
  ticks?: readonly number[] | undefined
  className?: string
}) {
  const bar = useRef<HTMLDivElement>(null)
  const [hover, setHover] = useState<number>()
  const dragging = useRef(false)
  const percentAt = (seconds: number) => `${duration > 0 ? Math.min(100, Math.max(0, (seconds / duration) * 100)) : 0}%`
  const secondAt = (event: PointerEvent) => {
    const box = bar.current?.getBoundingClientRect()
    return box && box.width > 0 ? Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * duration : 0
  }
  const onKey = (event: KeyboardEvent) => {
    const to = {
      ArrowLeft: position - 5,
      ArrowRight: position + 5,
      PageDown: position - 30,
      PageUp: position + 30,
      Home: 0,
      End: duration,
    }[event.key]
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    onSeek(Math.min(duration, Math.max(0, to)))
  }
  const picture = look === 'picture'
  return (
    <div
      ref={bar}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={Math.round(position)}
      aria-valuetext={valueText}
      onKeyDown={onKey}
      onPointerLeave={() => setHover(undefined)}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        dragging.current = true
        event.currentTarget.setPointerCapture(event.pointerId)
        onSeek(secondAt(event))
      }}
      onPointerMove={(event) => {
        setHover(secondAt(event))
        if (dragging.current) onSeek(secondAt(event))
      }}
      onPointerUp={() => {
        dragging.current = false
      }}
      onPointerCancel={() => {
        dragging.current = false
      }}
      className={classes(
        'group relative flex min-h-6 cursor-pointer touch-none items-center rounded-mark',
        picture && 'focus-visible:outline-[#fff]',
        className,
      )}
    >
      <div
        className={classes(
          'relative w-full overflow-hidden rounded-[2px] forced-colors:border',
          picture ? 'h-1.5 bg-[rgb(255_255_255/.28)]' : 'h-2.5 bg-track',
        )}
      >
        {watched.map(([from, to]) => (
          <span
            key={from}
            style={{ left: percentAt(from), width: `calc(${percentAt(to)} - ${percentAt(from)})` }}
            className={classes('absolute inset-y-0 forced-colors:bg-[Highlight]', picture ? 'bg-[#7fd1cc]' : 'bg-accent')}
          />
        ))}
        {chapters.map(
          ({ second }) =>
            second > 0 && (
              <span
                key={`cut ${second}`}
                style={{ left: percentAt(second) }}
                className={classes('absolute inset-y-0 w-0.5', picture ? 'bg-[#0b1113]' : 'bg-surface')}
              />
            ),
        )}
      </div>
      {ticks.map((second, nth) => (
        <span
          key={`${second} ${nth}`}
          aria-hidden
          data-tick={second}
          style={{ left: percentAt(second) }}
          className={classes(
            'pointer-events-none absolute top-0 size-0 -translate-x-1/2 border-x-5 border-t-7 border-x-transparent forced-colors:border-t-[CanvasText]',
            picture ? 'border-t-[#ffd166]' : 'border-t-note',
          )}
        />
      ))}
      <span
        aria-hidden
        style={{ left: percentAt(position) }}
        className={classes(
          'absolute size-4 -translate-x-1/2 rounded-full shadow-popover',
          picture ? 'bg-[#fff]' : 'border-2 border-accent bg-surface',
        )}
      />
      {hover !== undefined && (
        <span
          aria-hidden
          // moves from its left to its right edge along the line, so that it stays within
          style={{ left: percentAt(hover), transform: `translateX(-${percentAt(hover)})` }}
          className="tabular pointer-events-none absolute bottom-full mb-1 max-w-full truncate rounded-control bg-inverse px-1.5 py-0.5 text-caption text-canvas"
        >
          {[clock(hover), chapterAt(chapters, hover)?.title].filter(Boolean).join(' · ')}
        </span>
      )}
    </div>
  )
}
