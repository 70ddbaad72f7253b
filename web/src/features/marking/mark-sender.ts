// Sending of marks in the order they were made, one at a time, each over the version seen, so that a tablet with a bad line loses nothing.
import type { Mark } from '../../anchors/mark.ts'

export type SendState = 'sent' | 'sending' | 'device'
export type SenderPorts = {
  put: (mark: Mark, over: number) => Promise<{ version: number }>
  remove: (id: string, over: number) => Promise<{ version: number }>
  failureOf: (error: unknown) => 'transient' | 'conflict' | 'refused'
  onState: (state: SendState) => void
  /** The server has another one, or refuses it: the page reads them again. */
  onLost: (lost: Waiting, error: unknown) => void
  /** The marks that are not sent yet. */
  keep: (waiting: readonly Waiting[]) => void
}
/** `mark` undefined: removed. `over`: the version that the writer saw. */
export type Waiting = { id: string; mark: Mark | undefined; over: number }

const pause = 350
const retryAfter = 4000

export function createMarkSender(ports: SenderPorts) {
  const waiting = new Map<string, Waiting>()
  const versions = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let over = false
  let sending: Waiting | undefined
  const after = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), ms)
  }

  async function run() {
    for (let next = waiting.values().next().value; next; next = waiting.values().next().value) {
      const { id, mark } = next
      sending = next
      const seen = versions.get(id) ?? next.over
      try {
        // never stored, so there is nothing to remove
        const answer = mark ? await ports.put(mark, seen) : seen > 0 ? await ports.remove(id, seen) : { version: 0 }
        versions.set(id, answer.version)
      } catch (error) {
        const failure = ports.failureOf(error)
        if (failure === 'transient') {
          ports.onState('device')
          if (!over) after(retryAfter)
          return
        }
        versions.delete(id)
        ports.onLost(next, error)
      }
      // changed again meanwhile: it waits on
      if (waiting.get(id) === next) waiting.delete(id)
      ports.keep([...waiting.values()])
    }
    ports.onState('sent')
  }

  async function flush(): Promise<boolean> {
    clearTimeout(timer)
    while (running) await running
    if (waiting.size === 0) return true
    ports.onState('sending')
    running = run().finally(() => {
      running = undefined
    })
    await running
    return waiting.size === 0
  }

  return {
    set(id: string, mark: Mark | undefined, seen: number) {
      // a change of a waiting mark takes its place in the order
      waiting.set(id, { id, mark, over: waiting.get(id)?.over ?? seen })
      ports.keep([...waiting.values()])
      ports.onState('sending')
      after(pause)
    },
    flush,
    close() {
      over = true
      return flush()
    },
    /** Nothing newer of a mark waits behind what is being sent. */
    isLast: (id: string) => !sending || sending.id !== id || waiting.get(id) === sending,
    waiting: () => [...waiting.values()],
  }
}
