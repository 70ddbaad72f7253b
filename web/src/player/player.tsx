// Player of a recording: picture, timeline with the watched intervals, controls, captions; usable by keyboard alone.
import { Music, Play as PlayIcon } from 'lucide-react'
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { classes } from '../ui/class-names.ts'
import { clock } from '../ui/format.ts'
import { usePhone } from '../ui/dialogs/phone.tsx'
import { Spinner } from '../ui/progress.tsx'
import { captionAt } from './captions.ts'
import { type Chapter, chapterAt } from './chapters.ts'
import { Controls } from './controls.tsx'
import { furthestSecond, type Interval } from './intervals.ts'
import { commandOf } from './keys.ts'
import { keepPreference, sendKeptPreferences } from './preferences.ts'
import { useKeySet } from '../ui/menus/key-sets.ts'
import { singleKeys } from '../ui/menus/single-keys.ts'
import { Timeline } from './timeline.tsx'
import { PlaybackFaultBox } from './playback-fault.tsx'
import type { Captions } from './use-captions.ts'
import { useIdle } from './use-idle.ts'
import { useMedia } from './use-media.ts'
import { useGrantRenewal } from './use-grant-renewal.ts'
import { usePlaybackControl } from './use-playback-control.ts'
import { usePlayerActions } from './use-player-actions.ts'

export type PlayerHandle = {
  playGaps: (parts: readonly Interval[]) => void
  seek: (to: number) => void
  play: () => void
  pause: () => void
}
/** Receiver of playback progress; a preview has none. Positions in seconds. */
export type WatchReporter = {
  advance: (position: number, rate: number) => void
  pause: (position: number) => void
  flush: () => Promise<void>
}

/** `forward` false: no seeking past the furthest watched second. */
export function Player({
  title,
  source,
  grantedAt,
  audio,
  from = 0,
  duration: serverDuration,
  watched = [],
  forward = true,
  maxRate = 2,
  session,
  captions,
  chapters = [],
  ticks,
  fill = false,
  loud = false,
  onPosition,
  onRenew,
  ref,
}: {
  title: string
  source: string
  /** Time of the grant in epoch milliseconds; it tells two grants of one second apart, whose addresses are equal. */
  grantedAt: number
  audio: boolean
  from?: number
  /** Seconds, from the server; 0: the media element's. During a conversion the element knows only the converted part. */
  duration: number
  watched?: readonly Interval[]
  forward?: boolean
  maxRate?: number
  session?: WatchReporter
  captions?: Captions
  chapters?: readonly Chapter[]
  /** Moments of notes, seconds. */
  ticks?: readonly number[] | undefined
  /** As high as its container. */
  fill?: boolean
  /** Of an exam: it begins by itself, at full volume and its own speed, and changes nobody's preferences. */
  loud?: boolean
  onPosition?: (position: number) => void
  /** Requests a new grant; playback continues at the same position. */
  onRenew: () => void
  ref?: Ref<PlayerHandle>
}) {
  const t = useTexts('player')
  const video = useRef<HTMLVideoElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const [notice, setNotice] = useState('')
  const [menuOpen, setMenuOpen] = useState(false)
  const { idle, awake } = useIdle()
  const phone = usePhone()
  const limit = forward ? undefined : furthestSecond(watched)
  const reportPosition = (position: number) => onPosition?.(position)
  const showLimit = (position: number) => setNotice(t('noForward', { time: clock(position) }))

  const { media, qualities, playingLevel, chosen, choose, fault } = useMedia(
    video,
    { source, grantedAt },
    from,
    limit,
    maxRate,
    {
      onProgress: (position, rate) => {
        session?.advance(position, rate)
        reportPosition(position)
        follow(position)
      },
      onStop: (position, reason) => {
        session?.pause(position)
        reportPosition(position)
        if (reason !== 'seek') void session?.flush()
      },
      onRefused: () => showLimit(limit ?? 0),
    },
    loud,
  )
  const duration = serverDuration || media.duration
  const { seek, play, toggle, follow, playGaps } = usePlaybackControl(video, {
    title,
    duration,
    limit,
    onRefused: showLimit,
    onPosition: reportPosition,
    onGapsPlayed: () => setNotice(t('gapsPlayed')),
  })
  useImperativeHandle(ref, () => ({
    seek,
    play,
    pause: () => video.current?.pause(),
    playGaps: (parts) => {
      const count = playGaps(parts)
      if (count === 0) return
      frame.current?.scrollIntoView({ block: 'nearest' })
      setNotice(t('playingGaps', { count }))
    },
  }))
  const renewing = useGrantRenewal(fault, onRenew)
  useEffect(sendKeptPreferences, [])

  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => setNotice(''), 4000)
    return () => clearTimeout(timer)
  }, [notice])

  const { actions, obey, fullScreen } = usePlayerActions(video, frame, {
    toggle,
    seek,
    captions,
    // what an exam plays changes nobody's preferences
    keep: (part) => !loud && keepPreference(part),
    say: setNotice,
  })

  useKeySet('player')
  const onKey = (event: KeyboardEvent) => {
    awake()
    const command = commandOf(event, focusOf(event.target as HTMLElement), singleKeys.on())
    if (!command) return
    event.preventDefault()
    obey(command, { duration, position: media.position, rate: media.rate, maxRate })
  }

  const controlsHidden = idle && media.playing && !menuOpen && !audio
  const chapter = chapterAt(chapters, media.position)?.title
  const times = { position: clock(media.position), duration: clock(duration) }
  const captionText = captions?.visible ? captionAt(captions.cues, media.position) : ''
  return (
    <div className={classes('[container-type:inline-size]', fill && 'h-full')}>
      <div
        ref={frame}
        role="group"
        aria-label={t('player', { title })}
        onKeyDown={onKey}
        onPointerMove={awake}
        onFocus={awake}
        className={classes(
          'relative flex items-center justify-center overflow-hidden bg-[#0b1113] text-[#fff] [&:fullscreen]:h-dvh [&:fullscreen]:rounded-none',
          fill
            ? 'h-full min-h-[200px]'
            : audio
              ? 'h-44 tablet:rounded-card'
              : 'h-[min(63dvh,calc(100cqw/1.8))] min-h-[200px] tablet:rounded-card',
          controlsHidden && 'cursor-none',
        )}
      >
        {/* biome-ignore lint/a11y/useMediaCaption: captions are drawn over the picture, and listed beside it */}
        <video
          ref={video}
          playsInline
          autoPlay={loud}
          preload="metadata"
          className="h-full w-full object-contain"
          onClick={toggle}
          onDoubleClick={actions.fullScreen}
          tabIndex={-1}
        />
        {audio && <Music aria-hidden size={56} strokeWidth={1} className="pointer-events-none absolute top-6 text-[#7fd1cc]" />}
        {!fault && !media.playing && !media.waiting && !audio && (
          <button
            type="button"
            aria-label={t('play')}
            data-action="video.play"
            onClick={() => {
              // This button disappears: the focus, and with it the keys, move to the player.
              video.current?.focus({ preventScroll: true })
              play()
            }}
            className="absolute inline-flex size-16 items-center justify-center rounded-full bg-[rgb(0_0_0/.6)] hover:bg-[rgb(0_0_0/.75)] focus-visible:outline-[#fff] max-tablet:-translate-y-7"
          >
            <PlayIcon aria-hidden size={30} strokeWidth={1.75} className="ml-1" />
          </button>
        )}
        {media.waiting && !fault && (
          <span role="status" aria-label={t('loading')} className="late pointer-events-none absolute">
            <Spinner size={40} />
          </span>
        )}
        {fault && !renewing && <PlaybackFaultBox fault={fault} onReload={onRenew} />}
        <p
          aria-live="polite"
          className={classes('pointer-events-none absolute top-3 rounded-control px-2.5 py-1 text-small', notice && 'bg-[rgb(0_0_0/.75)]')}
        >
          {notice}
        </p>
        {captionText && !fault && (
          <p
            lang={captions?.language}
            data-captions
            className={classes(
              'pointer-events-none absolute max-w-[92%] rounded-control bg-[rgb(8_14_16/.82)] px-2.5 py-1 text-center text-read whitespace-pre-line transition-[bottom] duration-180',
              controlsHidden ? 'bottom-4' : 'bottom-[76px] max-tablet:bottom-[108px]',
            )}
          >
            {captionText}
          </p>
        )}
        {!fault && (
          <div
            className={classes(
              // its shade lies over the large Play button of a small player, and lets the finger through
              'pointer-events-none absolute inset-x-0 bottom-0 bg-linear-to-t *:pointer-events-auto from-[rgb(0_0_0/.85)] to-transparent max-tablet:via-[rgb(0_0_0/.6)] px-4 pt-10 pb-2 transition-opacity duration-180 focus-within:opacity-100 max-tablet:px-3',
              controlsHidden && 'opacity-0',
            )}
          >
            {phone && (
              <p className="tabular flex gap-1.5 text-small">
                <span className="shrink-0">
                  {times.position}
                  <span className="text-[#c6cbcc]"> / {times.duration}</span>
                </span>
                {chapter && <span className="min-w-0 truncate text-[#d5dadb]">· {chapter}</span>}
              </p>
            )}
            <Timeline
              look="picture"
              label={t('timeline')}
              duration={duration}
              position={media.position}
              watched={watched}
              chapters={chapters}
              ticks={ticks}
              onSeek={seek}
              valueText={chapter ? t('positionIn', { ...times, chapter }) : t('positionOf', times)}
            />
            <Controls
              media={media}
              duration={duration}
              chapter={chapter}
              audio={audio}
              fullScreen={fullScreen}
              maxRate={maxRate}
              captions={captions}
              quality={{ list: qualities, playing: playingLevel, chosen, choose }}
              actions={actions}
              onMenu={setMenuOpen}
            />
          </div>
        )}
      </div>
    </div>
  )
}

/** The kind of the focused element, which decides the keys left to the player (keys.ts). */
const focusOf = (target: HTMLElement) =>
  target.closest('[role=menu]') ? 'menu' : target.closest('input') ? 'field' : target.closest('button') ? 'button' : 'player'
