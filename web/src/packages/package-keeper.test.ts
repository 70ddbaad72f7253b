// Entries of a package reach the server in their order, whatever becomes of the connection, the session or the device.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Entry } from '../../package-frame/messages.ts'
import type { Failure } from '../parts/learning/attempts/answer-keeper.ts'
import { createPackageKeeper, type SaveState } from './package-keeper.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const entry = (seq: number, text = ''): Entry => ({ seq, sco: 'a', at: 1, set: { 'cmi.suspend_data': text }, end: false })
function world(left: Entry[] = []) {
  const requests: number[][] = []
  const held: unknown[] = []
  const states: SaveState[] = []
  const acknowledged: string[] = []
  const store = new Map(left.map((one) => [one.seq, one]))
  let failing: Failure | ((entries: Entry[]) => Failure | undefined) | undefined
  const keeper = createPackageKeeper(
    {
      async send(entries) {
        requests.push(entries.map(({ seq }) => seq))
        const failure = typeof failing === 'function' ? failing(entries) : failing
        if (failure) throw failure
        return { saved_at: 7 }
      },
      failureOf: (error) => error as Failure,
      keep: async (one) => void store.set(one.seq, one),
      drop: ({ seq }) => store.delete(seq),
      onSave: (state) => states.push(state),
      onKept: (seq) => acknowledged.push(`kept ${seq}`),
      onSaved: (seq) => acknowledged.push(`saved ${seq}`),
      onRefused: () => acknowledged.push('refused'),
      onHeld: (why) => held.push(why),
      now: () => 3,
    },
    left,
  )
  return { keeper, requests, held, states, acknowledged, store, fail: (how: typeof failing) => (failing = how) }
}

test('each entry is on the device first, and all of two seconds go in one request', async () => {
  const { keeper, requests, store, acknowledged, states } = world()
  for (const seq of [1, 2, 3]) keeper.add(entry(seq))
  keeper.add(entry(2, 'again'))
  await vi.advanceTimersByTimeAsync(0)
  expect([[...store.keys()], requests]).toEqual([[1, 2, 3], []])
  await vi.advanceTimersByTimeAsync(2000)
  expect(requests).toEqual([[1, 2, 3]])
  expect([store.size, acknowledged.at(-1), states.at(-1)]).toEqual([0, 'saved 3', { kind: 'saved', at: 7 }])
  expect(acknowledged[0]).toMatch(/^kept/)
})

test('without a connection they stay on the device, and go in their order once it is back', async () => {
  const { keeper, requests, store, states, fail } = world([entry(5), entry(4)])
  fail('transient')
  expect(await keeper.flush()).toBe(false)
  keeper.add(entry(6))
  await vi.advanceTimersByTimeAsync(600_000)
  expect([[...store.keys()].sort(), states.at(-1)]).toEqual([[4, 5, 6], { kind: 'device', at: 3 }])
  expect(requests.length).toBeLessThan(30)
  fail(undefined)
  await vi.advanceTimersByTimeAsync(30_000)
  expect([requests.at(-1), store.size, keeper.unsent()]).toEqual([[4, 5, 6], 0, []])
})

test('another device, an ended session or an ended activity stop it until it is resumed; nothing is lost', async () => {
  for (const why of ['elsewhere', 'session', 'ended'] as const) {
    const { keeper, requests, held, store, fail } = world()
    fail(why)
    keeper.add(entry(1))
    await keeper.flush()
    keeper.add(entry(2))
    await vi.advanceTimersByTimeAsync(60_000)
    expect([held, requests, [...store.keys()]]).toEqual([[why], [[1]], [1, 2]])
    expect(keeper.leaving()).toEqual([])
    fail(undefined)
    expect(await keeper.resume()).toBe(true)
    expect([requests.at(-1), store.size, held]).toEqual([[1, 2], 0, [why, undefined]])
  }
})

test('an entry that the server does not take keeps none of the others back', async () => {
  const { keeper, requests, store, states, acknowledged, fail } = world()
  fail((entries) => (entries.some(({ seq }) => seq === 2) ? 'refused' : undefined))
  for (const seq of [1, 2, 3]) keeper.add(entry(seq))
  expect(await keeper.flush()).toBe(true)
  expect([requests, store.size]).toEqual([[[1, 2, 3], [1], [2], [3]], 0])
  expect([states.at(-1), acknowledged.filter((one) => one === 'refused').length]).toEqual([{ kind: 'saved', at: 7 }, 1])
})

test('a last entry that the server does not take leaves no save on its way', async () => {
  const { keeper, states, fail } = world()
  fail('refused')
  keeper.add(entry(1))
  expect(await keeper.flush()).toBe(true)
  expect(states.at(-1)).toEqual({ kind: 'none' })
})

test('saves that a package asks for follow each other at a distance, and wait after a failure until the connection is back', async () => {
  const { keeper, requests, fail } = world()
  for (let seq = 1; seq <= 20; seq++) {
    keeper.add(entry(seq))
    keeper.flushSoon()
    await vi.advanceTimersByTimeAsync(50)
  }
  expect(requests.length).toBeLessThanOrEqual(4)
  fail('transient')
  keeper.add(entry(21))
  await keeper.flush()
  const before = requests.length
  for (let seq = 22; seq < 60; seq++) {
    keeper.add(entry(seq))
    keeper.flushSoon()
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(requests.length).toBe(before)
  fail(undefined)
  expect(await keeper.flush()).toBe(true)
})

test('a request has a bound, and what the browser sends after the page a smaller one', async () => {
  const { keeper, requests, fail } = world()
  fail('transient')
  for (const seq of [1, 2]) keeper.add(entry(seq, 'a'.repeat(40_000)))
  expect(keeper.leaving().map(({ seq }) => seq)).toEqual([1])
  keeper.close()
  const chinese = world()
  chinese.keeper.add(entry(1, '页'.repeat(20_000)))
  expect(chinese.keeper.leaving()).toEqual([])
  const big = world()
  big.keeper.add(entry(1, 'a'.repeat(60_000)))
  expect(big.keeper.leaving()).toEqual([])
  for (let seq = 2; seq < 20; seq++) big.keeper.add(entry(seq, 'a'.repeat(60_000)))
  await big.keeper.flush()
  expect(big.requests.map(({ length }) => length)).toEqual([8, 8, 3])
  expect(requests.length).toBeLessThan(3)
})
