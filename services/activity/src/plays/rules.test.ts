import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { covered, type Interval, maxRate, mergeIntervals, seeksAhead, spend, tolerance, watchedPercent } from './rules.ts'

const second = fc.integer({ min: 0, max: 20_000 }).map((tenths) => tenths / 10)
const interval = fc.tuple(second, second).map(([a, b]): Interval => [Math.min(a, b), Math.max(a, b)])
const intervals = fc.array(interval, { maxLength: 30 })
const inside = (list: readonly Interval[], at: number) => list.some(([from, to]) => at >= from && at < to)

describe('merged intervals', () => {
  test('are sorted, disjoint and not empty', () => {
    fc.assert(
      fc.property(intervals, (given) => {
        const merged = mergeIntervals(given)
        merged.forEach(([from, to], nth) => {
          expect(to).toBeGreaterThan(from)
          if (nth > 0) expect(from).toBeGreaterThan(merged[nth - 1]![1])
        })
      }),
    )
  })
  test('cover exactly the seconds that were given', () => {
    fc.assert(
      fc.property(intervals, second, (given, at) => {
        expect(inside(mergeIntervals(given), at)).toBe(inside(given, at))
      }),
    )
  })
  test('do not depend on order, grouping or repetition', () => {
    fc.assert(
      fc.property(intervals, intervals, (a, b) => {
        const once = mergeIntervals([...a, ...b])
        expect(mergeIntervals([...b, ...a])).toEqual(once)
        expect(mergeIntervals([...mergeIntervals(a), ...mergeIntervals(b)])).toEqual(once)
        expect(mergeIntervals([...once, ...a])).toEqual(once)
      }),
    )
  })
  test('never count more than was reported nor more than there is', () => {
    fc.assert(
      fc.property(intervals, second, (given, duration) => {
        const seconds = covered(mergeIntervals(given, duration))
        expect(seconds).toBeLessThanOrEqual(duration + 1e-6)
        expect(seconds).toBeLessThanOrEqual(given.reduce((sum, [from, to]) => sum + to - from, 0) + 1e-6)
        expect(watchedPercent(seconds, duration)).toBeLessThanOrEqual(100)
      }),
    )
  })
  test('drop what runs backwards or ends before it begins', () => {
    expect(
      mergeIntervals(
        [
          [5, 3],
          [2, 2],
          [-4, 1],
          [8, 12],
        ],
        10,
      ),
    ).toEqual([
      [0, 1],
      [8, 10],
    ])
  })
})

describe('the wall clock', () => {
  const start = new Date('2026-11-21T08:00:00Z')
  const after = (ms: number) => new Date(start.getTime() + ms)
  type Beat = { wait: number; seconds: number; rate: number }
  const beats = fc.array(
    fc.record({
      wait: fc.integer({ min: 0, max: 60_000 }),
      seconds: fc.integer({ min: 0, max: 120 }),
      rate: fc.constantFrom(0.5, 1, 1.5, 2, 4),
    }),
    { maxLength: 40 },
  )
  const run = (list: Beat[]) => {
    let [now, credited, counted] = [start, null as Date | null, 0]
    for (const { wait, seconds, rate } of list) {
      now = new Date(now.getTime() + wait)
      const until = spend({ creditedUntil: credited, startedAt: start, now, seconds, rate })
      if (until) [credited, counted] = [until, counted + seconds]
    }
    return { counted, passed: (now.getTime() - start.getTime()) / 1000 }
  }
  test('never lets more be watched than has passed, times the greatest rate, plus the tolerance once', () => {
    fc.assert(
      fc.property(beats, (list) => {
        const { counted, passed } = run(list)
        expect(counted).toBeLessThanOrEqual((passed + tolerance) * maxRate + 1e-6)
      }),
    )
  })
  test('never refuses an honest player, however late and bundled its beats come', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ watch: fc.integer({ min: 0, max: 60 }), rate: fc.constantFrom(0.5, 1, 2), held: fc.boolean() }), {
          maxLength: 40,
        }),
        (list) => {
          let [clock, credited] = [0, null as Date | null]
          const waiting: { seconds: number; rate: number }[] = []
          for (const { watch, rate, held } of list) {
            clock += watch * 1000
            waiting.push({ seconds: watch * rate, rate })
            if (held) continue
            for (const beat of waiting.splice(0)) {
              credited = spend({ creditedUntil: credited, startedAt: start, now: after(clock), ...beat }) ?? null
              expect(credited).not.toBeNull()
            }
          }
        },
      ),
    )
  })
  test('is shared by all play sessions of a person: a second one earns nothing twice', () => {
    const now = after(15_000)
    const first = spend({ creditedUntil: null, startedAt: start, now, seconds: 15, rate: 1 })
    expect(first).toEqual(now)
    expect(spend({ creditedUntil: first!, startedAt: start, now, seconds: 15, rate: 1 })).toBeUndefined()
  })
})

test('seeking ahead is playing beyond the furthest watched point', () => {
  expect(seeksAhead([[0, 30]], [[28, 45]])).toBe(false)
  expect(
    seeksAhead(
      [[0, 30]],
      [
        [32, 45],
        [45, 60],
      ],
    ),
  ).toBe(false)
  expect(seeksAhead([[0, 30]], [[60, 70]])).toBe(true)
  expect(seeksAhead([], [[0, 15]])).toBe(false)
})

test('the last second is given, but never the last tenth', () => {
  expect(watchedPercent(99.2, 100)).toBe(100)
  expect(watchedPercent(98.9, 100)).toBe(98)
  expect(watchedPercent(1.2, 2)).toBe(60)
  expect(watchedPercent(10, null)).toBe(0)
})
