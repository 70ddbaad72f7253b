// The contract suite of the kv, in memory and over Redis; callers get no error when Redis is lost.
import { randomUUID } from 'node:crypto'
import { connect, createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { changeValue, type Kv } from './kv.ts'
import { memoryKv } from './memory.ts'
import { redisKv } from './redis.ts'
import { quiet } from '../test/facts.ts'
import { until } from '../test/wait.ts'

const url = process.env.REDIS_URL
const overRedis = (at = url!, prefix = `t${randomUUID().slice(0, 8)}`) => redisKv({ url: at, prefix, log: quiet })
/** Memory stands in until Redis is connected: it is in use when another client reads what this one has written. */
async function connectedRedis(): Promise<Kv> {
  const prefix = `t${randomUUID().slice(0, 8)}`
  const [kv, another] = [overRedis(url, prefix), overRedis(url, prefix)]
  await until(async () => {
    await kv.set('connected', '1', 60)
    return (await another.get('connected')) === '1'
  })
  await another.close()
  return kv
}
const adapters: [string, () => Promise<Kv>][] = [['memory', async () => memoryKv()]]
if (url) adapters.push(['Redis', connectedRedis])

if (!url) console.warn('REDIS_URL is not set: kv is not tried over Redis (npm run stack)')

describe.each(adapters)('kv over %s', (_name, make) => {
  const open: Kv[] = []
  const start = async () => {
    const kv = await make()
    open.push(kv)
    return kv
  }
  afterEach(async () => {
    for (const kv of open.splice(0)) await kv.close()
  })

  test('a value is there until its time is over or it is deleted', async () => {
    const kv = await start()
    await kv.set('a', '1', 60)
    expect([await kv.get('a'), await kv.get('c')]).toEqual(['1', undefined])
    const began = performance.now()
    await kv.set('b', '2', 0.5)
    await until(async () => (await kv.get('b')) === undefined)
    expect(performance.now() - began).toBeGreaterThan(490)
    expect(await kv.get('a')).toBe('1')
    await kv.delete('a')
    expect(await kv.get('a')).toBeUndefined()
  })

  test('a counter counts each call once and ends with its window', async () => {
    const kv = await start()
    const counts = await Promise.all(Array.from({ length: 20 }, () => kv.incr('limit', 60)))
    expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, nth) => nth + 1))
    await kv.decr('limit')
    expect(await kv.incr('limit', 60)).toBe(20)
    expect([await kv.incr('bytes', 60, 400), await kv.incr('bytes', 60, 5)]).toEqual([400, 405])
    await kv.decr('never counted')
    expect(await kv.get('never counted')).toBeUndefined()
    const began = performance.now()
    await kv.incr('short', 1)
    await until(async () => (await kv.incr('short', 1)) === 1)
    expect(performance.now() - began).toBeGreaterThan(990)
  })

  test('a value is replaced only while it is the one that was read, so changes at once are all kept', async () => {
    const kv = await start()
    expect([await kv.replace('r', 'x', 'y', 60), await kv.replace('r', undefined, '', 60)]).toEqual([false, true])
    expect([await kv.replace('r', undefined, 'y', 60), await kv.replace('r', '', 'z', 60), await kv.get('r')]).toEqual([false, true, 'z'])
    await Promise.all(Array.from({ length: 8 }, (_, nth) => changeValue(kv, 'list', 60, (before = '') => before + nth)))
    expect([...(await kv.get('list'))!].toSorted()).toEqual([...'01234567'])
    await changeValue(kv, 'none', 60, () => undefined)
    expect(await kv.get('none')).toBeUndefined()
    await kv.set('brief', '1', 60)
    await changeValue(kv, 'brief', 0.2, () => '2')
    await until(async () => (await kv.get('brief')) === undefined)
  })

  test('a message reaches every subscriber of the channel, until it leaves, also when another of them throws', async () => {
    const kv = await start()
    const heard: string[] = []
    await kv.subscribe('news', () => {
      throw new Error('its own fault')
    })
    const leave = await kv.subscribe('news', (message) => heard.push(`1 ${message}`))
    await kv.subscribe('news', (message) => heard.push(`2 ${message}`))
    await kv.subscribe('other', (message) => heard.push(`other ${message}`))
    await until(async () => {
      await kv.publish('news', 'a')
      return heard.length >= 2
    })
    await leave()
    heard.length = 0
    await kv.publish('news', 'b')
    await until(() => heard.includes('2 b'))
    expect(heard.filter((one) => one !== '2 a')).not.toContain('1 b')
    expect(heard).not.toContain('other b')
  })
})

test('counters in memory outlive any number of cached values, and values any number of counters', async () => {
  const kv = memoryKv({ maxEntries: 10 })
  await kv.set('ended', '1', 60)
  await kv.incr('guesses', 60, 5)
  for (let nth = 0; nth < 9; nth++) await Promise.all([kv.set(`v${nth}`, '', 60), kv.incr(`c${nth}`, 60)])
  expect([await kv.get('ended'), await kv.get('guesses')]).toEqual(['1', '5'])
  for (let nth = 0; nth < 50; nth++) await kv.set(`w${nth}`, '', 60)
  expect([await kv.get('ended'), await kv.incr('guesses', 60)]).toEqual([undefined, 6])
  await kv.delete('guesses')
  expect(await kv.get('guesses')).toBeUndefined()
  await kv.close()
})

describe.skipIf(!url)('Redis', () => {
  test('fans out to other processes, and keeps systems with other prefixes apart', async () => {
    const prefix = `t${randomUUID().slice(0, 8)}`
    const [one, two, foreign] = [overRedis(url, prefix), overRedis(url, prefix), overRedis()]
    const heard: string[] = []
    await two.subscribe('c', (message) => heard.push(message))
    await foreign.subscribe('c', (message) => heard.push(`foreign ${message}`))
    await until(async () => {
      await one.publish('c', 'x')
      return heard.length > 0
    })
    expect(new Set(heard)).toEqual(new Set(['x']))
    await until(async () => {
      await one.set('k', 'v', 10)
      return (await two.get('k')) === 'v'
    })
    await Promise.all([one, two, foreign].map((kv) => kv.close()))
  })

  test('an answer that came while this process was busy counts, however long that took', async () => {
    const kv = await connectedRedis()
    await kv.set('k', 'of Redis', 60)
    const answer = kv.get('k')
    const end = performance.now() + 600
    while (performance.now() < end);
    expect([await answer, kv.shared()]).toEqual(['of Redis', true])
    await kv.close()
  })

  test.each(['cut off', 'halted'] as const)(
    'a lost Redis (%s) causes no error: memory replaces it, and Redis is used again when it is back',
    async (how) => {
      const line = await proxy(url!)
      const kv = overRedis(line.url)
      const heard: string[] = []
      await kv.subscribe('c', (message) => heard.push(message))
      await until(async () => {
        await kv.set('before', '1', 60)
        await kv.publish('c', 'before')
        return line.carried() > 0 && heard.includes('before')
      })
      line.lose(how)
      const began = performance.now()
      await kv.set('during', '2', 60)
      expect(await kv.get('during')).toBe('2')
      expect([await kv.incr('n', 60), await kv.incr('n', 60)]).toEqual([1, 2])
      await kv.publish('c', 'during')
      await until(() => heard.includes('during'))
      // one call waits for an answer in vain, then Redis is left alone for a second
      expect(line.unanswered()).toBeLessThanOrEqual(1 + (performance.now() - began) / 1000)
      await line.back()
      await until(async () => (await kv.get('before')) === '1')
      await until(async () => {
        await kv.publish('c', 'after')
        return heard.includes('after')
      })
      await kv.close()
      await line.close()
    },
  )
})

/** A line to Redis that can be cut, or go silent as when Redis is halted. */
async function proxy(to: string) {
  const target = new URL(to)
  const sockets = new Set<Socket>()
  let [carried, unanswered] = [0, 0]
  let silent = false
  const listen = (port: number) =>
    new Promise<ReturnType<typeof createServer>>((resolve) => {
      const server = createServer((here) => {
        const there = connect(Number(target.port || 6379), target.hostname)
        for (const [from, into] of [
          [here, there],
          [there, here],
        ] as const) {
          sockets.add(from)
          from.on('data', (bytes) => {
            carried += bytes.length
            if (!silent) into.write(bytes)
            else if (from === here) unanswered++
          })
          from.on('close', () => {
            into.destroy()
            sockets.delete(from)
          })
          from.on('error', () => {})
        }
      }).listen(port, '127.0.0.1', () => resolve(server))
    })
  let server = await listen(0)
  const { port } = server.address() as { port: number }
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    carried: () => carried,
    /** Bytes that the client has sent to a halted Redis. */
    unanswered: () => unanswered,
    lose(how: 'cut off' | 'halted') {
      if (how === 'halted') silent = true
      else {
        server.close()
        cut()
      }
    },
    async back() {
      if (silent) {
        silent = false
        cut() // the bytes swallowed meanwhile are lost: the client connects again
      } else server = await listen(port)
    },
    async close() {
      server.close()
      cut()
    },
  }
}
