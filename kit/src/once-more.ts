// A kept connection may end in the very moment it is taken again, and a server that goes takes its connections along: who only reads asks once
// more, over another one.
import { setTimeout as sleep } from 'node:timers/promises'

/** `lost`: no answer came, and asking again does no harm. `pause` in milliseconds. */
export async function onceMore<T>(ask: () => Promise<T>, lost: (error: unknown) => boolean, pause = 100): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!lost(error)) throw error
    await sleep(pause)
    return await ask()
  }
}
