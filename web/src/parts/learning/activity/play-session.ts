// Play session: reports watched intervals to the server in beats, every 15 s while playing, on pause, when the page is hidden or left.
// A beat without an answer is sent again unchanged (same number), so no second counts twice and none is lost while the connection is down.
import {
  type Interval,
  merge,
  emptyLog,
  advanceLog,
  watchedIntervals as unreported,
  closeLog,
  shortestGap,
  takeIntervals,
  type WatchLog,
} from '../../../player/intervals.ts'

export type Beat = { seq: number; intervals: [number, number][]; position: number; rate: number }
export type BeatAnswer = { watched: number[][]; percent: number; completed: boolean; completed_at: string | null; watched_seconds: number }
export type Ports = {
  beat: (beat: Beat) => Promise<BeatAnswer>
  /** Sends a beat while the page unloads; its answer is not read. */
  leave: (beat: Beat) => void
  now: () => number
  /** true: the same beat may be sent again. false: the server refused it permanently. */
  isTransient: (error: unknown) => boolean
  refusalCode: (error: unknown) => string
  /** true: the server accepts no further beat of this session. */
  isFinal: (error: unknown) => boolean
}
export type SaveStatus = 'idle' | 'saving' | 'saved' | 'queued' | 'refused'
export type PlayState = {
  /** The intervals acknowledged by the server, merged with those of this session that it does not have yet. */
  watched: readonly Interval[]
  percent: number
  completed: boolean
  saveStatus: SaveStatus
  savedAt?: number
  refusal?: string
}

/** Seconds between beats: at the school's pace, and of a short film so often that the percentage, which the server alone has, keeps up with the seconds. */
export const beatEvery = (heartbeat: number, duration: number | null): number =>
  duration ? Math.min(heartbeat, Math.max(shortestBeat, duration / 20)) : heartbeat
const shortestBeat = 2

/** Seconds of wall clock that one beat reports at most; the server counts at most 30. */
const maxBeatSeconds = 25

export function createPlaySession(ports: Ports, start: { watched: number[][]; percent: number; completed: boolean }) {
  let acknowledged = toIntervals(start.watched)
  let log: WatchLog = emptyLog
  /** Beats without an acknowledgement; the first may be in flight. */
  let queue: Beat[] = []
  let flushing = false
  let ended = false
  let seq = 0
  let playhead = { position: 0, rate: 1 }
  let state: PlayState = { watched: acknowledged, percent: start.percent, completed: start.completed, saveStatus: 'idle' }
  const listeners = new Set<() => void>()

  const publish = (change: Partial<PlayState> = {}) => {
    state = {
      ...state,
      ...change,
      watched: merge([...acknowledged, ...queue.flatMap(({ intervals }) => intervals), ...unreported(log)], shortestGap),
    }
    for (const listener of listeners) listener()
  }
  /** Queues the intervals watched since the last call. */
  const collect = () => {
    const { intervals: stretches, rest } = takeIntervals(log)
    log = rest
    if (ended) return
    for (const batch of batchesOf(merge(stretches, 0.05), maxBeatSeconds * playhead.rate)) {
      const intervals = batch.map(([from, to]): [number, number] => [round(from), round(to)])
      queue.push({ seq: ++seq, intervals, position: round(playhead.position), rate: playhead.rate })
    }
  }

  async function flush(): Promise<void> {
    collect()
    if (flushing || queue.length === 0) return
    flushing = true
    publish({ saveStatus: 'saving' })
    try {
      for (let beat = queue[0]; beat; beat = queue[0]) {
        const answer = await ports.beat(beat)
        queue.shift()
        acknowledged = toIntervals(answer.watched)
        publish({ percent: answer.percent, completed: answer.completed, refusal: undefined })
      }
      publish({ saveStatus: 'saved', savedAt: ports.now() })
    } catch (error) {
      if (ports.isTransient(error)) publish({ saveStatus: 'queued' })
      else {
        ended = ports.isFinal(error)
        queue = ended ? [] : queue.slice(1)
        publish({ saveStatus: 'refused', refusal: ports.refusalCode(error) })
      }
    } finally {
      flushing = false
    }
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    snapshot: (): PlayState => state,
    /** Playback has moved to `position` (seconds) at `rate`. */
    advance: (position: number, rate: number) => {
      // a beat has one playback rate
      if (rate !== playhead.rate) collect()
      playhead = { position, rate }
      log = advanceLog(log, position, ports.now(), rate)
      publish()
    },
    /** Playback stopped at the last position reported; `position` is the current one, which differs after a seek. */
    pause: (position: number) => {
      playhead = { ...playhead, position }
      log = closeLog(log)
      publish()
    },
    flush,
    /** Unloading: sends the unacknowledged beats without waiting, those after the first joined into one. */
    leave: () => {
      log = closeLog(log)
      collect()
      const [first, ...rest] = queue
      const last = rest.at(-1)
      if (first) ports.leave(first)
      if (last) ports.leave({ ...last, intervals: merge(rest.flatMap(({ intervals }) => intervals)).map(([from, to]) => [from, to]) })
    },
    /** true: the server has acknowledged everything. */
    isSettled: () => queue.length === 0 && unreported(log).length === 0,
  }
}
export type PlaySession = ReturnType<typeof createPlaySession>

const toIntervals = (pairs: number[][]): Interval[] =>
  pairs.flatMap(([from, to]) => (from === undefined || to === undefined ? [] : [[from, to] as const]))
/** Splits intervals into batches of at most `maxSeconds` seconds and 200 intervals each. */
function batchesOf(intervals: readonly Interval[], maxSeconds: number): Interval[][] {
  const batches: Interval[][] = []
  let remaining = 0
  for (const [from, to] of intervals) {
    for (let begin = from; begin < to; ) {
      if (remaining < 0.05 || (batches.at(-1)?.length ?? 200) >= 200) {
        batches.push([])
        remaining = maxSeconds
      }
      const end = Math.min(to, begin + remaining)
      batches.at(-1)?.push([begin, end])
      remaining -= end - begin
      begin = end
    }
  }
  return batches
}
const round = (seconds: number) => Math.max(0, Math.round(seconds * 100) / 100)
