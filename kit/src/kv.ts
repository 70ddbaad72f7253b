// What may be lost: limits, marks, caches, live hints, nudges. Memory in one process, Redis in the cluster; nothing here ever throws into
// a request because the other side is away.

export type Kv = {
  /** False while this process stands in for a store that is away: what is read and written now no other process sees. */
  shared(): boolean
  get(key: string): Promise<string | undefined>
  set(key: string, value: string, seconds: number): Promise<void>
  delete(key: string): Promise<void>
  /** Adds one to a counter that ends `seconds` after its first count; answers the new count. */
  incr(key: string, seconds: number): Promise<number>
  /** Takes one back from a counter that is above zero; its end stays. */
  decr(key: string): Promise<void>
  /** To every subscriber in every process, those of this process included. */
  publish(channel: string, message: string): Promise<void>
  /** Answers a function that ends it. */
  subscribe(channel: string, hear: (message: string) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** A subscriber's error is its own: the others still hear. */
export function tell(hearers: Iterable<(message: string) => void>, message: string) {
  for (const hear of [...hearers]) {
    try {
      hear(message)
    } catch {
      // nobody waits for it
    }
  }
}
