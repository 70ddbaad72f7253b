// Kv over Redis. When Redis is away or too slow, this process's memory stands in: a limit then counts per process, a hint reaches only
// the people of this process, and nobody sees an error.
import { Redis } from 'ioredis'
import { type Kv, tell } from './kv.ts'
import { memoryKv } from './kv-memory.ts'
import type { Log } from './log.ts'

export type RedisOptions = { url: string; prefix: string; log: Log }

/** Longest wait for one answer; after a failure Redis is left alone for `pause`. Milliseconds. */
const patience = 300
const pause = 1000

const count = `local n = redis.call('incr', KEYS[1]) if n == 1 then redis.call('expire', KEYS[1], ARGV[1]) end return n`
const countBack = `if tonumber(redis.call('get', KEYS[1]) or '0') > 0 then redis.call('decr', KEYS[1]) end return 0`

/** Asks it once, whatever the ports above do without it. */
export async function lookAtRedis(url: string): Promise<{ version: string; policy: string; milliseconds: number }> {
  const redis = new Redis(url, { lazyConnect: true, connectTimeout: 2000, maxRetriesPerRequest: 0, retryStrategy: () => null })
  redis.on('error', () => {}) // thrown by what waits for it
  try {
    await redis.connect()
    const asked = performance.now()
    await redis.ping()
    const milliseconds = Math.max(1, Math.round(performance.now() - asked))
    const info = await redis.info()
    const told = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? ''
    const full = Number(told('maxmemory')) > 0
    return { version: told('redis_version'), policy: full ? told('maxmemory_policy') : '', milliseconds }
  } finally {
    redis.disconnect()
  }
}

export function redisKv({ url, prefix, log }: RedisOptions): Kv {
  const settings = { lazyConnect: true, retryStrategy: (times: number) => Math.min(times * 100, 1000), connectTimeout: 2000 }
  const redis = new Redis(url, { ...settings, enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: patience })
  const ears = new Redis(url, { ...settings, maxRetriesPerRequest: null, autoResubscribe: true })
  const memory = memoryKv()
  const hearers = new Map<string, Set<(message: string) => void>>()
  let awayUntil = 0
  let away = false
  for (const client of [redis, ears]) {
    client.on('error', () => {}) // told once below; without a listener it would be printed for each attempt
    client.connect().catch(() => {}) // the retry strategy goes on
  }
  redis.on('ready', () => {
    awayUntil = 0
  })
  ears.on('message', (channel: string, message: string) => tell(hearers.get(channel) ?? [], message))

  const shared = () => redis.status === 'ready' && Date.now() >= awayUntil
  /** Redis when it answers, else what memory says. */
  async function either<T>(ask: () => Promise<T>, instead: () => Promise<T>): Promise<T> {
    if (!shared()) return await instead()
    try {
      const answer = await ask()
      if (away) log.info('Redis is back')
      away = false
      return answer
    } catch (error) {
      awayUntil = Date.now() + pause
      if (!away) log.warn({ reason: (error as Error).message }, 'Redis does not answer: memory stands in')
      away = true
      return await instead()
    }
  }
  const named = (key: string) => `${prefix}:${key}`

  return {
    shared,
    get: (key) =>
      either(
        async () => (await redis.get(named(key))) ?? undefined,
        () => memory.get(key),
      ),
    set: (key, value, seconds) =>
      either(
        async () => {
          await redis.set(named(key), value, 'PX', Math.max(1, Math.round(seconds * 1000)))
        },
        () => memory.set(key, value, seconds),
      ),
    delete: async (key) => {
      await memory.delete(key)
      await either(
        async () => {
          await redis.del(named(key))
        },
        async () => {},
      )
    },
    incr: (key, seconds) =>
      either(
        async () => Number(await redis.eval(count, 1, named(key), Math.max(1, Math.ceil(seconds)))),
        () => memory.incr(key, seconds),
      ),
    decr: (key) =>
      either(
        async () => void (await redis.eval(countBack, 1, named(key))),
        () => memory.decr(key),
      ),
    publish: (channel, message) =>
      either(
        async () => {
          await redis.publish(named(channel), message)
        },
        async () => tell(hearers.get(named(channel)) ?? [], message),
      ),
    async subscribe(channel, hear) {
      const set = hearers.get(named(channel)) ?? new Set()
      hearers.set(named(channel), set.add(hear))
      // queued while Redis is away, and said again after a reconnect
      const heard = ears.subscribe(named(channel)).catch(() => {})
      if (redis.status === 'ready') await heard
      return async () => {
        set.delete(hear)
        if (set.size > 0 || !hearers.delete(named(channel))) return
        await ears.unsubscribe(named(channel)).catch(() => {})
      }
    },
    async close() {
      redis.disconnect()
      ears.disconnect()
      await memory.close()
    },
  }
}
