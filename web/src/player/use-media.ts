// Hook of a media element and its stream: state, qualities, faults, position limits.
import { type RefObject, useEffect, useReducer, useRef, useState } from 'react'
import { seekSlack } from './keys.ts'
import { playerPreferences } from './preferences.ts'
import { openStream, type Quality, type Stream, type PlaybackFault } from './hls.ts'

/** State of the media element, updated with each of its events. Times in seconds. */
export type Media = {
  playing: boolean
  waiting: boolean
  position: number
  duration: number
  volume: number
  muted: boolean
  rate: number
  ended: boolean
}
type MediaHandlers = {
  /** Playback has moved to `position`. */
  onProgress: (position: number, rate: number) => void
  /** Playback ended or was sought away from; `position` is the new one. */
  onStop: (position: number, reason: 'pause' | 'seek' | 'end') => void
  /** A seek beyond `limit` was cut to it. */
  onRefused: (wanted: number) => void
}

/** `loud`: at full volume and its own speed, whatever somebody prefers. */
const initialMedia = ({ maxRate, loud }: { maxRate: number; loud: boolean }): Media => {
  const { volume, muted, speed } = loud ? { volume: 1, muted: false, speed: 1 } : playerPreferences()
  return { playing: false, waiting: false, position: 0, duration: 0, volume, muted, rate: Math.min(speed, maxRate), ended: false }
}

/** Opens `source` at `from` seconds in the element and cuts seeks to `limit`. A new grant (`grantedAt`) continues at the position of the previous one, even if the address is the same. */
export function useMedia(
  video: RefObject<HTMLVideoElement | null>,
  { source, grantedAt }: { source: string; grantedAt: number },
  from: number,
  limit: number | undefined,
  maxRate: number,
  handlers: MediaHandlers,
  loud = false,
) {
  const [media, update] = useReducer((current: Media, part: Partial<Media>) => ({ ...current, ...part }), { maxRate, loud }, initialMedia)
  const [qualities, setQualities] = useState<Quality[]>()
  const [playingLevel, setPlayingLevel] = useState(-1)
  const [chosen, setChosen] = useState(-1)
  /** Of the chosen quality. It holds over a new grant, whose playlist may list more of them. */
  const chosenHeight = useRef<number>(undefined)
  const [fault, setFault] = useState<PlaybackFault>()
  const stream = useRef<Stream>(undefined)
  const latestHandlers = useRef(handlers)
  latestHandlers.current = handlers
  const latestLimit = useRef(limit)
  latestLimit.current = limit
  const lastPosition = useRef(from)
  const wasPlaying = useRef(false)

  useEffect(() => {
    const element = video.current
    if (!element) return
    element.volume = media.volume
    element.muted = media.muted
    // a new source begins with the default rate
    element.defaultPlaybackRate = media.rate
    element.playbackRate = media.rate
    // At a seek the element has already left its position: the last time update counts.
    const listeners: [string, () => void][] = [
      [
        'timeupdate',
        () => {
          lastPosition.current = element.currentTime
          update({ position: element.currentTime })
          if (!element.paused && !element.seeking && element.readyState > 2)
            latestHandlers.current.onProgress(element.currentTime, element.playbackRate)
        },
      ],
      // The interval begins with playback, not with the first time update, which comes up to 250 ms later.
      [
        'playing',
        () => {
          update({ playing: true, waiting: false, ended: false })
          latestHandlers.current.onProgress(element.currentTime, element.playbackRate)
        },
      ],
      [
        'seeked',
        () => {
          if (!element.paused) latestHandlers.current.onProgress(element.currentTime, element.playbackRate)
        },
      ],
      [
        'play',
        () => {
          wasPlaying.current = true
          update({ playing: true, ended: false })
        },
      ],
      [
        'pause',
        () => {
          wasPlaying.current = false
          update({ playing: false })
          if (!element.seeking) latestHandlers.current.onProgress(element.currentTime, element.playbackRate)
          latestHandlers.current.onStop(element.currentTime, 'pause')
        },
      ],
      ['waiting', () => update({ waiting: true })],
      ['canplay', () => update({ waiting: false })],
      [
        'seeking',
        () => {
          // The limit holds for every kind of seek: keys, the system's media keys, scripts.
          if (latestLimit.current !== undefined && element.currentTime > latestLimit.current + seekSlack) {
            const wanted = element.currentTime
            element.currentTime = latestLimit.current
            latestHandlers.current.onRefused(wanted)
            return
          }
          update({ position: element.currentTime })
          latestHandlers.current.onStop(element.currentTime, 'seek')
        },
      ],
      [
        'ended',
        () => {
          update({ playing: false, ended: true })
          latestHandlers.current.onStop(element.currentTime, 'end')
        },
      ],
      ['durationchange', () => update({ duration: Number.isFinite(element.duration) ? element.duration : 0 })],
      ['volumechange', () => update({ volume: element.volume, muted: element.muted })],
      [
        'ratechange',
        () => {
          latestHandlers.current.onStop(element.currentTime, 'seek')
          update({ rate: element.playbackRate })
        },
      ],
    ]
    for (const [name, listener] of listeners) element.addEventListener(name, listener)
    return () => {
      for (const [name, listener] of listeners) element.removeEventListener(name, listener)
    }
  }, [video])

  useEffect(() => {
    const element = video.current
    if (!element) return
    let alive = true
    const resume = wasPlaying.current
    setFault(undefined)
    update({ waiting: true })
    void openStream(element, source, lastPosition.current, {
      onQualities: (list) => {
        const again = list.find(({ height }) => height === chosenHeight.current)?.index ?? -1
        setQualities(list)
        setChosen(again)
        return again
      },
      onLevel: setPlayingLevel,
      onError: (error) => {
        if (alive) {
          update({ waiting: false })
          setFault(error)
        }
      },
    }).then(
      (opened) => {
        if (!alive) return opened.close()
        stream.current = opened
        if (resume) void element.play().catch(() => {})
      },
      () => {
        if (alive) setFault({ code: 2 })
      },
    )
    return () => {
      alive = false
      stream.current?.close()
      stream.current = undefined
    }
  }, [video, source, grantedAt])

  return {
    media,
    qualities,
    playingLevel,
    chosen,
    fault,
    choose: (index: number) => {
      chosenHeight.current = qualities?.find((quality) => quality.index === index)?.height
      setChosen(index)
      stream.current?.choose(index)
    },
  }
}
