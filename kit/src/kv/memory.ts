// The kv of one process, in memory.
import { type Kv, notifySubscribers } from './kv.ts'

type Entry<V> = { value: V; until: number }

/** Entries that end, at most `most`: beyond it the oldest are dropped. */
function space<V>(most: number) {
  const entries = new Map<string, Entry<V>>()
  return {
    get(key: string): Entry<V> | undefined {
      const entry = entries.get(key)
      if (entry && entry.until > Date.now()) return entry
      entries.delete(key)
      return undefined
    },
    put(key: string, value: V, seconds: number): void {
      entries.delete(key)
      entries.set(key, { value, until: Date.now() + seconds * 1000 })
      if (entries.size > most) entries.delete(entries.keys().next().value!)
    },
    delete: (key: string) => void entries.delete(key),
    sweep(): void {
      const now = Date.now()
      for (const [key, { until }] of entries) if (until <= now) entries.delete(key)
    },
    clear: () => entries.clear(),
  }
}

/** Kv in memory of at most `maxEntries` values and as many counters: limits are counters, so no number of cached values ends one. */
export function memoryKv({ maxEntries = 100_000 }: { maxEntries?: number } = {}): Kv {
  const [values, counters] = [space<string>(maxEntries), space<number>(maxEntries)]
  const subscribers = new Map<string, Set<(message: string) => void>>()
  const textOf = (key: string) => values.get(key)?.value ?? counters.get(key)?.value.toString()
  const sweep = setInterval(() => {
    values.sweep()
    counters.sweep()
  }, 30_000).unref()

  return {
    shared: () => true,
    get: async (key) => textOf(key),
    set: async (key, value, seconds) => values.put(key, value, seconds),
    async replace(key, before, value, seconds) {
      if (textOf(key) !== before) return false
      values.put(key, value, seconds)
      return true
    },
    async delete(key) {
      values.delete(key)
      counters.delete(key)
    },
    async incr(key, seconds, by = 1) {
      const entry = counters.get(key)
      if (entry) return (entry.value += by)
      counters.put(key, by, seconds)
      return by
    },
    async decr(key) {
      const entry = counters.get(key)
      if (entry && entry.value > 0) entry.value--
    },
    publish: async (channel, message) => notifySubscribers(subscribers.get(channel) ?? [], message),
    async subscribe(channel, listener) {
      const set = subscribers.get(channel) ?? new Set()
      subscribers.set(channel, set.add(listener))
      return async () => {
        set.delete(listener)
      }
    },
    async close() {
      clearInterval(sweep)
      values.clear()
      counters.clear()
      subscribers.clear()
    },
  }
}
