// Kv of one process.
import { type Kv, tell } from './kv.ts'

type Entry = { value: string; until: number }

/** `most` bounds the memory: beyond it the oldest entries go first. */
export function memoryKv({ most = 100_000 }: { most?: number } = {}): Kv {
  const entries = new Map<string, Entry>()
  const hearers = new Map<string, Set<(message: string) => void>>()
  const live = (key: string): Entry | undefined => {
    const entry = entries.get(key)
    if (entry && entry.until > Date.now()) return entry
    entries.delete(key)
    return undefined
  }
  const put = (key: string, entry: Entry) => {
    entries.delete(key)
    entries.set(key, entry)
    if (entries.size > most) entries.delete(entries.keys().next().value!)
  }
  const sweep = setInterval(() => {
    const now = Date.now()
    for (const [key, { until }] of entries) if (until <= now) entries.delete(key)
  }, 30_000).unref()

  return {
    shared: () => true,
    get: async (key) => live(key)?.value,
    set: async (key, value, seconds) => put(key, { value, until: Date.now() + seconds * 1000 }),
    delete: async (key) => {
      entries.delete(key)
    },
    async incr(key, seconds) {
      const entry = live(key)
      const count = Number(entry?.value ?? 0) + 1
      if (entry) entry.value = String(count)
      else put(key, { value: String(count), until: Date.now() + seconds * 1000 })
      return count
    },
    async decr(key) {
      const entry = live(key)
      if (entry && Number(entry.value) > 0) entry.value = String(Number(entry.value) - 1)
    },
    publish: async (channel, message) => tell(hearers.get(channel) ?? [], message),
    async subscribe(channel, hear) {
      const set = hearers.get(channel) ?? new Set()
      hearers.set(channel, set.add(hear))
      return async () => {
        set.delete(hear)
      }
    },
    async close() {
      clearInterval(sweep)
      entries.clear()
      hearers.clear()
    },
  }
}
