// Where the recording goes: seeking within what is allowed, playing only what is missing, the system's media keys.
import { type RefObject, useEffect, useRef } from 'react'
import { gaps, type Interval } from './intervals.ts'
import { allowed } from './keys.ts'

export function useSteering(
  video: RefObject<HTMLVideoElement | null>,
  {
    title,
    duration,
    limit,
    onRefused,
    onPosition,
    onGapsPlayed,
  }: {
    title: string
    duration: number
    /** The furthest second that may be sought to; undefined: any. */
    limit: number | undefined
    onRefused: (position: number) => void
    onPosition: (position: number) => void
    onGapsPlayed: () => void
  },
) {
  const plan = useRef<Interval[]>([])
  const seek = (to: number, own = true) => {
    const element = video.current
    if (!element) return
    if (own) plan.current = []
    const { position, refused } = allowed(to, duration, limit)
    if (refused) onRefused(position)
    element.currentTime = position
    onPosition(position)
  }
  const play = () => void video.current?.play().catch(() => {})
  const toggle = () => (video.current?.paused ? play() : video.current?.pause())

  /** Plays only what is missing: at the end of a gap on to the next one. */
  const follow = (position: number) => {
    const [now, next] = plan.current
    if (!now || position < now[1] - 0.15) return
    plan.current = plan.current.slice(1)
    if (next) return seek(next[0], false)
    video.current?.pause()
    onGapsPlayed()
  }
  /** Answers how many there are. */
  const playGaps = (watched: readonly Interval[]): number => {
    plan.current = gaps(watched, duration)
    const [first] = plan.current
    if (!first) return 0
    seek(first[0], false)
    play()
    return plan.current.length
  }

  const now = useRef({ seek, play })
  now.current = { seek, play }
  useEffect(() => {
    if (!('mediaSession' in navigator)) return
    const session = navigator.mediaSession
    const at = () => video.current?.currentTime ?? 0
    const acts: [MediaSessionAction, MediaSessionActionHandler][] = [
      ['play', () => now.current.play()],
      ['pause', () => video.current?.pause()],
      ['seekbackward', ({ seekOffset }) => now.current.seek(at() - (seekOffset ?? 10))],
      ['seekforward', ({ seekOffset }) => now.current.seek(at() + (seekOffset ?? 10))],
      ['seekto', ({ seekTime }) => seekTime !== undefined && seekTime !== null && now.current.seek(seekTime)],
    ]
    const set = (act: MediaSessionAction, handler: MediaSessionActionHandler | null) => {
      try {
        session.setActionHandler(act, handler)
      } catch {
        // this browser does not know it
      }
    }
    session.metadata = new MediaMetadata({ title })
    for (const [act, handler] of acts) set(act, handler)
    return () => {
      session.metadata = null
      for (const [act] of acts) set(act, null)
    }
  }, [video, title])

  return { seek, play, toggle, follow, playGaps }
}
