// Tests of intervals: merged and cut.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { covered, firstSeconds, type Interval, mergeIntervals, overlap } from './intervals.ts'

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

describe('cutting', () => {
  test('the first seconds are no more than that, and the beginning of what was given', () => {
    fc.assert(
      fc.property(intervals, second, second, (given, seconds, at) => {
        const merged = mergeIntervals(given)
        const cut = firstSeconds(merged, seconds)
        expect(covered(cut)).toBeCloseTo(Math.min(seconds, covered(merged)), 5)
        if (inside(cut, at)) expect(inside(merged, at)).toBe(true)
        const last = cut.at(-1)?.[1] ?? 0
        if (at < last) expect(inside(cut, at)).toBe(inside(merged, at))
      }),
    )
  })
  test('an overlap holds what is in both', () => {
    fc.assert(
      fc.property(intervals, intervals, second, (a, b, at) => {
        const [one, other] = [mergeIntervals(a), mergeIntervals(b)]
        expect(inside(overlap(one, other), at)).toBe(inside(one, at) && inside(other, at))
      }),
    )
  })
})
