// Tests of watched intervals: the log of a play session, merging, gaps, percentages.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  covered,
  furthestSecond,
  gaps,
  type Interval,
  merge,
  missingParts,
  emptyLog,
  advanceLog,
  watchedIntervals,
  closeLog,
  takeIntervals,
} from './intervals.ts'

/** Plays from `from` for `seconds` of the recording at a rate, with a time update every 250 ms. */
function play(start = emptyLog, from: number, seconds: number, rate = 1, clock = { time: 0 }) {
  let log = start
  for (let position = from; position <= from + seconds + 1e-9; position += 0.25 * rate) {
    log = advanceLog(log, position, clock.time, rate)
    clock.time += 250
  }
  return log
}

describe('intervals that were played', () => {
  test('is one stretch from start to pause', () => expect(watchedIntervals(closeLog(play(emptyLog, 0, 10)))).toEqual([[0, 10]]))
  test('includes the stretch that still runs', () => expect(watchedIntervals(play(emptyLog, 5, 10))).toEqual([[5, 15]]))
  test('is the same stretch at double speed', () => expect(watchedIntervals(play(emptyLog, 0, 10, 2))).toEqual([[0, 10]]))
  test('splits at a seek ahead', () =>
    expect(watchedIntervals(play(closeLog(play(emptyLog, 0, 5)), 60, 5))).toEqual([
      [0, 5],
      [60, 65],
    ]))
  test('joins after a seek back', () => expect(watchedIntervals(play(closeLog(play(emptyLog, 0, 10)), 4, 8))).toEqual([[0, 12]]))
  test('splits at a jump without a seek event', () => {
    const clock = { time: 0 }
    expect(watchedIntervals(play(play(emptyLog, 0, 5, 1, clock), 100, 5, 1, clock))).toEqual([
      [0, 5],
      [100, 105],
    ])
  })
  test('is reported once: the running stretch goes on where the last beat ended', () => {
    const clock = { time: 0 }
    const first = takeIntervals(play(emptyLog, 0, 15, 1, clock))
    expect(first.intervals).toEqual([[0, 15]])
    expect(takeIntervals(play(first.rest, 15.25, 4.75, 1, clock)).intervals).toEqual([[15, 20]])
  })
  test('counts nothing while the recording stands', () => {
    let log = advanceLog(emptyLog, 3, 0, 1)
    for (let time = 0; time < 5000; time += 250) log = advanceLog(log, 3, time, 1)
    expect(watchedIntervals(log)).toEqual([])
  })
  test('does not count seconds that a sleeping tab did not show', () => {
    const slept = advanceLog(play(emptyLog, 0, 2), 500, 2250 + 10_000, 1)
    expect(covered(watchedIntervals(slept))).toBeCloseTo(2)
  })
})

describe('stretches', () => {
  test('merge sorts, joins and drops empty ones', () =>
    expect(
      merge([
        [5, 8],
        [0, 2],
        [2, 3],
        [4, 4],
      ]),
    ).toEqual([
      [0, 3],
      [5, 8],
    ]))
  test('gaps are what is left', () =>
    expect(
      gaps(
        [
          [10, 20],
          [30, 40],
        ],
        45,
      ),
    ).toEqual([
      [0, 10],
      [20, 30],
      [40, 45],
    ]))
  test('the whole is the only gap of nothing', () => expect(gaps([], 45)).toEqual([[0, 45]]))
  test('nothing is missing at 100 %, also beside a gap that the server lets pass', () =>
    expect(missingParts([[0, 44.4]], 45, 100)).toEqual([]))
  test('below 100 % something is missing, also where every gap is shorter than a second', () => {
    const seconds = Array.from({ length: 45 }, (_, second): Interval => [second, second + 0.9])
    expect(missingParts(seconds, 45, 89)).toHaveLength(45)
    expect(missingParts([...seconds, [10, 10.9], [0, 5]], 45, 90)[0]).toEqual([5.9, 6])
    expect(missingParts([[0, 20], [22, 45]], 45, 95)).toEqual([[20, 22]]) // biome-ignore format: one case a line
  })
  test('furthest is the latest end', () =>
    expect(
      furthestSecond([
        [50, 60],
        [0, 20],
      ]),
    ).toBe(60))

  const some = fc.array(
    fc
      .tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 500 }))
      .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as Interval),
  )
  test('merged stretches are apart, in order, and cover the same seconds', () => {
    fc.assert(
      fc.property(some, (list) => {
        const joined = merge(list)
        const set = new Set(list.flatMap(([from, to]) => Array.from({ length: to - from }, (_, n) => from + n)))
        for (const [n, [from]] of joined.entries()) if (n) expect(from).toBeGreaterThan(joined[n - 1]![1])
        expect(covered(list)).toBe(set.size)
      }),
    )
  })
  test('stretches and gaps fill the duration', () => {
    fc.assert(
      fc.property(some, (list) => {
        expect(covered(list) + covered(gaps(list, 500, 0))).toBe(500)
      }),
    )
  })
})
