// The turns of mails: the mail server gets so many in a second, of all processes together.
import type { Kv } from '../kv/kv.ts'

/** Processes that together keep the rate while none of them knows of the others. */
const processes = 20
/** Longest pause between two mails of a process that counts alone, milliseconds. */
const longestPause = 10_000

/** Resolves `perSecond` times in a second, evenly, in the order of asking. Without the shared store each process goes on by itself, much slower. */
export function mailTurns(kv: Pick<Kv, 'incr' | 'shared'>, perSecond: number): () => Promise<void> {
  const pauseAlone = Math.min(longestPause, (processes * 1000) / perSecond)
  const until = async (time: number) => {
    const wait = time - Date.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
  }
  let last = 0
  async function take(): Promise<void> {
    for (;;) {
      const second = Math.floor(Date.now() / 1000)
      const nth = await kv.incr(`mails:${second}`, 5)
      const counted = kv.shared()
      if (!counted || nth <= perSecond) {
        await until(counted ? second * 1000 + ((nth - 1) * 1000) / perSecond : last + pauseAlone)
        last = Date.now()
        return
      }
      await until((second + 1) * 1000)
    }
  }
  let queue = Promise.resolve()
  return () => {
    queue = queue.then(take)
    return queue
  }
}
