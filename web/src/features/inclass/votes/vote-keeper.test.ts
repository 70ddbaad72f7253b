// Keeping an answer to a vote: sent once and counted once through a break, the last change last, nothing after the close.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Failure, Slot } from '../../../parts/learning/attempts/answer-keeper.ts'
import { createVoteKeeper, type HeldAnswer } from './vote-keeper.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server that keeps an answer by the rule of votes, behind a connection that breaks before or after it. */
function room(start?: HeldAnswer, kept: HeldAnswer[] = []) {
  let row: { seq: number; answer: Record<string, unknown> } | undefined = start && { seq: start.seq, answer: start.answer! }
  const writes: number[] = []
  const device = new Map<number, unknown>(kept.map(({ seq, answer }) => [seq, answer]))
  let shown: Slot | undefined
  let held: string | undefined
  const on = { cut: undefined as 'before' | 'after' | undefined, failure: 'transient' as Failure, closed: false }
  const keeper = createVoteKeeper(
    {
      async send(item) {
        if (on.cut === 'before') throw new Error('no connection')
        if (on.closed) throw Object.assign(new Error('closed'), { closed: true })
        if (!row || row.seq < item.seq) {
          row = item
          writes.push(item.seq)
        }
        if (on.cut === 'after') throw new Error('no reply')
        return row
      },
      failureOf: (error) => ((error as { closed?: boolean }).closed ? 'ended' : on.failure),
      keep: async ({ seq, answer }) => void device.set(seq, answer),
      drop: (seq) => {
        for (const one of device.keys()) if (one <= seq) device.delete(one)
      },
      onAnswer: (slot) => (shown = slot),
      onHeld: (why) => (held = why),
      now: () => Date.now(),
    },
    start,
    kept,
  )
  return {
    on,
    keeper,
    device,
    writes,
    row: () => row,
    shown: () => shown,
    held: () => held,
    /** An answer of another device. */
    other: (seq: number, answer: Record<string, unknown>) => (row = { seq, answer }),
  }
}

test('a stream that is cut during a vote: sent once, counted once', async () => {
  const vote = room()
  vote.on.cut = 'after'
  vote.keeper.answer({ choice: 'a' })
  await vi.advanceTimersByTimeAsync(200)
  // it arrived, and nobody here knows: it is kept on this device and sent again
  expect([vote.writes, vote.device.size, vote.shown()?.state.kind]).toEqual([[1], 1, 'device'])
  await vi.advanceTimersByTimeAsync(9000)
  expect(vote.device.size).toBe(1)
  vote.on.cut = undefined
  await vi.advanceTimersByTimeAsync(4100)
  expect([vote.writes, vote.device.size, vote.shown()?.state.kind]).toEqual([[1], 0, 'saved'])
})

test('answers that are changed without a connection arrive as the last one, also after a reload', async () => {
  const before = room()
  before.on.cut = 'before'
  before.keeper.answer({ choice: 'a' })
  await vi.advanceTimersByTimeAsync(200)
  before.keeper.answer({ choice: 'b' })
  await vi.advanceTimersByTimeAsync(200)
  const [[seq, answer]] = [...before.device].slice(-1) as [[number, Record<string, unknown>]]
  expect([seq, answer]).toEqual([2, { choice: 'b' }])
  const after = room(undefined, [{ seq, answer, at: 0 }])
  await after.keeper.flush()
  expect([after.row(), after.device.size]).toEqual([{ seq: 2, answer: { choice: 'b' } }, 0])
})

test('an answer of another device that counts is shown; the next change is newer than it', async () => {
  const vote = room({ seq: 1, answer: { choice: 'a' }, at: 0 })
  vote.other(7, { choice: 'c' })
  vote.keeper.answer({ choice: 'b' })
  await vi.advanceTimersByTimeAsync(200)
  expect([vote.shown()?.answer, vote.row()]).toEqual([{ choice: 'c' }, { seq: 7, answer: { choice: 'c' } }])
  vote.keeper.answer({ choice: 'b' })
  await vi.advanceTimersByTimeAsync(200)
  expect(vote.row()).toEqual({ seq: 8, answer: { choice: 'b' } })
})

test('after the close nothing is sent any more', async () => {
  const vote = room()
  vote.on.closed = true
  vote.keeper.answer({ choice: 'a' })
  await vi.advanceTimersByTimeAsync(200)
  expect([vote.held(), vote.row(), vote.keeper.unsent().length]).toEqual(['ended', undefined, 1])
})
