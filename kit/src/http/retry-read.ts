// Retries an idempotent read once, over another connection: the server may close a keep-alive connection just as it is reused.
import { setTimeout as sleep } from 'node:timers/promises'

/** The result of `read`, which runs again after `pause` milliseconds when `isLost` holds for its error: no answer came. */
export async function retryRead<T>(read: () => Promise<T>, isLost: (error: unknown) => boolean, pause = 100): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!isLost(error)) throw error
    await sleep(pause)
    return await read()
  }
}
