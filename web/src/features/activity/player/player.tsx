import {
  Maximize,
  Minimize,
  Music,
  Pause,
  PictureInPicture2,
  Play as PlayIcon,
  RotateCcw,
  Volume1,
  Volume2,
  VolumeX,
  Captions,
} from 'lucide-react'
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { classes } from '../../../ui/class-names.ts'
import { clock, number } from '../../../ui/format.ts'
import { Spinner } from '../../../ui/progress.tsx'
import { furthest, gaps, type Interval } from '../intervals.ts'
import type { PlaySession } from '../play-session.ts'
import { allowed, commandOf, nextSpeed, speeds } from './keys.ts'
import { PlayerButton } from './player-button.tsx'
import { PlayerMenu } from './player-menu.tsx'
import { Timeline } from './timeline.tsx'
import { Trouble } from './trouble.tsx'
import { useMedia } from './use-media.ts'

export type PlayerHandle = { playGaps: () => void; seek: (to: number) => void }

/** A recording: picture, timeline with what was watched, controls; everything by keyboard. `forward` false: nobody gets past the furthest second seen. */
export function Player({
  title,
  source,
  audio,
  from,
  duration: known,
  watched,
  forward,
  maxRate,
  session,
  onPosition,
  onRenew,
  ref,
}: {
  title: string
  source: string
  audio: boolean
  from: number
  /** Seconds, from the server; 0: the element's own. While it is being converted the element knows only the part that is there. */
  duration: number
  watched: readonly Interval[]
  forward: boolean
  maxRate: number
  session: PlaySession
  onPosition: (position: number) => void
  /** Asks for a new grant; the recording goes on where it was. */
  onRenew: () => void
  ref?: Ref<PlayerHandle>
}) {
  const t = useTexts('activity')
  const video = useRef<HTMLVideoElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const [said, say] = useState('')
  const [full, setFull] = useState(false)
  const [idle, setIdle] = useState(false)
  const [menuOpen, setMenuOpen] = useState(false)
  const plan = useRef<Interval[]>([])
  const limit = forward ? undefined : furthest(watched)
  const renewed = useRef(0)

  const { media, qualities, playingLevel, chosen, choose, trouble } = useMedia(video, source, from, {
    played: (position, rate) => {
      session.played(position, rate)
      onPosition(position)
      followPlan(position)
    },
    stopped: (position, why) => {
      session.stopped(position)
      onPosition(position)
      if (why !== 'seek') void session.flush()
    },
  })
  const duration = known || media.duration

  const seek = (to: number, own = true) => {
    const element = video.current
    if (!element) return
    if (own) plan.current = []
    const { position, refused } = allowed(to, duration, limit)
    if (refused) say(t('noForward', { time: clock(position) }))
    element.currentTime = position
    onPosition(position)
  }
  const play = () => void video.current?.play().catch(() => {})
  const toggle = () => (video.current?.paused ? play() : video.current?.pause())

  /** Plays only what is missing: at the end of a gap on to the next one. */
  function followPlan(position: number) {
    const [now, next] = plan.current
    if (!now || position < now[1] - 0.15) return
    plan.current = plan.current.slice(1)
    if (next) return seek(next[0], false)
    video.current?.pause()
    say(t('gapsPlayed'))
  }
  useImperativeHandle(ref, () => ({
    seek,
    playGaps: () => {
      plan.current = gaps(watched, duration)
      const [first] = plan.current
      if (!first) return
      seek(first[0], false)
      play()
      frame.current?.scrollIntoView({ block: 'nearest' })
      say(t('playingGaps', { count: plan.current.length }))
    },
  }))

  // A grant that has ended is renewed once by itself; what then still fails is shown.
  const ended = trouble && (trouble.status === 401 || trouble.status === 403 || trouble.status === 410)
  useEffect(() => {
    if (!ended || Date.now() - renewed.current < 30_000) return
    renewed.current = Date.now()
    onRenew()
  }, [ended])

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
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const awake = () => {
    setIdle(false)
    clearTimeout(rest.current)
    rest.current = setTimeout(() => setIdle(true), 3000)
  }
  useEffect(() => () => clearTimeout(rest.current), [])

  const fullScreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else if (frame.current?.requestFullscreen) void frame.current.requestFullscreen().catch(() => {})
    else (video.current as (HTMLVideoElement & { webkitEnterFullscreen?: () => void }) | null)?.webkitEnterFullscreen?.()
  }
  const setVolume = (to: number) => {
    if (!video.current) return
    video.current.volume = Math.min(1, Math.max(0, Math.round(to * 10) / 10))
    video.current.muted = video.current.volume === 0
    say(t('volumeAt', { percent: Math.round(video.current.volume * 100) }))
  }
  const mute = () => {
    if (video.current) {
      video.current.muted = !video.current.muted
      say(t(video.current.muted ? 'muted' : 'unmuted'))
    }
  }
  const setRate = (to: number) => {
    if (video.current) {
      video.current.playbackRate = to
      say(t('speedAt', { speed: number(to, 2) }))
    }
  }

  const key = (event: KeyboardEvent) => {
    awake()
    const on = (event.target as HTMLElement).closest('[role=menu]')
      ? 'menu'
      : (event.target as HTMLElement).closest('input')
        ? 'field'
        : (event.target as HTMLElement).closest('button')
          ? 'button'
          : 'player'
    const command = commandOf(event, on)
    if (!command) return
    event.preventDefault()
    if (command.do === 'toggle') toggle()
    else if (command.do === 'step') seek(media.position + command.seconds)
    else if (command.do === 'volume') setVolume((video.current?.volume ?? 0.7) + command.by)
    else if (command.do === 'mute') mute()
    else if (command.do === 'fullscreen') fullScreen()
    else if (command.do === 'captions') say(t('noCaptions'))
    else if (command.do === 'start') seek(0)
    else if (command.do === 'end') seek(duration)
    else if (command.do === 'speed') setRate(Math.min(maxRate, nextSpeed(media.rate, command.by)))
  }

  const Volume = media.muted || media.volume === 0 ? VolumeX : media.volume < 0.5 ? Volume1 : Volume2
  const shownQuality = qualities?.find((one) => one.index === playingLevel)
  const hiddenNow = idle && media.playing && !menuOpen
  const labels = [...new Map(qualities?.map((one) => [one.label, one]) ?? []).values()].sort((a, b) => b.height - a.height)

  return (
    <div className="[container-type:inline-size]">
      <div
        ref={frame}
        role="group"
        aria-label={t('player', { title })}
        onKeyDown={key}
        onPointerMove={awake}
        onFocus={awake}
        className={classes(
          'relative flex h-[min(63dvh,calc(100cqw/1.8))] min-h-[200px] items-center justify-center overflow-hidden bg-[#0b1113] text-[#fff] tablet:rounded-card [&:fullscreen]:h-dvh [&:fullscreen]:rounded-none',
          hiddenNow && 'cursor-none',
        )}
      >
        {/* biome-ignore lint/a11y/useMediaCaption: captions come with their own capability; the button says that there are none */}
        <video
          ref={video}
          playsInline
          preload="metadata"
          className="h-full w-full object-contain"
          onClick={toggle}
          onDoubleClick={fullScreen}
          tabIndex={-1}
        />
        {audio && <Music aria-hidden size={72} strokeWidth={1} className="pointer-events-none absolute text-[#7fd1cc]" />}
        {!trouble && !media.playing && !media.waiting && (
          <button
            type="button"
            aria-label={t('play')}
            data-action="video.play"
            onClick={() => {
              // This button goes away: the keys stay with the player.
              video.current?.focus({ preventScroll: true })
              void play()
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
        {trouble && !(ended && Date.now() - renewed.current < 5000) && <Trouble trouble={trouble} onReload={onRenew} />}
        <p
          aria-live="polite"
          className={classes('pointer-events-none absolute top-3 rounded-control px-2.5 py-1 text-small', said && 'bg-[rgb(0_0_0/.75)]')}
        >
          {said}
        </p>
        {!trouble && (
          <div
            className={classes(
              'absolute inset-x-0 bottom-0 bg-linear-to-t from-[rgb(0_0_0/.85)] to-transparent px-4 pt-10 pb-2 transition-opacity duration-180 focus-within:opacity-100 max-tablet:px-3',
              hiddenNow && 'opacity-0',
            )}
          >
            <Timeline
              look="picture"
              label={t('timeline')}
              duration={duration}
              position={media.position}
              watched={watched}
              onSeek={seek}
              valueText={t('positionOf', { position: clock(media.position), duration: clock(duration) })}
            />
            <div className="flex items-center gap-1">
              <PlayerButton
                label={t(media.playing ? 'pause' : 'play')}
                icon={media.playing ? Pause : PlayIcon}
                fill
                action="video.play"
                onClick={toggle}
              />
              <PlayerButton label={t('back10')} icon={RotateCcw} onClick={() => seek(media.position - 10)} className="max-tablet:hidden" />
              <PlayerButton label={t(media.muted ? 'unmute' : 'mute')} icon={Volume} onClick={mute} />
              <input
                type="range"
                min={0}
                max={1}
                step={0.1}
                value={media.muted ? 0 : media.volume}
                aria-label={t('volume')}
                onChange={(event) => setVolume(Number(event.target.value))}
                className="h-6 w-20 accent-[#7fd1cc] focus-visible:outline-[#fff] max-tablet:hidden"
              />
              <span className="tabular px-2 text-small whitespace-nowrap">
                {clock(media.position)}
                <span className="text-[#c6cbcc] max-[359px]:hidden"> / {clock(duration)}</span>
              </span>
              <span className="flex-1" />
              <PlayerMenu
                label={t('speed')}
                shown={`${number(media.rate, 2)}×`}
                value={media.rate}
                onOpen={setMenuOpen}
                onChoose={setRate}
                options={speeds.filter((speed) => speed <= maxRate).map((speed) => ({ value: speed, label: `${number(speed, 2)}×` }))}
              />
              {!audio && (
                <PlayerMenu
                  label={t('quality')}
                  shown={
                    chosen < 0 ? (shownQuality?.label ?? t('auto')) : (qualities?.find((one) => one.index === chosen)?.label ?? t('auto'))
                  }
                  long={chosen < 0 && shownQuality ? `${t('auto')} · ${shownQuality.label}` : undefined}
                  value={chosen}
                  onOpen={setMenuOpen}
                  onChoose={choose}
                  note={qualities ? undefined : t('qualityByDevice')}
                  options={[{ value: -1, label: t('auto') }, ...labels.map((one) => ({ value: one.index, label: one.label }))]}
                />
              )}
              <PlayerButton
                label={t('captions')}
                icon={Captions}
                off={t('noCaptions')}
                onClick={() => say(t('noCaptions'))}
                className="max-tablet:hidden"
              />
              {!audio && document.pictureInPictureEnabled && (
                <PlayerButton
                  label={t('pictureInPicture')}
                  icon={PictureInPicture2}
                  onClick={() => void video.current?.requestPictureInPicture().catch(() => {})}
                  className="max-tablet:hidden"
                />
              )}
              <PlayerButton label={t(full ? 'smallScreen' : 'fullScreen')} icon={full ? Minimize : Maximize} onClick={fullScreen} />
            </div>
          </div>
        )}
      </div>
    </div>
  )
}
