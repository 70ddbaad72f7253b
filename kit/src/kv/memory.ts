// The kv of one process, in memory.
import { type Kv, notifySubscribers } from './kv.ts'

type Entry = { value: string; until: number }

/** Kv in memory of at most `maxEntries`: beyond it the oldest entries are dropped. */
export function memoryKv({ maxEntries = 100_000 }: { maxEntries?: number } = {}): Kv {
  const entries = new Map<string, Entry>()
  const subscribers = new Map<string, Set<(message: string) => void>>()
  const entryOf = (key: string): Entry | undefined => {
    const entry = entries.get(key)
    if (entry && entry.until > Date.now()) return entry
    entries.delete(key)
    return undefined
  }
  const put = (key: string, entry: Entry) => {
    entries.delete(key)
    entries.set(key, entry)
    if (entries.size > maxEntries) entries.delete(entries.keys().next().value!)
  }
  const sweep = setInterval(() => {
    const now = Date.now()
    for (const [key, { until }] of entries) if (until <= now) entries.delete(key)
  }, 30_000).unref()

  return {
    shared: () => true,
    get: async (key) => entryOf(key)?.value,
    set: async (key, value, seconds) => put(key, { value, until: Date.now() + seconds * 1000 }),
    delete: async (key) => {
      entries.delete(key)
    },
    async incr(key, seconds, by = 1) {
      const entry = entryOf(key)
      const count = Number(entry?.value ?? 0) + by
      if (entry) entry.value = String(count)
      else put(key, { value: String(count), until: Date.now() + seconds * 1000 })
      return count
    },
    async decr(key) {
      const entry = entryOf(key)
      if (entry && Number(entry.value) > 0) entry.value = String(Number(entry.value) - 1)
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
      entries.clear()
      subscribers.clear()
    },
  }
}
