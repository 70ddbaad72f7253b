// Tests of the rules of watched seconds.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { covered, type Interval, mergeIntervals } from '@lyceum/kit/intervals'
import {
  type CountState,
  countHeartbeat,
  maxBeatSeconds,
  maxRate,
  seekSlack,
  skippedAhead,
  spendClock,
  tolerance,
  watchedPercent,
} from './rules.ts'

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
      const until = spendClock({ creditedUntil: credited, startedAt: start, now, seconds, rate })
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
  test('never refuses an honest player, however late and bundled its heartbeats come', () => {
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
              credited = spendClock({ creditedUntil: credited, startedAt: start, now: after(clock), ...beat }) ?? null
              expect(credited).not.toBeNull()
            }
          }
        },
      ),
    )
  })
  test('is shared by all play sessions of a person: a second one earns nothing twice', () => {
    const now = after(15_000)
    const first = spendClock({ creditedUntil: null, startedAt: start, now, seconds: 15, rate: 1 })
    expect(first).toEqual(now)
    expect(spendClock({ creditedUntil: first!, startedAt: start, now, seconds: 15, rate: 1 })).toBeUndefined()
  })
})

describe('seeking ahead', () => {
  test('is leaving out more beyond the furthest watched point than a heartbeat may', () => {
    expect(skippedAhead([[0, 30]], [[28, 45]])).toBe(0)
    expect(
      skippedAhead(
        [[0, 30]],
        [
          [32, 45],
          [45, 60],
        ],
      ),
    ).toBe(2)
    expect(skippedAhead([[0, 30]], [[60, 70]])).toBe(30)
    expect(skippedAhead([], [[0, 15]])).toBe(0)
  })
  test('in many small steps leaves out the sum of them', () => {
    const steps = Array.from({ length: 50 }, (_, nth): Interval => [nth * 5 + 4, nth * 5 + 5])
    expect(skippedAhead([], steps)).toBe(200)
  })
})

describe('a heartbeat', () => {
  const start = new Date('2026-11-21T08:00:00Z')
  const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)
  const state = (more: Partial<CountState> = {}): CountState => ({
    watched: [],
    creditedUntil: null,
    startedAt: start,
    now: start,
    duration: null,
    forwardSeeking: true,
    served: undefined,
    ...more,
  })
  const rates = fc.constantFrom(0.5, 1, 1.5, 2, 4)
  const second = fc.integer({ min: 0, max: 20_000 }).map((tenths) => tenths / 10)
  const interval = fc.tuple(second, fc.integer({ min: 0, max: 400 })).map(([from, tenths]): Interval => [from, from + tenths / 10])
  const beats = fc.array(
    fc.record({ wait: fc.integer({ min: 0, max: 600 }), intervals: fc.array(interval, { maxLength: 12 }), rate: rates }),
    { maxLength: 25 },
  )
  const served = fc.option(
    fc.array(interval, { maxLength: 20 }).map((list) => mergeIntervals(list)),
    { nil: undefined },
  )

  test('never earns more than its part of the clock, its cap and what was served, nor moves the frontier further than the slack', () => {
    fc.assert(
      fc.property(beats, fc.boolean(), served, (list, forwardSeeking, segments) => {
        let now = state({ forwardSeeking, served: segments })
        let clock = 0
        for (const { wait, ...beat } of list) {
          clock += wait
          const previous = now
          const counted = countHeartbeat({ ...now, now: after(clock) }, beat)
          if ('refused' in counted) continue
          const rate = Math.min(beat.rate, maxRate)
          const earned = covered(counted.watched) - covered(previous.watched)
          expect(earned).toBeGreaterThanOrEqual(-1e-6)
          expect(earned).toBeLessThanOrEqual(maxBeatSeconds * rate + 1e-6)
          expect(covered(counted.watched)).toBeLessThanOrEqual((clock + tolerance) * maxRate + 1e-6)
          const furthest = (of: readonly Interval[]) => of.at(-1)?.[1] ?? 0
          if (!forwardSeeking) {
            expect(furthest(counted.watched)).toBeLessThanOrEqual(furthest(previous.watched) + earned + seekSlack + 1e-6)
            expect(furthest(counted.watched)).toBeLessThanOrEqual((clock + tolerance) * maxRate + 1e-6)
          }
          if (segments) expect(covered(counted.watched)).toBeLessThanOrEqual(covered(segments) + segments.length * 2.5 + 1e-6)
          now = { ...now, ...counted }
        }
      }),
    )
  })
  test('counts the same however its intervals are cut, ordered and repeated', () => {
    fc.assert(
      fc.property(
        fc.array(interval, { maxLength: 12 }),
        fc.boolean(),
        fc.integer({ min: 2, max: 9 }),
        (intervals, forwardSeeking, pieces) => {
          const initial = state({ now: after(1000), forwardSeeking })
          const cut = intervals.flatMap(([from, to]) =>
            Array.from(
              { length: pieces },
              (_, nth): Interval => [from + ((to - from) * nth) / pieces, from + ((to - from) * (nth + 1)) / pieces],
            ),
          )
          const once = countHeartbeat(initial, { intervals, rate: 1 })
          const again = countHeartbeat(initial, { intervals: [...cut.toReversed(), ...cut], rate: 1 })
          if ('refused' in once || 'refused' in again) expect(again).toEqual(once)
          else expect(covered(again.watched)).toBeCloseTo(covered(once.watched), 1)
        },
      ),
    )
  })
  test('after an hour’s pause earns one heartbeat’s worth', () => {
    const counted = countHeartbeat(state({ now: after(3600) }), { intervals: [[0, 3600]], rate: 1 })
    expect(counted).toMatchObject({ watched: [[0, maxBeatSeconds]] })
  })

  /** The steps of an honest player: it fetches before it plays, plays at a rate, seeks back, pauses, loses its connection and sends heartbeats late. */
  const step = fc.oneof(
    fc.record({ does: fc.constant('play' as const), seconds: fc.integer({ min: 1, max: 15 }), rate: fc.constantFrom(0.5, 1, 1.25, 2) }),
    fc.record({ does: fc.constant('pause' as const), seconds: fc.integer({ min: 1, max: 5000 }) }),
    fc.record({ does: fc.constant('back' as const), seconds: fc.integer({ min: 1, max: 200 }) }),
    fc.record({ does: fc.constant('line' as const) }),
  )
  test('of an honest player counts in full, also late, bundled, at any rate and where seeking ahead is off', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.boolean(), (steps, forwardSeeking) => {
        let now = state({ forwardSeeking })
        let [clock, position, away] = [0, 0, false]
        const played: Interval[] = []
        const fetched: Interval[] = []
        const unsent: { intervals: Interval[]; rate: number }[] = []
        const send = () => {
          for (const beat of unsent.splice(0)) {
            const counted = countHeartbeat({ ...now, now: after(clock), served: mergeIntervals(fetched) }, beat)
            expect(counted).not.toHaveProperty('refused')
            now = { ...now, ...(counted as { watched: Interval[]; creditedUntil: Date }) }
          }
        }
        for (const one of steps) {
          if (one.does === 'line') away = !away
          else if (one.does === 'pause') clock += one.seconds
          else if (one.does === 'back') position = Math.max(0, position - one.seconds)
          else {
            const to = position + one.seconds * one.rate
            for (let segment = Math.floor(position / 4) * 4; segment < to; segment += 4) fetched.push([segment, segment + 4])
            clock += one.seconds
            played.push([position, to])
            unsent.push({ intervals: [[position, to]], rate: one.rate })
            position = to
          }
          if (!away) send()
        }
        send()
        expect(covered([...now.watched])).toBeCloseTo(covered(mergeIntervals(played)), 2)
      }),
    )
  })
})

test('the last second counts as watched, but never the last tenth', () => {
  expect(watchedPercent(99.2, 100)).toBe(100)
  expect(watchedPercent(98.9, 100)).toBe(98)
  expect(watchedPercent(1.2, 2)).toBe(60)
  expect(watchedPercent(10, null)).toBe(0)
})
