// Autosave to a draft at the server: soon after the last change, one request at a time, repeated until it arrives.
import { CallFailed } from '../../../client.ts'

export type SaveState =
  | { kind: 'clean' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: number }
  /** Not at the server yet: no network, or a choice between two texts is open. */
  | { kind: 'device' }
  /** Another window or device of the same person has written since. */
  | { kind: 'conflict' }
  | { kind: 'refused'; error: unknown }

/** `T` is what is written. */
export type Ports<T> = {
  equal: (a: T, b: T) => boolean
  /** Writes over the version `over` of the draft, 0: there is none, undefined: whatever there is. Resolves to the new version. */
  write: (written: T, over: number | undefined) => Promise<number>
  /** Deletes the version `over` of the draft, undefined: whatever there is. */
  remove: (over: number | undefined) => Promise<unknown>
  read: () => Promise<(T & { version: number }) | null>
  /** Whether what was read is what was sent, which the server has cleaned. */
  same: (read: T, sent: T) => boolean
  failureOf: (error: unknown) => 'transient' | 'conflict' | 'refused'
  onState: (state: SaveState) => void
  /** The version of the draft, 0: there is none. */
  onVersion: (version: number) => void
}

/** Milliseconds after the last change, at most after the first one, before another attempt. */
const pause = 1500
const longest = 8000
const retryAfter = 5000

export type Autosave<T> = ReturnType<typeof createAutosave<T>>

/** `base`: what is saved already, which needs no draft; without one whatever is written does. `stored`: what the server has, the draft of
 *  `version` or the base. */
export function createAutosave<T>(ports: Ports<T>, start: { base?: T; stored: T; version: number; held: boolean }) {
  const { equal } = ports
  let { base, stored, held } = start
  let version: number | undefined = start.version
  let wanted = stored
  let over = false
  /** Held since another window has written. */
  let conflict = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let changedAt: number | undefined
  /** Sent without an answer: the server may have it or not, and it is sent again before anything newer. */
  let unanswered: T | undefined
  let running: Promise<void> | undefined
  const isWaiting = () => unanswered !== undefined || !equal(wanted, stored)
  const after = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), ms)
  }

  function schedule() {
    if (over) return
    if (held) return ports.onState({ kind: conflict ? 'conflict' : 'device' })
    ports.onState({ kind: 'saving' })
    changedAt ??= Date.now()
    after(Math.max(0, Math.min(pause, changedAt + longest - Date.now())))
  }

  async function send(text: T): Promise<number> {
    if (base === undefined || !equal(text, base)) return ports.write(text, version)
    if (version !== 0) await ports.remove(version)
    return 0
  }
  /** Like `send`, and no conflict with itself where the lost answer was a success. */
  const sendAgain = (text: T) =>
    send(text).catch(async (error: unknown) => {
      const found = ports.failureOf(error) === 'conflict' ? await ports.read() : null
      if (!found || !ports.same(found, text)) throw error
      return found.version
    })

  async function attempt(): Promise<void> {
    const again = unanswered
    const text = again ?? wanted
    changedAt = undefined
    try {
      version = await (again ? sendAgain(again) : send(text))
      unanswered = undefined
      stored = text
      ports.onVersion(version)
      if (again && isWaiting() && !over) await attempt()
      else if (isWaiting()) schedule()
      else ports.onState(version === 0 ? { kind: 'clean' } : { kind: 'saved', at: Date.now() })
    } catch (error) {
      const failure = ports.failureOf(error)
      unanswered = failure === 'transient' ? text : undefined
      if (failure === 'refused') return ports.onState({ kind: 'refused', error })
      ports.onState({ kind: failure === 'conflict' ? 'conflict' : 'device' })
      if (failure === 'conflict') held = conflict = true
      else if (!over) after(retryAfter)
    }
  }

  /** Sends what is waiting now. */
  async function flush(): Promise<void> {
    clearTimeout(timer)
    // another flush may have begun meanwhile
    while (running) await running
    if (over || held || !isWaiting()) return
    running = attempt().finally(() => {
      running = undefined
    })
    await running
  }

  return {
    change(text: T) {
      if (equal(text, wanted)) return
      wanted = text
      if (isWaiting() || running) schedule()
      else {
        clearTimeout(timer)
        changedAt = undefined
        ports.onState(version === 0 ? { kind: 'clean' } : { kind: 'saved', at: Date.now() })
      }
    },
    flush,
    /** Goes on after a choice: what is written here replaces the draft at the server, only its version `seen` if there is one. */
    overwrite(seen?: number) {
      held = conflict = false
      unanswered = undefined
      version = seen
      if (isWaiting()) schedule()
    },
    /** The text was saved elsewhere and compared: what is written here is a draft against it from now on. */
    rebase(saved: T) {
      base = saved
      if (conflict) this.overwrite()
    },
    /** Goes on after a choice: the draft at the server was deleted. */
    restart() {
      held = conflict = false
      unanswered = undefined
      version = 0
      if (base !== undefined) stored = base
      if (isWaiting()) schedule()
      else ports.onState({ kind: 'clean' })
    },
    /** The draft at the server is another one now, and nothing was waiting here: goes on from it. */
    follow(found: T, of: number) {
      held = conflict = false
      stored = wanted = found
      version = of
    },
    /** Ends it, while the text itself is being saved. Resolves to the version of the draft. */
    async stop() {
      over = true
      clearTimeout(timer)
      await running
      return version
    },
    resume() {
      over = false
      if (isWaiting()) schedule()
    },
  }
}

/** Sends what is waiting when the page is hidden and when the connection is back. Returns the end of it, for when the form leaves: the rest is
 *  sent, then `after` runs; nothing in the session of another person. */
export function sendInTime<T>(saver: Autosave<T>, isHere: () => boolean, after: () => unknown): () => void {
  const hide = () => {
    if (document.visibilityState === 'hidden') void saver.flush()
  }
  const send = () => void saver.flush()
  document.addEventListener('visibilitychange', hide)
  window.addEventListener('online', send)
  return () => {
    document.removeEventListener('visibilitychange', hide)
    window.removeEventListener('online', send)
    void (isHere() ? saver.flush().then(after) : saver.stop())
  }
}

/** Lets `act` through only for the person who is signed in now; later a call of theirs would wait for the next person to sign in. */
export function forWriter(person: () => string | undefined) {
  const writer = person()
  const isHere = () => person() === writer
  const only =
    <A extends unknown[], R>(act: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (!isHere()) throw new Error('The writer is not signed in any more')
      return act(...args)
    }
  return { isHere, only }
}

/** The meaning of a failed call of a draft. */
export function failureOf(error: unknown): ReturnType<Ports<unknown>['failureOf']> {
  if (!(error instanceof CallFailed)) return 'transient'
  if (error.problem.code === 'draft.newer') return 'conflict'
  return error.status === 0 || error.status === 429 || error.status >= 500 ? 'transient' : 'refused'
}
