// The port of the kv, the store of data that may be lost: limits, marks, caches, hints, wake-ups. Memory in one process, Redis in the cluster;
// no operation throws because the store is away.

export type Kv = {
  /** False while this process's memory replaces a store that is away: other processes then do not see its entries. */
  shared(): boolean
  get(key: string): Promise<string | undefined>
  set(key: string, value: string, seconds: number): Promise<void>
  /** Writes the value if the present one is still `before` (undefined: there is none); false if it is not. */
  replace(key: string, before: string | undefined, value: string, seconds: number): Promise<boolean>
  delete(key: string): Promise<void>
  /** Adds one to a counter that ends `seconds` after its first count; answers the new count. */
  incr(key: string, seconds: number, by?: number): Promise<number>
  /** Takes one back from a counter that is above zero; its end stays. */
  decr(key: string): Promise<void>
  /** Sends a message to every subscriber in every process, this one included. */
  publish(channel: string, message: string): Promise<void>
  /** Returns a function that ends the subscription. */
  subscribe(channel: string, listener: (message: string) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** The name of the store while memory replaces it. */
export const awayOf = (kv: Kv): string[] => (kv.shared() ? [] : ['redis'])

/** Tries of `changeValue`: each one that fails is somebody else's write. */
const patience = 100

/** Writes what `change` makes of the present value (undefined: there is none), and no write of others is lost; `change` may answer undefined to
 *  leave it, and runs again when another write came between. */
export async function changeValue(
  kv: Kv,
  key: string,
  seconds: number,
  change: (before: string | undefined) => string | undefined,
): Promise<void> {
  for (let tries = 0; tries < patience; tries++) {
    const before = await kv.get(key)
    const after = change(before)
    if (after === undefined || (await kv.replace(key, before, after, seconds))) return
  }
}

/** Calls every subscriber; the error of one does not keep the message from the others. */
export function notifySubscribers(subscribers: Iterable<(message: string) => void>, message: string) {
  for (const listener of [...subscribers]) {
    try {
      listener(message)
    } catch {
      // no caller waits for a subscriber
    }
  }
}
