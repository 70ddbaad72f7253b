// Waits at start-up until a dependency answers; permanent refusals (a wrong password, a bad certificate) fail at once.
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from '@lyceum/kit/config'
import type { Log } from '@lyceum/kit/telemetry/log'

/** Milliseconds between two attempts: from the first to the longest. */
const shortest = 250
const longest = 3000

/** The first result of `attempt`; throws what `isPermanent` says another attempt would not change. `dependency` names it in the log. */
export async function waitFor<T>(
  dependency: string,
  log: Pick<Log, 'warn'>,
  attempt: () => Promise<T>,
  isPermanent: (error: unknown) => boolean,
): Promise<T> {
  for (let wait = shortest; ; wait = Math.min(wait * 1.5, longest)) {
    try {
      return await attempt()
    } catch (error) {
      if (error instanceof ConfigError) throw error // a sentence for whoever operates it, which needs no stack
      const { code = '', message } = error as { code?: string; message: string }
      if (isPermanent(error)) throw new Error(`${dependency}: ${code} ${message}`, { cause: error })
      log.warn({ reason: message || code }, `${dependency} does not answer yet`)
      await sleep(wait)
    }
  }
}
