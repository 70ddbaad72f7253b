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
  /** Nothing more of this session counts. */
  over: (error: unknown) => boolean
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

/** Seconds of wall clock that one beat reports at most: the server counts 30. */
const longest = 25

export function createPlaySession(ports: Ports, start: { watched: number[][]; percent: number; completed: boolean }) {
  let server = pairs(start.watched)
  let watch: Watch = nothing
  /** Collected, not acknowledged; the first may be on its way. */
  let queue: Beat[] = []
  let going = false
  let over = false
  let seq = 0
  let at = { position: 0, rate: 1 }
  let standing: Standing = { watched: server, percent: start.percent, completed: start.completed, saved: 'nothing' }
  const listeners = new Set<() => void>()

  const show = (change: Partial<Standing> = {}) => {
    standing = { ...standing, ...change, watched: merge([...server, ...queue.flatMap(({ intervals }) => intervals), ...seen(watch)], 0.3) }
    for (const listener of listeners) listener()
  }
  /** Puts what was seen since the last time into the queue. */
  const collect = () => {
    const { stretches, rest } = taken(watch)
    watch = rest
    if (over) return
    for (const piece of pieces(merge(stretches, 0.05), longest * at.rate)) {
      const intervals = piece.map(([from, to]): [number, number] => [round(from), round(to)])
      queue.push({ seq: ++seq, intervals, position: round(at.position), rate: at.rate })
    }
  }

  async function flush(): Promise<void> {
    collect()
    if (going || queue.length === 0) return
    going = true
    show({ saved: 'saving' })
    try {
      for (let beat = queue[0]; beat; beat = queue[0]) {
        const answer = await ports.beat(beat)
        queue.shift()
        server = pairs(answer.watched)
        show({ percent: answer.percent, completed: answer.completed, refusal: undefined })
      }
      show({ saved: 'saved', savedAt: ports.now() })
    } catch (error) {
      if (ports.passing(error)) show({ saved: 'kept' })
      else {
        over = ports.over(error)
        queue = over ? [] : queue.slice(1)
        show({ saved: 'refused', refusal: ports.refusal(error) })
      }
    } finally {
      going = false
    }
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    snapshot: (): Standing => standing,
    /** Time has moved to `position` while playing. */
    played: (position: number, rate: number) => {
      // a beat has one rate
      if (rate !== at.rate) collect()
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
    /** The page goes: what is not acknowledged yet is sent without waiting, what came after the first beat as one. */
    leave: () => {
      watch = stopped(watch)
      collect()
      const [first, ...rest] = queue
      const last = rest.at(-1)
      if (first) ports.leave(first)
      if (last) ports.leave({ ...last, intervals: merge(rest.flatMap(({ intervals }) => intervals)).map(([from, to]) => [from, to]) })
    },
    /** Nothing of this session is waiting for the server. */
    settled: () => queue.length === 0 && seen(watch).length === 0,
  }
}
export type PlaySession = ReturnType<typeof createPlaySession>

const pairs = (list: number[][]): Interval[] =>
  list.flatMap(([from, to]) => (from === undefined || to === undefined ? [] : [[from, to] as const]))
/** Stretches in pieces of at most so many seconds, and at most 200 stretches each. */
function pieces(stretches: readonly Interval[], most: number): Interval[][] {
  const made: Interval[][] = []
  let room = 0
  for (const [from, to] of stretches) {
    for (let begin = from; begin < to; ) {
      if (room < 0.05 || (made.at(-1)?.length ?? 200) >= 200) {
        made.push([])
        room = most
      }
      const end = Math.min(to, begin + room)
      made.at(-1)?.push([begin, end])
      room -= end - begin
      begin = end
    }
  }
  return made
}
const round = (seconds: number) => Math.max(0, Math.round(seconds * 100) / 100)
