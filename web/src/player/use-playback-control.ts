// Hook of playback control: seeking within the limit, playing only the unwatched gaps, the system's media keys.
import { type RefObject, useEffect, useRef } from 'react'
import type { Interval } from './intervals.ts'
import { clampSeek } from './keys.ts'

/** Seconds before and after a gap that are played with it, so that nothing of it stays. */
const overlap = 0.3

export function usePlaybackControl(
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
    /** The furthest second open to seeking; undefined: no limit. */
    limit: number | undefined
    onRefused: (position: number) => void
    onPosition: (position: number) => void
    onGapsPlayed: () => void
  },
) {
  const remainingGaps = useRef<Interval[]>([])
  const seek = (to: number, cancelsGaps = true) => {
    const element = video.current
    if (!element) return
    if (cancelsGaps) remainingGaps.current = []
    const { position, refused } = clampSeek(to, duration, limit)
    if (refused) onRefused(position)
    element.currentTime = position
    onPosition(position)
  }
  const play = () => void video.current?.play().catch(() => {})
  const toggle = () => (video.current?.paused ? play() : video.current?.pause())

  /** During gap playback: moves on to the next gap at the end of one. */
  const follow = (position: number) => {
    const [gap, next] = remainingGaps.current
    // a little further than the gap: time updates come four a second
    if (!gap || position < Math.min(gap[1] + overlap, duration - 0.15)) return
    remainingGaps.current = remainingGaps.current.slice(1)
    if (next) return seek(next[0] - overlap, false)
    video.current?.pause()
    onGapsPlayed()
  }
  /** Starts to play these parts alone; returns their number. */
  const playGaps = (parts: readonly Interval[]): number => {
    remainingGaps.current = [...parts]
    const [first] = parts
    if (!first) return 0
    seek(first[0] - overlap, false)
    play()
    return remainingGaps.current.length
  }

  const latest = useRef({ seek, play })
  latest.current = { seek, play }
  useEffect(() => {
    if (!('mediaSession' in navigator)) return
    const session = navigator.mediaSession
    const position = () => video.current?.currentTime ?? 0
    const handlers: [MediaSessionAction, MediaSessionActionHandler][] = [
      ['play', () => latest.current.play()],
      ['pause', () => video.current?.pause()],
      ['seekbackward', ({ seekOffset }) => latest.current.seek(position() - (seekOffset ?? 10))],
      ['seekforward', ({ seekOffset }) => latest.current.seek(position() + (seekOffset ?? 10))],
      ['seekto', ({ seekTime }) => seekTime !== undefined && seekTime !== null && latest.current.seek(seekTime)],
    ]
    const set = (action: MediaSessionAction, handler: MediaSessionActionHandler | null) => {
      try {
        session.setActionHandler(action, handler)
      } catch {
        // unsupported by this browser
      }
    }
    session.metadata = new MediaMetadata({ title })
    for (const [action, handler] of handlers) set(action, handler)
    return () => {
      session.metadata = null
      for (const [action] of handlers) set(action, null)
    }
  }, [video, title])

  return { seek, play, toggle, follow, playGaps }
}
