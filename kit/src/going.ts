// How a process of many replicas goes: it says that it is no longer ready, answers what still comes (each answer closes its connection, so
// that nobody's next request meets a closed door), hands over what others can do at once, and ends when nobody comes any more and the last
// answer is out. How long proxies take to hear of it is not known: on a busy node it is many seconds, so whoever still comes is waited for.
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'

export type Going = {
  /** Aborted from the moment this process is told to end. Is told of each call that comes (`called`). */
  signal: AbortSignal
  /** Resolves when nobody sends anything here any more. */
  begin(): Promise<void>
}

/** Milliseconds without a call after which nobody is held to come. */
const quiet = 2000
/** Said to the signal for each call that somebody beside a prober makes. */
export const called = 'called'

/** `seconds`: how long it goes on at least; `most`: how many more while calls still come. */
export function going(seconds: number, most = 0): Going {
  const end = new AbortController()
  let last = 0
  end.signal.addEventListener(called, () => (last = Date.now()))
  return {
    signal: end.signal,
    async begin() {
      end.abort(new Error('this process is going'))
      await sleep(seconds * 1000)
      const still = Math.min(quiet, seconds * 1000)
      for (const until = Date.now() + most * 1000; Date.now() < until && Date.now() - last < still; ) {
        await sleep(50)
        await turn() // what has arrived meanwhile is read before this is decided
      }
    },
  }
}
