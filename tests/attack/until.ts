// Waiting of the attack's parts for a condition.
import { setTimeout as sleep } from 'node:timers/promises'

/** Tries again while the facts of the last writes are on their way; at most 20 s. */
export async function until<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++)
    try {
      return await work()
    } catch (error) {
      if (tries === 100) throw error
      await sleep(200)
    }
}
