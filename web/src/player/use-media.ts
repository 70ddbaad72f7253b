import { type RefObject, useEffect, useReducer, useRef, useState } from 'react'
import { seekSlack } from './keys.ts'
import { openStream, type Quality, type Stream, type Trouble } from './hls.ts'

/** What the element says of itself; drawn anew with each of its events. */
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
type Heard = {
  /** Time moved while playing. */
  played: (position: number, rate: number) => void
  /** Playing ended, or the reader went elsewhere: `position` is where they are now. */
  stopped: (position: number, why: 'pause' | 'seek' | 'end') => void
  /** Somebody went to a place beyond `limit`, and was brought back to it. */
  refused: (wanted: number) => void
}

const still: Media = { playing: false, waiting: false, position: 0, duration: 0, volume: 0.7, muted: false, rate: 1, ended: false }

/** The video element with its stream: opens `source` at `from`, keeps it at most at `limit` seconds when it is sought, follows the element's events, tells qualities and trouble. A source that is given anew goes on where the old one was, also when its address is the same. */
export function useMedia(
  video: RefObject<HTMLVideoElement | null>,
  { source, given }: { source: string; given: number },
  from: number,
  limit: number | undefined,
  heard: Heard,
) {
  const [media, change] = useReducer((now: Media, part: Partial<Media>) => ({ ...now, ...part }), still)
  const [qualities, setQualities] = useState<Quality[]>()
  const [playingLevel, setPlayingLevel] = useState(-1)
  const [chosen, setChosen] = useState(-1)
  const [trouble, setTrouble] = useState<Trouble>()
  const stream = useRef<Stream>(undefined)
  const tell = useRef(heard)
  tell.current = heard
  const most = useRef(limit)
  most.current = limit
  const where = useRef(from)
  const going = useRef(false)

  useEffect(() => {
    const element = video.current
    if (!element) return
    element.volume = still.volume
    // Before a seek the element has already left: the last time it really showed is what counts.
    const on: [string, () => void][] = [
      [
        'timeupdate',
        () => {
          where.current = element.currentTime
          change({ position: element.currentTime })
          if (!element.paused && !element.seeking && element.readyState > 2) tell.current.played(element.currentTime, element.playbackRate)
        },
      ],
      // The stretch begins where playing begins, not at the first time update, which comes up to 250 ms later.
      [
        'playing',
        () => {
          change({ playing: true, waiting: false, ended: false })
          tell.current.played(element.currentTime, element.playbackRate)
        },
      ],
      [
        'seeked',
        () => {
          if (!element.paused) tell.current.played(element.currentTime, element.playbackRate)
        },
      ],
      [
        'play',
        () => {
          going.current = true
          change({ playing: true, ended: false })
        },
      ],
      [
        'pause',
        () => {
          going.current = false
          change({ playing: false })
          if (!element.seeking) tell.current.played(element.currentTime, element.playbackRate)
          tell.current.stopped(element.currentTime, 'pause')
        },
      ],
      ['waiting', () => change({ waiting: true })],
      ['canplay', () => change({ waiting: false })],
      [
        'seeking',
        () => {
          // Whoever moved it — a key, the system's media keys, a script — nobody gets past what they may.
          if (most.current !== undefined && element.currentTime > most.current + seekSlack) {
            const wanted = element.currentTime
            element.currentTime = most.current
            tell.current.refused(wanted)
            return
          }
          change({ position: element.currentTime })
          tell.current.stopped(element.currentTime, 'seek')
        },
      ],
      [
        'ended',
        () => {
          change({ playing: false, ended: true })
          tell.current.stopped(element.currentTime, 'end')
        },
      ],
      ['durationchange', () => change({ duration: Number.isFinite(element.duration) ? element.duration : 0 })],
      ['volumechange', () => change({ volume: element.volume, muted: element.muted })],
      [
        'ratechange',
        () => {
          tell.current.stopped(element.currentTime, 'seek')
          change({ rate: element.playbackRate })
        },
      ],
    ]
    for (const [name, act] of on) element.addEventListener(name, act)
    return () => {
      for (const [name, act] of on) element.removeEventListener(name, act)
    }
  }, [video])

  useEffect(() => {
    const element = video.current
    if (!element) return
    let alive = true
    const resume = going.current
    setTrouble(undefined)
    change({ waiting: true })
    void openStream(element, source, where.current, {
      qualities: setQualities,
      playing: setPlayingLevel,
      trouble: (what) => {
        if (alive) {
          change({ waiting: false })
          setTrouble(what)
        }
      },
    }).then(
      (opened) => {
        if (!alive) return opened.close()
        stream.current = opened
        if (resume) void element.play().catch(() => {})
      },
      () => {
        if (alive) setTrouble({ code: 2 })
      },
    )
    return () => {
      alive = false
      stream.current?.close()
      stream.current = undefined
    }
  }, [video, source, given])

  return {
    media,
    qualities,
    playingLevel,
    chosen,
    trouble,
    choose: (index: number) => {
      setChosen(index)
      stream.current?.choose(index)
    },
  }
}
