// At the start of a whole system a server may come up after us. What it refuses for good is not asked again.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '@lyceum/kit/log'

/** `forGood`: asking again would change nothing. */
export async function answering<T>(
  what: string,
  log: Pick<Log, 'warn'>,
  ask: () => Promise<T>,
  forGood: (error: unknown) => boolean,
): Promise<T> {
  for (let wait = 250; ; wait = Math.min(wait * 1.5, 3000)) {
    try {
      return await ask()
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string }
      if (forGood(error)) throw new Error(`${what}: ${code} ${message}`, { cause: error })
      log.warn({ reason: message || code }, `${what} does not answer yet`)
      await sleep(wait)
    }
  }
}
