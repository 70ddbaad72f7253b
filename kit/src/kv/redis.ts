// The kv over Redis. While Redis is away or too slow, this process's memory replaces it: a limit then counts per process, a hint reaches only
// the pages of this process, and no caller gets an error.
import { Redis } from 'ioredis'
import { type Kv, notifySubscribers } from './kv.ts'
import { memoryKv } from './memory.ts'
import type { Log } from '../telemetry/log.ts'

export type RedisOptions = {
  url: string
  prefix: string
  log: Log
  /** Milliseconds without a connection until it is logged. */
  grace?: number
}

/** Longest wait for one answer, and the pause after a failure. Milliseconds. */
const patience = 300
const pause = 1000

const count = `local n = redis.call('incrby', KEYS[1], ARGV[2]) if n == tonumber(ARGV[2]) then redis.call('expire', KEYS[1], ARGV[1]) end return n`
const countBack = `if tonumber(redis.call('get', KEYS[1]) or '0') > 0 then redis.call('decr', KEYS[1]) end return 0`
const replaceSame = `local v = redis.call('get', KEYS[1]) if v ~= (ARGV[1] == '1' and ARGV[2]) then return 0 end redis.call('set', KEYS[1], ARGV[3], 'PX', ARGV[4]) return 1`
const milliseconds = (seconds: number) => Math.max(1, Math.round(seconds * 1000))

/**
 * The answer, or an error when none has come in time. A process that was busy itself first reads what has arrived meanwhile: its own delay is
 * none of Redis's.
 */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => setImmediate(() => reject(new Error(`no answer within ${patience} ms`))), patience)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Connects once and reads version, eviction policy and round trip; throws when Redis does not answer. */
export async function inspectRedis(url: string): Promise<{ version: string; policy: string; milliseconds: number }> {
  const redis = new Redis(url, { lazyConnect: true, connectTimeout: 2000, maxRetriesPerRequest: 0, retryStrategy: () => null })
  redis.on('error', () => {}) // thrown by the command that awaits it
  try {
    await redis.connect()
    const start = performance.now()
    await redis.ping()
    const elapsed = Math.max(1, Math.round(performance.now() - start))
    const info = await redis.info()
    const field = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? ''
    const full = Number(field('maxmemory')) > 0
    return { version: field('redis_version'), policy: full ? field('maxmemory_policy') : '', milliseconds: elapsed }
  } finally {
    redis.disconnect()
  }
}

export function redisKv({ url, prefix, log, grace = 5000 }: RedisOptions): Kv {
  const settings = { lazyConnect: true, retryStrategy: (times: number) => Math.min(times * 100, 1000), connectTimeout: 2000 }
  const redis = new Redis(url, { ...settings, enableOfflineQueue: false, maxRetriesPerRequest: 0 })
  const subscriber = new Redis(url, { ...settings, maxRetriesPerRequest: null, autoResubscribe: true })
  const memory = memoryKv()
  const subscribers = new Map<string, Set<(message: string) => void>>()
  let awayUntil = 0
  let away = false
  let reason = 'no connection'
  const miss = (why: string) => {
    if (!away) log.warn({ reason: why }, 'Redis does not answer: memory replaces it')
    away = true
  }
  const recover = () => {
    if (away) log.info('Redis is back')
    away = false
  }
  // without a connection no command is sent that could fail, and nothing would be logged
  let unconnected: NodeJS.Timeout | undefined
  const watch = () => (unconnected ??= setTimeout(() => miss(reason), grace).unref())
  const unwatch = () => {
    clearTimeout(unconnected)
    unconnected = undefined
  }
  watch()
  redis.on('ready', () => {
    unwatch()
    awayUntil = 0
    recover()
  })
  redis.on('close', watch)
  for (const client of [redis, subscriber]) {
    // logged once above; without a listener it would be printed for each attempt
    client.on('error', (error: NodeJS.ErrnoException) => (reason = error.message || error.code || reason))
    client.connect().catch(() => {}) // the retry strategy goes on
  }
  subscriber.on('message', (channel: string, message: string) => notifySubscribers(subscribers.get(channel) ?? [], message))

  const shared = () => redis.status === 'ready' && Date.now() >= awayUntil
  /** The answer of Redis, or that of memory when Redis does not answer. */
  async function withFallback<T>(query: () => Promise<T>, fallback: () => Promise<T>): Promise<T> {
    if (!shared()) return await fallback()
    try {
      const answer = await inTime(query())
      recover()
      return answer
    } catch (error) {
      awayUntil = Date.now() + pause
      miss((error as Error).message)
      return await fallback()
    }
  }
  const prefixed = (key: string) => `${prefix}:${key}`

  return {
    shared,
    get: (key) =>
      withFallback(
        async () => (await redis.get(prefixed(key))) ?? undefined,
        () => memory.get(key),
      ),
    set: (key, value, seconds) =>
      withFallback(
        async () => {
          await redis.set(prefixed(key), value, 'PX', milliseconds(seconds))
        },
        () => memory.set(key, value, seconds),
      ),
    replace: (key, before, value, seconds) =>
      withFallback(
        async () =>
          (await redis.eval(
            replaceSame,
            1,
            prefixed(key),
            before === undefined ? '0' : '1',
            before ?? '',
            value,
            milliseconds(seconds),
          )) === 1,
        () => memory.replace(key, before, value, seconds),
      ),
    delete: async (key) => {
      await memory.delete(key)
      await withFallback(
        async () => {
          await redis.del(prefixed(key))
        },
        async () => {},
      )
    },
    incr: (key, seconds, by = 1) =>
      withFallback(
        async () => Number(await redis.eval(count, 1, prefixed(key), Math.max(1, Math.ceil(seconds)), by)),
        () => memory.incr(key, seconds, by),
      ),
    decr: (key) =>
      withFallback(
        async () => void (await redis.eval(countBack, 1, prefixed(key))),
        () => memory.decr(key),
      ),
    publish: (channel, message) =>
      withFallback(
        async () => {
          await redis.publish(prefixed(channel), message)
        },
        async () => notifySubscribers(subscribers.get(prefixed(channel)) ?? [], message),
      ),
    async subscribe(channel, listener) {
      const set = subscribers.get(prefixed(channel)) ?? new Set()
      subscribers.set(prefixed(channel), set.add(listener))
      // queued while Redis is away, and repeated after a reconnect
      const subscription = subscriber.subscribe(prefixed(channel)).catch(() => {})
      if (redis.status === 'ready') await subscription
      return async () => {
        set.delete(listener)
        if (set.size > 0 || !subscribers.delete(prefixed(channel))) return
        await subscriber.unsubscribe(prefixed(channel)).catch(() => {})
      }
    },
    async close() {
      redis.off('close', watch)
      unwatch()
      redis.disconnect()
      subscriber.disconnect()
      await memory.close()
    },
  }
}
