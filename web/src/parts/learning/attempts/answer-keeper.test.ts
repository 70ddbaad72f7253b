// Answers reach the server once each, the last of a question wins, and nothing leaves this device before it is there.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AnswerItem, createAnswerKeeper, type Failure, type Ports, type SlotState } from './answer-keeper.ts'

class Refusal extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure)
    this.failure = failure
  }
}

const reply = {
  now: '2026-11-25T10:00:00Z',
  deadline: '2026-11-25T11:00:00Z',
  paused_at: null,
  state: 'running',
  late: [],
  saved: [],
  refused: [],
}

function world(start: (AnswerItem & { at: number })[] = [], kept: (AnswerItem & { at: number })[] = [], other: Partial<Ports> = {}) {
  const device = new Map(kept.map((item) => [item.slot, item.seq]))
  const server = new Map(start.map(({ slot, seq, answer }) => [slot, { seq, answer }]))
  const states = new Map<number, SlotState>()
  const seen = {
    requests: 0,
    offline: undefined as number | undefined,
    held: undefined as string | undefined,
    marks: [] as number[],
    furthest: [] as number[][],
  }
  let failing: Failure | undefined
  const ports: Ports = {
    send: async (items, { marked, furthest }) => {
      seen.requests++
      if (failing) throw new Refusal(failing)
      for (const { slot, seq, answer } of items) if ((server.get(slot)?.seq ?? 0) < seq) server.set(slot, { seq, answer })
      if (marked) seen.marks = marked
      if (furthest !== undefined) seen.furthest.push([furthest, server.size])
      return { ...reply, saved: items }
    },
    failureOf: (error) => (error as Refusal).failure,
    keep: async ({ slot, seq }) => void device.set(slot, seq),
    drop: (slot, seq) => {
      if (device.get(slot) === seq) device.delete(slot)
    },
    onSlot: (slot, { state }) => void states.set(slot, state),
    onReply: () => {},
    onOffline: (since) => {
      seen.offline = since
    },
    onHeld: (why) => {
      seen.held = why
    },
    leastSeq: () => 1,
    ...other,
  }
  return {
    device,
    server,
    states,
    seen,
    fail: (how: Failure | undefined) => {
      failing = how
    },
    keeper: createAnswerKeeper(ports, start, kept),
  }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a choice is sent at once, a text every three seconds', async () => {
  const { keeper, server, device, states, seen } = world()
  keeper.answer(0, { choice: 'a' })
  await vi.advanceTimersByTimeAsync(200)
  expect(server.get(0)).toEqual({ seq: 1, answer: { choice: 'a' } })
  expect(states.get(0)).toEqual({ kind: 'saved', at: Date.parse('2026-11-25T10:00:00Z') })
  expect(device.size).toBe(0)
  for (let key = 0; key < 40; key++) {
    keeper.answer(1, { text: 'x'.repeat(key + 1) }, true)
    await vi.advanceTimersByTimeAsync(100)
  }
  // 4 s of typing: one request under way, the rest within three seconds
  expect(seen.requests).toBe(2)
  await vi.advanceTimersByTimeAsync(3000)
  expect(server.get(1)?.answer).toEqual({ text: 'x'.repeat(40) })
})

test('without a connection everything is kept, and sent by itself in the end', async () => {
  const { keeper, server, device, states, seen, fail } = world()
  fail('transient')
  keeper.answer(0, { choice: 'a' })
  keeper.answer(1, { choice: 'b' })
  await vi.advanceTimersByTimeAsync(1000)
  keeper.answer(0, { choice: 'c' })
  await vi.advanceTimersByTimeAsync(30 * 60_000)
  expect(seen.offline).toBeDefined()
  expect([...device.keys()]).toEqual([0, 1])
  expect(states.get(0)?.kind).toBe('device')
  fail(undefined)
  await vi.advanceTimersByTimeAsync(5000)
  expect(server.get(0)?.answer).toEqual({ choice: 'c' })
  expect(server.get(1)?.answer).toEqual({ choice: 'b' })
  expect(device.size).toBe(0)
  expect(seen.offline).toBeUndefined()
})

test('an earlier answer on this device is sent, unless the server has a newer one', async () => {
  const saved = { slot: 0, seq: 5, answer: { choice: 'new' }, at: 0 }
  const { keeper, server, device } = world(
    [saved],
    [
      { slot: 0, seq: 4, answer: { choice: 'old' }, at: 0 },
      { slot: 1, seq: 2, answer: { choice: 'b' }, at: 0 },
    ],
  )
  expect(device.has(0)).toBe(false)
  await keeper.flush()
  expect(server.get(0)?.answer).toEqual({ choice: 'new' })
  expect(server.get(1)?.answer).toEqual({ choice: 'b' })
})

test('an ended session or another device holds it until it may go on', async () => {
  const { keeper, server, seen, fail, states } = world()
  fail('session')
  keeper.answer(3, { choice: 'a' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(seen).toMatchObject({ held: 'session', requests: 1 })
  expect(states.get(3)?.kind).toBe('device')
  keeper.answer(3, { choice: 'b' })
  fail(undefined)
  await keeper.resume()
  expect(server.get(3)?.answer).toEqual({ choice: 'b' })
  expect(seen.held).toBeUndefined()
})

test('an answer that is refused holds up no other', async () => {
  const { keeper, server, states, fail, seen } = world()
  fail('refused')
  keeper.answer(0, { choice: 'a' })
  await vi.advanceTimersByTimeAsync(500)
  expect(states.get(0)).toEqual({ kind: 'refused', code: 'invalid' })
  fail(undefined)
  keeper.answer(1, { choice: 'b' })
  keeper.mark(new Set([1, 0]))
  await vi.advanceTimersByTimeAsync(500)
  expect(server.get(1)?.answer).toEqual({ choice: 'b' })
  expect(seen.marks).toEqual([0, 1])
  keeper.answer(0, null)
  await vi.advanceTimersByTimeAsync(500)
  expect(server.get(0)?.answer).toBeNull()
})

test('of answers that go alone each says what became of it', async () => {
  const states = new Map<number, SlotState>()
  const { keeper } = world([], [], {
    onSlot: (slot, { state }) => void states.set(slot, state),
    send: async (items) => {
      if (items.length > 1) throw new Refusal('refused')
      const [{ slot } = { slot: 0 }] = items
      return { ...reply, late: slot === 1 ? [1] : [], refused: slot === 2 ? [{ slot: 2, code: 'answer.unfit' }] : [] }
    },
  })
  for (const slot of [0, 1, 2]) keeper.answer(slot, { choice: 'a' })
  await vi.advanceTimersByTimeAsync(500)
  expect([...states.values()]).toEqual([
    { kind: 'saved', at: Date.parse(reply.now) },
    { kind: 'late' },
    { kind: 'refused', code: 'answer.unfit' },
  ])
  expect(keeper.unsent()).toEqual([])
})

test('a step ahead is told with the answers behind it, never before them', async () => {
  const { keeper, seen, fail } = world()
  keeper.answer(0, { text: 'still written' }, true)
  keeper.reach(1)
  await vi.advanceTimersByTimeAsync(500)
  expect(seen.furthest).toEqual([[1, 1]])
  fail('transient')
  for (let slot = 60; slot > 0; slot--) keeper.answer(slot, { choice: 'a' })
  keeper.reach(61)
  await vi.advanceTimersByTimeAsync(500)
  fail(undefined)
  await vi.advanceTimersByTimeAsync(5000)
  expect(seen.furthest).toEqual([
    [1, 1],
    [61, 61],
  ])
})

test('the server’s answer is the last one that it took, whatever became of later ones', async () => {
  const { keeper, fail } = world()
  keeper.answer(0, { choice: 'a' })
  await vi.advanceTimersByTimeAsync(500)
  fail('refused')
  keeper.answer(0, { choice: 'b' })
  await vi.advanceTimersByTimeAsync(500)
  fail('transient')
  keeper.answer(1, { choice: 'c' })
  await vi.advanceTimersByTimeAsync(500)
  expect(keeper.saved()).toEqual([{ slot: 0, seq: 1, answer: { choice: 'a' }, at: Date.parse(reply.now) }])
})

test('answers of the server that are read later count, where this device has nothing newer', async () => {
  const old = { answer: { choice: 'old' }, at: 0 }
  const { keeper, fail } = world(
    [0, 1].map((slot) => ({ slot, seq: 5, ...old })),
    [1, 2].map((slot) => ({ slot, seq: 7, answer: { choice: 'draft' }, at: 0 })),
  )
  fail('transient')
  await keeper.flush()
  keeper.adopt([0, 1, 2].map((slot) => ({ slot, seq: slot === 1 ? 6 : 6 + slot, answer: { choice: 'new' }, at: 1 })))
  expect(keeper.saved().map(({ slot, seq }) => [slot, seq])).toEqual([
    [0, 6],
    [1, 6],
    [2, 8],
  ])
  expect(keeper.unsent()).toEqual([{ slot: 1, seq: 7, answer: { choice: 'draft' } }])
})
