import { Music, Play as PlayIcon } from 'lucide-react'
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { classes } from '../ui/class-names.ts'
import { clock, number, percent } from '../ui/format.ts'
import { Spinner } from '../ui/progress.tsx'
import { spoken } from './captions.ts'
import { Controls } from './controls.tsx'
import { furthest, type Interval } from './intervals.ts'
import { commandOf, nextSpeed } from './keys.ts'
import { singleKeys } from '../ui/single-keys.ts'
import { Timeline } from './timeline.tsx'
import { Trouble } from './trouble.tsx'
import { type Captions, languageName } from './use-captions.ts'
import { useIdle } from './use-idle.ts'
import { useMedia } from './use-media.ts'
import { useRenewal } from './use-renewal.ts'
import { useSteering } from './use-steering.ts'

export type PlayerHandle = { playGaps: () => void; seek: (to: number) => void }
export type Chapter = { title: string; second: number }
/** Who hears what is watched; nobody in a preview. */
export type Watching = { played: (position: number, rate: number) => void; stopped: (position: number) => void; flush: () => Promise<void> }

/** A recording: picture, timeline with what was watched, controls; everything by keyboard. `forward` false: nobody gets past the furthest second seen. */
export function Player({
  title,
  source,
  given,
  audio,
  from = 0,
  duration: known,
  watched = [],
  forward = true,
  maxRate = 2,
  session,
  captions,
  chapters = [],
  fill = false,
  onPosition,
  onRenew,
  ref,
}: {
  title: string
  source: string
  /** When the source was given, epoch milliseconds: two grants of one second have the same address. */
  given: number
  audio: boolean
  from?: number
  /** Seconds, from the server; 0: the element's own. While it is being converted the element knows only the part that is there. */
  duration: number
  watched?: readonly Interval[]
  forward?: boolean
  maxRate?: number
  session?: Watching
  captions?: Captions
  chapters?: readonly Chapter[]
  /** As high as what it stands in. */
  fill?: boolean
  onPosition?: (position: number) => void
  /** Asks for a new grant; the recording goes on where it was. */
  onRenew: () => void
  ref?: Ref<PlayerHandle>
}) {
  const t = useTexts('player')
  const video = useRef<HTMLVideoElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const [said, say] = useState('')
  const [full, setFull] = useState(false)
  const [menuOpen, setMenuOpen] = useState(false)
  const { idle, awake } = useIdle()
  const limit = forward ? undefined : furthest(watched)
  const moved = (position: number) => onPosition?.(position)
  const refuse = (position: number) => say(t('noForward', { time: clock(position) }))

  const { media, qualities, playingLevel, chosen, choose, trouble } = useMedia(video, { source, given }, from, limit, {
    played: (position, rate) => {
      session?.played(position, rate)
      moved(position)
      follow(position)
    },
    stopped: (position, why) => {
      session?.stopped(position)
      moved(position)
      if (why !== 'seek') void session?.flush()
    },
    refused: () => refuse(limit ?? 0),
  })
  const duration = known || media.duration
  const { seek, play, toggle, follow, playGaps } = useSteering(video, {
    title,
    duration,
    limit,
    onRefused: refuse,
    onPosition: moved,
    onGapsPlayed: () => say(t('gapsPlayed')),
  })
  useImperativeHandle(ref, () => ({
    seek,
    playGaps: () => {
      const count = playGaps(watched)
      if (count === 0) return
      frame.current?.scrollIntoView({ block: 'nearest' })
      say(t('playingGaps', { count }))
    },
  }))
  const fresh = useRenewal(trouble, onRenew)

  useEffect(() => {
    const change = () => setFull(document.fullscreenElement === frame.current)
    document.addEventListener('fullscreenchange', change)
    return () => document.removeEventListener('fullscreenchange', change)
  }, [])
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => say(''), 4000)
    return () => clearTimeout(timer)
  }, [said])

  const acts = {
    toggle,
    seek,
    mute: () => {
      if (!video.current) return
      video.current.muted = !video.current.muted
      say(t(video.current.muted ? 'muted' : 'unmuted'))
    },
    volume: (to: number) => {
      if (!video.current) return
      video.current.volume = Math.min(1, Math.max(0, Math.round(to * 10) / 10))
      video.current.muted = video.current.volume === 0
      say(t('volumeAt', { percent: percent(video.current.volume * 100) }))
    },
    rate: (to: number) => {
      if (!video.current) return
      video.current.playbackRate = to
      say(t('speedAt', { speed: number(to, 2) }))
    },
    captions: (to: string | undefined) => {
      if (!captions || captions.languages.length === 0) return say(t('noCaptions'))
      if (to) captions.choose(to)
      captions.show(to !== undefined)
      say(to ? t('captionsIn', { language: languageName(to) }) : t('captionsOff'))
    },
    pictureInPicture: () => void video.current?.requestPictureInPicture().catch(() => {}),
    fullScreen: () => {
      if (document.fullscreenElement) void document.exitFullscreen()
      else if (frame.current?.requestFullscreen) void frame.current.requestFullscreen().catch(() => {})
      else (video.current as (HTMLVideoElement & { webkitEnterFullscreen?: () => void }) | null)?.webkitEnterFullscreen?.()
    },
  }

  const key = (event: KeyboardEvent) => {
    awake()
    const command = commandOf(event, focused(event.target as HTMLElement), singleKeys.on())
    if (!command) return
    event.preventDefault()
    if (command.do === 'toggle') toggle()
    else if (command.do === 'step') seek(media.position + command.seconds)
    else if (command.do === 'part') seek((duration * command.tenths) / 10)
    else if (command.do === 'volume') acts.volume((video.current?.volume ?? 0.7) + command.by)
    else if (command.do === 'mute') acts.mute()
    else if (command.do === 'fullscreen') acts.fullScreen()
    else if (command.do === 'captions') acts.captions(captions?.shown ? undefined : captions?.language)
    else if (command.do === 'start') seek(0)
    else if (command.do === 'end') seek(duration)
    else if (command.do === 'speed') acts.rate(Math.min(maxRate, nextSpeed(media.rate, command.by)))
  }

  const hidden = idle && media.playing && !menuOpen && !audio
  const words = captions?.shown ? spoken(captions.cues, media.position) : ''
  return (
    <div className={classes('[container-type:inline-size]', fill && 'h-full')}>
      <div
        ref={frame}
        role="group"
        aria-label={t('player', { title })}
        onKeyDown={key}
        onPointerMove={awake}
        onFocus={awake}
        className={classes(
          'relative flex items-center justify-center overflow-hidden bg-[#0b1113] text-[#fff] [&:fullscreen]:h-dvh [&:fullscreen]:rounded-none',
          fill
            ? 'h-full min-h-[200px]'
            : audio
              ? 'h-44 tablet:rounded-card'
              : 'h-[min(63dvh,calc(100cqw/1.8))] min-h-[200px] tablet:rounded-card',
          hidden && 'cursor-none',
        )}
      >
        {/* biome-ignore lint/a11y/useMediaCaption: captions are drawn over the picture, and listed beside it */}
        <video
          ref={video}
          playsInline
          preload="metadata"
          className="h-full w-full object-contain"
          onClick={toggle}
          onDoubleClick={acts.fullScreen}
          tabIndex={-1}
        />
        {audio && <Music aria-hidden size={56} strokeWidth={1} className="pointer-events-none absolute top-6 text-[#7fd1cc]" />}
        {!trouble && !media.playing && !media.waiting && !audio && (
          <button
            type="button"
            aria-label={t('play')}
            data-action="video.play"
            onClick={() => {
              // This button goes away: the keys stay with the player.
              video.current?.focus({ preventScroll: true })
              play()
            }}
            className="absolute inline-flex size-16 items-center justify-center rounded-full bg-[rgb(0_0_0/.6)] hover:bg-[rgb(0_0_0/.75)] focus-visible:outline-[#fff]"
          >
            <PlayIcon aria-hidden size={30} strokeWidth={1.75} className="ml-1" />
          </button>
        )}
        {media.waiting && !trouble && (
          <span role="status" aria-label={t('loading')} className="late pointer-events-none absolute">
            <Spinner size={40} />
          </span>
        )}
        {trouble && !fresh && <Trouble trouble={trouble} onReload={onRenew} />}
        <p
          aria-live="polite"
          className={classes('pointer-events-none absolute top-3 rounded-control px-2.5 py-1 text-small', said && 'bg-[rgb(0_0_0/.75)]')}
        >
          {said}
        </p>
        {words && !trouble && (
          <p
            lang={captions?.language}
            data-captions
            className={classes(
              'pointer-events-none absolute max-w-[92%] rounded-control bg-[rgb(8_14_16/.82)] px-2.5 py-1 text-center text-read whitespace-pre-line transition-[bottom] duration-180',
              hidden ? 'bottom-4' : 'bottom-[76px] max-tablet:bottom-[84px]',
            )}
          >
            {words}
          </p>
        )}
        {!trouble && (
          <div
            className={classes(
              'absolute inset-x-0 bottom-0 bg-linear-to-t from-[rgb(0_0_0/.85)] to-transparent px-4 pt-10 pb-2 transition-opacity duration-180 focus-within:opacity-100 max-tablet:px-3',
              hidden && 'opacity-0',
            )}
          >
            <Timeline
              look="picture"
              label={t('timeline')}
              duration={duration}
              position={media.position}
              watched={watched}
              cuts={chapters.map((one) => one.second).filter((second) => second > 0)}
              onSeek={seek}
              valueText={t('positionOf', { position: clock(media.position), duration: clock(duration) })}
            />
            <Controls
              media={media}
              duration={duration}
              chapter={chapters.findLast((one) => one.second <= media.position + 0.05)?.title}
              audio={audio}
              full={full}
              maxRate={maxRate}
              captions={captions}
              quality={{ list: qualities, playing: playingLevel, chosen, choose }}
              acts={acts}
              onMenu={setMenuOpen}
            />
          </div>
        )}
      </div>
    </div>
  )
}

/** A button keeps its own Space, a menu its arrows, a field everything. */
const focused = (target: HTMLElement) =>
  target.closest('[role=menu]') ? 'menu' : target.closest('input') ? 'field' : target.closest('button') ? 'button' : 'player'
