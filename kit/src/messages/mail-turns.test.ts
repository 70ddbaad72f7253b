// Tests of the rate of mails over several processes.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryKv } from '../kv/memory.ts'
import { mailTurns } from './mail-turns.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000, toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Milliseconds after the start at which so many processes get their turns, `each` of every one. */
async function turnsOf(processes: number, each: number, kv: () => Parameters<typeof mailTurns>[0], perSecond: number): Promise<number[]> {
  const begun = Date.now()
  const times: number[] = []
  const all = Array.from({ length: processes }, () => mailTurns(kv(), perSecond)).flatMap((turn) =>
    Array.from({ length: each }, () => turn().then(() => times.push(Date.now() - begun))),
  )
  for (let left = 120_000; times.length < all.length && left > 0; left -= 10) await vi.advanceTimersByTimeAsync(10)
  return times
}

test('ten processes keep the rate together, and use it', async () => {
  const kv = memoryKv()
  const times = await turnsOf(10, 12, () => kv, 20)
  expect(times).toHaveLength(120)
  for (let second = 0; second < 6; second++)
    expect(times.filter((time) => Math.floor(time / 1000) === second).length).toBeLessThanOrEqual(20)
  expect(times.at(-1)).toBeLessThan(6000)
  await kv.close()
})

test('while the shared store is away they are slower together, not faster', async () => {
  const stores = Array.from({ length: 10 }, () => memoryKv())
  let nth = 0
  const times = await turnsOf(10, 6, () => ({ ...stores[nth++]!, shared: () => false }), 20)
  expect(times).toHaveLength(60)
  // the first of each at once, then one a second
  expect(times.filter((time) => time < 4000).length).toBeLessThanOrEqual(40)
  expect(times.at(-1)).toBeGreaterThanOrEqual(5000)
  await Promise.all(stores.map((store) => store.close()))
})

test('when the store comes back the rate is whole again, and nobody has lost a turn', async () => {
  const kv = memoryKv()
  let away = true
  setTimeout(() => {
    away = false
  }, 3000)
  const times = await turnsOf(2, 20, () => ({ incr: kv.incr, shared: () => !away }), 10)
  expect(times).toHaveLength(40)
  expect(times.filter((time) => time < 3000).length).toBeLessThanOrEqual(4)
  expect(times.at(-1)).toBeLessThan(10_000)
  await kv.close()
})
