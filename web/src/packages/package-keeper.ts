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
  /** Sending has stopped, until `resume`. */
  onHeld: (why: Held | undefined) => void
  now: () => number
}

/** Milliseconds between two saves, and before another attempt, which doubles up to the longest. */
const pace = 2000
const retryAfter = 4000
const longestRetry = 30_000
/** Of one request: entries, characters; the browser lets 64 kB go after the page. */
const most = 200
const mostText = 512 * 1024
const mostLeaving = 56 * 1024
const textOf = (entry: Entry) => JSON.stringify(entry).length

/** `left`: entries that this device holds of earlier. */
export function createPackageKeeper(ports: KeeperPorts, left: readonly Entry[]) {
  let waiting = [...left].sort((a, b) => a.seq - b.seq)
  let held: Held | undefined
  let closed = false
  let retry = retryAfter
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let keptUpTo = 0
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
  }
  const hold = (why: Held) => {
    held = why
    unschedule()
    ports.onHeld(why)
    if (waiting.length > 0) ports.onSave({ kind: 'device', at: ports.now() })
  }
  const take = (characters: number): Entry[] => {
    const taken: Entry[] = []
    let text = 0
    for (const entry of waiting.slice(0, most)) {
      text += textOf(entry)
      if (taken.length > 0 && text > characters) break
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
      ports.onSave(waiting.length > 0 ? { kind: 'saving' } : { kind: 'saved', at })
      return true
    } catch (error) {
      const failure = ports.failureOf(error)
      if (failure === 'refused') {
        // one of many may be at fault: each goes alone
        if (sent.length === 1) remove(sent)
        else for (const entry of sent) if (!(await sendSome([entry]))) return false
        return true
      }
      if (failure !== 'transient') {
        hold(failure)
        return false
      }
      ports.onSave({ kind: 'device', at: ports.now() })
      schedule(retry)
      retry = Math.min(longestRetry, retry * 2)
      return false
    }
  }

  /** Sends everything; true: the server has it. */
  async function flush(): Promise<boolean> {
    unschedule()
    while (running) await running
    if (held) return false
    running = (async () => {
      while (waiting.length > 0) if (!(await sendSome(take(mostText)))) return
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
    /** The oldest entries, as much as the browser still sends while the page goes away. */
    leaving: (): Entry[] => (held ? [] : take(mostLeaving).filter((entry) => textOf(entry) <= mostLeaving)),
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
