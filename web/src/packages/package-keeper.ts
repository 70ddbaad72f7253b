// Keeps what a package sets until the server has it: each entry on this device first, then sent in its order, one request at a time, again until it arrives.
import type { Entry } from '../../package-frame/messages.ts'
import type { Failure } from '../parts/learning/attempts/answer-keeper.ts'

export type SaveState =
  | { kind: 'none' | 'saving' }
  /** Milliseconds of the server's clock, of this device's clock. */
  | { kind: 'saved' | 'device'; at: number }
export type Held = Exclude<Failure, 'transient' | 'refused'>
export type KeeperPorts = {
  /** The reply is of the server: the time, in milliseconds. */
  send: (entries: Entry[]) => Promise<{ saved_at: number }>
  failureOf: (error: unknown) => Failure
  /** Keeps an entry on this device; rejects where there is no storage. */
  keep: (entry: Entry) => Promise<unknown>
  drop: (entry: Entry) => unknown
  onSave: (state: SaveState) => void
  /** Everything up to it is on this device. */
  onKept: (seq: number) => void
  /** Everything up to it is at the server. */
  onSaved: (seq: number) => void
  /** The server does not take an entry, which is dropped. */
  onRefused: () => void
  /** Sending has stopped, until `resume`. */
  onHeld: (why: Held | undefined) => void
  now: () => number
}

/** Milliseconds between two saves, before one that the package asks for, and before another attempt, which doubles up to the longest. */
const pace = 2000
const soonAfter = 250
const retryAfter = 4000
const longestRetry = 30_000
/** Of one request: entries, bytes; the browser lets 64 kB go after the page. */
const most = 200
const mostBytes = 512 * 1024
const mostLeaving = 56 * 1024
const encoder = new TextEncoder()
const bytesOf = (entry: Entry) => encoder.encode(JSON.stringify(entry)).length

/** `left`: entries that this device holds of earlier. */
export function createPackageKeeper(ports: KeeperPorts, left: readonly Entry[]) {
  let waiting = [...left].sort((a, b) => a.seq - b.seq)
  let held: Held | undefined
  let closed = false
  let retry = retryAfter
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let keptUpTo = 0
  /** A save is due soon; the last one failed, and the next one waits for its time. */
  let hastened = false
  let backsOff = false
  let saved: SaveState = { kind: 'none' }
  const unkept = new Set<number>()

  const schedule = (after: number) => {
    if (timer !== undefined || held || closed) return
    timer = setTimeout(() => {
      timer = undefined
      void flush()
    }, after)
  }
  const unschedule = () => {
    clearTimeout(timer)
    timer = undefined
    hastened = false
  }
  const hold = (why: Held) => {
    held = why
    unschedule()
    ports.onHeld(why)
    if (waiting.length > 0) ports.onSave({ kind: 'device', at: ports.now() })
  }
  const take = (bytes: number): Entry[] => {
    const taken: Entry[] = []
    let sum = 0
    for (const entry of waiting.slice(0, most)) {
      sum += bytesOf(entry)
      if (taken.length > 0 && sum > bytes) break
      taken.push(entry)
    }
    return taken
  }
  const remove = (sent: readonly Entry[]) => {
    const gone = new Set(sent)
    waiting = waiting.filter((entry) => !gone.has(entry))
    for (const entry of sent) void ports.drop(entry)
  }

  /** false: the rest waits. */
  async function sendSome(sent: Entry[]): Promise<boolean> {
    try {
      const { saved_at: at } = await ports.send(sent)
      remove(sent)
      retry = retryAfter
      ports.onSaved(sent.at(-1)?.seq ?? 0)
      saved = { kind: 'saved', at }
      ports.onSave(waiting.length > 0 ? { kind: 'saving' } : saved)
      return true
    } catch (error) {
      const failure = ports.failureOf(error)
      if (failure === 'refused') {
        // one of many may be at fault: each goes alone
        if (sent.length === 1) {
          remove(sent)
          ports.onRefused()
          ports.onSave(waiting.length > 0 ? { kind: 'saving' } : saved)
        } else for (const entry of sent) if (!(await sendSome([entry]))) return false
        return true
      }
      if (failure !== 'transient') {
        hold(failure)
        return false
      }
      ports.onSave({ kind: 'device', at: ports.now() })
      unschedule()
      backsOff = true
      schedule(retry)
      retry = Math.min(longestRetry, retry * 2)
      return false
    }
  }

  /** Sends everything; true: the server has it. */
  async function flush(): Promise<boolean> {
    unschedule()
    backsOff = false
    while (running) await running
    if (held) return false
    running = (async () => {
      while (waiting.length > 0) if (!(await sendSome(take(mostBytes)))) return
    })().finally(() => {
      running = undefined
    })
    await running
    return waiting.length === 0
  }

  return {
    add(entry: Entry) {
      if (waiting.some(({ seq }) => seq === entry.seq)) return
      waiting.push(entry)
      unkept.add(entry.seq)
      ports.onSave(held ? { kind: 'device', at: ports.now() } : { kind: 'saving' })
      ports.keep(entry).then(
        () => {
          unkept.delete(entry.seq)
          keptUpTo = Math.max(keptUpTo, entry.seq)
          ports.onKept(unkept.size > 0 ? Math.min(...unkept) - 1 : keptUpTo)
        },
        // only the server can keep it then
        () => {},
      )
      schedule(pace)
    },
    flush,
    /** Sends everything in a moment, together with what comes until then; after a failure not before the next attempt. */
    flushSoon() {
      if (hastened || backsOff || held || closed) return
      unschedule()
      hastened = true
      schedule(soonAfter)
    },
    hold,
    /** The oldest entries, as much as the browser still sends while the page goes away. */
    leaving: (): Entry[] => (held ? [] : take(mostLeaving).filter((entry) => bytesOf(entry) <= mostLeaving)),
    /** Goes on after a new sign-in, or on this device again. */
    resume() {
      held = undefined
      ports.onHeld(undefined)
      return flush()
    },
    close() {
      closed = true
      unschedule()
      void flush()
    },
    unsent: (): readonly Entry[] => waiting,
    holds: () => held,
  }
}
