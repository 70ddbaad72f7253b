// What a play session has seen goes to the server in beats: every 15 s while playing, on pause, when the page is hidden and when it is left.
// A beat that got no answer is sent again as it was (same number), so nothing counts twice and nothing is lost while the line is away.
import { type Interval, merge, nothing, played, seen, stopped, taken, type Watch } from '../../player/intervals.ts'

export type Beat = { seq: number; intervals: [number, number][]; position: number; rate: number }
export type Answer = { watched: number[][]; percent: number; completed: boolean; completed_at: string | null; watched_seconds: number }
export type Ports = {
  beat: (beat: Beat) => Promise<Answer>
  /** The page is going away: no answer will be read. */
  leave: (beat: Beat) => void
  now: () => number
  /** true: the same beat may be sent again. false: the server has refused it for good. */
  passing: (error: unknown) => boolean
  refusal: (error: unknown) => string
}
export type Saved = 'nothing' | 'saving' | 'saved' | 'kept' | 'refused'
export type Standing = {
  /** The server's merged stretches with those of this session that it does not have yet. */
  watched: readonly Interval[]
  percent: number
  completed: boolean
  saved: Saved
  savedAt?: number
  refusal?: string
}

export function createPlaySession(ports: Ports, start: { watched: number[][]; percent: number; completed: boolean }) {
  let server = pairs(start.watched)
  let watch: Watch = nothing
  let unsent: readonly Interval[] = []
  let inFlight: Beat | undefined
  let going = false
  let seq = 0
  let at = { position: 0, rate: 1 }
  let standing: Standing = { watched: server, percent: start.percent, completed: start.completed, saved: 'nothing' }
  const heard = new Set<() => void>()

  const show = (change: Partial<Standing> = {}) => {
    standing = { ...standing, ...change, watched: merge([...server, ...(inFlight?.intervals ?? []), ...unsent, ...seen(watch)], 0.3) }
    for (const listener of heard) listener()
  }
  /** What is to be sent now; undefined when there is nothing new. */
  const collect = (): Beat | undefined => {
    if (inFlight) return inFlight
    const { stretches, rest } = taken(watch)
    watch = rest
    const intervals = merge([...unsent, ...stretches], 0.05).slice(-200)
    unsent = []
    if (intervals.length === 0) return undefined
    inFlight = {
      seq: ++seq,
      intervals: intervals.map(([from, to]) => [round(from), round(to)]),
      position: round(at.position),
      rate: at.rate,
    }
    return inFlight
  }

  async function flush(): Promise<void> {
    if (going) return
    const beat = collect()
    if (!beat) return
    going = true
    show({ saved: 'saving' })
    try {
      const answer = await ports.beat(beat)
      inFlight = undefined
      server = pairs(answer.watched)
      show({ saved: 'saved', savedAt: ports.now(), percent: answer.percent, completed: answer.completed, refusal: undefined })
    } catch (error) {
      if (ports.passing(error)) show({ saved: 'kept' })
      else {
        inFlight = undefined
        show({ saved: 'refused', refusal: ports.refusal(error) })
      }
    } finally {
      going = false
    }
  }

  return {
    subscribe: (listener: () => void) => {
      heard.add(listener)
      return () => void heard.delete(listener)
    },
    snapshot: (): Standing => standing,
    /** Time has moved to `position` while playing. */
    played: (position: number, rate: number) => {
      at = { position, rate }
      watch = played(watch, position, ports.now(), rate)
      show()
    },
    /** Playing ended at the last position seen; `position` is where the reader is now. */
    stopped: (position: number) => {
      at = { ...at, position }
      watch = stopped(watch)
      show()
    },
    flush,
    /** The page goes: what is not acknowledged yet is sent without waiting. */
    leave: () => {
      watch = stopped(watch)
      const beat = collect()
      if (beat) ports.leave(beat)
    },
    /** Nothing of this session is waiting for the server. */
    settled: () => !inFlight && unsent.length === 0 && seen(watch).length === 0,
  }
}
export type PlaySession = ReturnType<typeof createPlaySession>

const pairs = (list: number[][]): Interval[] =>
  list.flatMap(([from, to]) => (from === undefined || to === undefined ? [] : [[from, to] as const]))
const round = (seconds: number) => Math.max(0, Math.round(seconds * 100) / 100)
