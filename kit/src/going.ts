// How a process of many replicas goes: it says that it is no longer ready, answers what still comes (each answer closes its connection, so
// that nobody's next request meets a closed door), hands over what others can do at once, and ends when the last answer is out.
import { setTimeout as sleep } from 'node:timers/promises'

export type Going = {
  /** Aborted from the moment this process is told to end. */
  signal: AbortSignal
  /** Resolves when nobody should send anything here any more. */
  begin(): Promise<void>
}

/** `seconds`: how long it takes until every proxy and every other service has heard of it. */
export function going(seconds: number): Going {
  const end = new AbortController()
  return {
    signal: end.signal,
    async begin() {
      end.abort(new Error('this process is going'))
      await sleep(seconds * 1000)
    },
  }
}
