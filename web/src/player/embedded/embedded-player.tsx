// Player of a film elsewhere: a frame of its provider, which loads at once where the school lets others' players in, else when somebody plays it.
// A position that the player reports is counted like the seconds of a recording of ours.
import { ExternalLink, Play as PlayIcon } from 'lucide-react'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n.ts'
import { configQuery } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/class-names.ts'
import type { Interval } from '../intervals.ts'
import type { PlayerHandle, WatchReporter } from '../player.tsx'
import { reports, useOthersAllowed } from './allowed.ts'
import { asSent, hostOf, messageOf, reportingPlayer, type PlayerReport, type VideoLink } from './players.ts'

/** Providers that somebody has played since the page was loaded: they are not asked about again. */
const played = new Set<string>()
/** Seconds beyond the furthest watched one from which the film goes back. */
const slack = 3

type Props = {
  link: VideoLink
  title: string
  from?: number
  /** Seconds past which nobody may seek. */
  limit?: number | undefined
  session?: WatchReporter
  /** As high as its container. */
  fill?: boolean
  onPosition?: (position: number) => void
  onDuration?: (duration: number) => void
  ref?: Ref<Pick<PlayerHandle, 'seek' | 'playGaps'>>
}

export function EmbeddedPlayer({ link, title, fill = false, ...frame }: Props) {
  const t = useTexts('player')
  const name = useSourceName()(link)
  const allowed = useOthersAllowed()
  const at = link.provider === 'file' ? hostOf(link) : link.provider
  const [asked, setAsked] = useState(played.has(at))
  const [failed, setFailed] = useState(false)
  return (
    <div className={classes(fill ? 'flex h-full flex-col' : 'space-y-2')}>
      <div className={classes('[container-type:inline-size]', fill && 'min-h-0 flex-1')}>
        <div
          className={classes(
            'overflow-hidden bg-black',
            fill ? 'h-full' : 'h-[min(63dvh,calc(100cqw/1.8))] min-h-[200px] rounded-card max-tablet:rounded-none',
          )}
        >
          {allowed || asked ? (
            <Frame link={link} title={title} allowed={allowed} onFailed={() => setFailed(true)} {...frame} />
          ) : (
            <div className="flex h-full flex-col items-center justify-center gap-3 p-6 text-center text-white">
              <p className="max-w-[46ch] text-small">{t('elsewhere', { name })}</p>
              <Button
                variant="primary"
                icon={PlayIcon}
                action="video.play"
                onClick={() => {
                  played.add(at)
                  setAsked(true)
                }}
              >
                {t('playFrom', { name })}
              </Button>
            </div>
          )}
        </div>
      </div>
      <p role="status" className={classes('text-small text-text-2', fill ? 'p-3' : 'max-tablet:px-4')}>
        {failed && <span className="text-bad-text">{t('elsewhereFailed')} </span>}
        <a
          href={link.original_url}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-6 items-center gap-1 text-accent-text underline"
        >
          {t('watchThere', { name })}
          <ExternalLink aria-hidden size={14} />
        </a>
      </p>
    </div>
  )
}

/** The provider of the film, as people call it; of a file the host of its address. */
export function useSourceName(): (link: Pick<VideoLink, 'provider' | 'original_url'>) => string {
  const say = useTexts('kinds')
  return (link) => (link.provider === 'file' ? hostOf(link) : say(`provider.${link.provider}`))
}

function Frame({
  link,
  title,
  allowed,
  from = 0,
  limit,
  session,
  onPosition,
  onDuration,
  onFailed,
  ref,
}: Omit<Props, 'fill'> & { allowed: boolean; onFailed: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const { data: config } = useQuery(configQuery)
  const origin = config ? config.bytes_origin || window.location.origin : undefined
  const player = reports(link, allowed) ? reportingPlayer(link.provider) : undefined
  const [begin] = useState(from)
  const latest = useRef({ limit, session, onPosition, onDuration, onFailed, gaps: [] as Interval[] })
  Object.assign(latest.current, { limit, session, onPosition, onDuration, onFailed })
  const send = (message: object) => frame.current?.contentWindow?.postMessage(asSent(link.provider, message), '*')
  const seek = (to: number) => {
    if (player) send(player.seek(to))
    latest.current.session?.pause(to)
    latest.current.onPosition?.(to)
  }
  useImperativeHandle(ref, () => ({
    seek: (to) => {
      latest.current.gaps = []
      seek(to)
    },
    playGaps(parts) {
      const [first, ...rest] = parts
      latest.current.gaps = first ? [first, ...rest] : []
      if (first) seek(first[0])
    },
  }))
  useEffect(() => {
    if (!player || !origin) return
    const state = { position: begin, rate: 1, playing: false, answered: false }
    const hear = (told: PlayerReport) => {
      const now = latest.current
      if (told.ready && link.provider === 'file') send({ source: link.original_url, from: begin })
      if (told.duration) now.onDuration?.(told.duration)
      if (told.failed) now.onFailed()
      if (told.rate) state.rate = told.rate
      if (told.position !== undefined) state.position = told.position
      const stopped = told.playing === false && state.playing
      if (told.playing !== undefined) state.playing = told.playing
      if (stopped) {
        now.session?.pause(state.position)
        void now.session?.flush()
      } else if (state.playing && told.position !== undefined) {
        if (now.limit !== undefined && state.position > now.limit + slack) return seek(now.limit)
        now.session?.advance(state.position, state.rate)
        followGaps(now.gaps, state.position, seek)
      }
      if (told.position !== undefined) now.onPosition?.(state.position)
    }
    const listen = ({ source, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow) return
      state.answered = true
      const message = messageOf(data)
      const told = message && player.read(message)
      if (told) hear(told)
    }
    window.addEventListener('message', listen)
    // a frame that is still loading hears nothing
    const greet = () => {
      for (const message of player.hello) send(message)
    }
    const timer = setInterval(() => (state.answered ? clearInterval(timer) : greet()), 500)
    return () => {
      window.removeEventListener('message', listen)
      clearInterval(timer)
      latest.current.session?.pause(state.position)
    }
  }, [link.embed_url, origin])
  if (!origin) return null
  const embed = new URL(link.embed_url, origin).href
  return (
    <iframe
      ref={frame}
      title={title}
      src={player ? player.address(embed, { from: begin, page: window.location.origin }) : embed}
      // a page of ours needs no origin; players of others keep their own, and neither reaches the page around it
      sandbox={link.provider === 'file' ? 'allow-scripts' : 'allow-scripts allow-same-origin allow-presentation allow-popups'}
      allow="fullscreen; encrypted-media; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
      className="size-full border-0"
      onLoad={() => {
        if (player) for (const message of player.hello) send(message)
      }}
    />
  )
}

/** Goes on to the next gap once one has been played. */
function followGaps(gaps: Interval[], position: number, seek: (to: number) => void): void {
  const [current, next] = gaps
  if (!current || position < current[1]) return
  gaps.shift()
  if (next) seek(next[0])
}
