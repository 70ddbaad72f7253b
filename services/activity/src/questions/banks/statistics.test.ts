// Tests of the statistics of questions.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AttemptRow, correlation, itemStatistics, reliability } from './statistics.ts'

const row = (...shares: number[]): AttemptRow => ({ shares: Object.fromEntries(shares.map((share, n) => [`q${n}`, share])) })

test('known figures', () => {
  // five people, three questions: variances of the questions 0.3, 0.3, 0.2, of the sums 1.7
  const people = [row(1, 1, 1), row(1, 1, 1), row(1, 0, 1), row(0, 0, 1), row(0, 0, 0)]
  expect(reliability(people)).toBeCloseTo((3 / 2) * (1 - 0.8 / 1.7), 10)
  const of = itemStatistics(people)
  expect(of.get('q0')).toMatchObject({ answers: 5, difficulty: 0.6 })
  // with the sums of the two others: 2, 2, 1, 1, 0
  expect(of.get('q0')?.discrimination).toBeCloseTo(
    correlation([
      [1, 2],
      [1, 2],
      [1, 1],
      [0, 1],
      [0, 0],
    ])!,
    10,
  )
  expect(of.get('q0')?.discrimination).toBeCloseTo(0.763763, 5)
})

test('questions that everybody answers alike separate nobody', () => {
  const of = itemStatistics([row(1, 0), row(1, 1), row(1, 0)])
  expect([of.get('q0')?.discrimination, of.get('q1')?.discrimination]).toEqual([null, null])
  expect(reliability([row(1, 1), row(1, 1)])).toBeNull()
  expect(reliability([row(1), row(0)])).toBeNull()
  expect(reliability([])).toBeNull()
})

test('a question that the weak answer and the strong do not is negative', () =>
  expect(itemStatistics([row(0, 1, 1), row(0, 1, 1), row(1, 0, 0), row(1, 0, 0)]).get('q0')?.discrimination).toBeCloseTo(-1, 10))

test('answers that are not marked yet, and questions one did not get, are left out; options are counted', () => {
  const of = itemStatistics([
    { shares: { q0: 1, q1: null }, chosen: { q0: ['a'], q1: ['x'] } },
    { shares: { q0: 0 }, chosen: { q0: ['b'] } },
    { shares: { q0: 1, q1: 0.5 }, chosen: { q0: ['a'] } },
  ])
  expect(of.get('q0')).toMatchObject({ answers: 3, counts: { a: 2, b: 1 } })
  expect(of.get('q1')).toEqual({ answers: 1, difficulty: 0.5, discrimination: null, counts: { x: 1 } })
})

const attempts = fc.tuple(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 2, max: 20 })).chain(([questions, people]) =>
  fc.array(fc.array(fc.constantFrom(0, 0.25, 0.5, 1), { minLength: questions, maxLength: questions }), {
    minLength: people,
    maxLength: people,
  }),
)
test('whatever the answers: within their bounds, whatever the order of people and the points of all alike', () =>
  fc.assert(
    fc.property(attempts, fc.integer({ min: 1, max: 9 }), (all, times) => {
      const people = all.map((shares) => row(...shares))
      const points = Object.fromEntries(Object.keys(people[0]!.shares).map((key) => [key, times]))
      const alpha = reliability(people)
      if (alpha !== null) {
        expect(alpha).toBeLessThanOrEqual(1 + 1e-9)
        expect(reliability(people.toReversed())).toBeCloseTo(alpha, 8)
        expect(reliability(people, points)).toBeCloseTo(alpha, 8)
      }
      const reversed = itemStatistics(people.toReversed(), points)
      for (const [key, { difficulty, discrimination, answers }] of itemStatistics(people)) {
        expect(answers).toBe(people.length)
        expect(difficulty).toBeGreaterThanOrEqual(0)
        expect(difficulty).toBeLessThanOrEqual(1)
        if (discrimination === null) continue
        expect(Math.abs(discrimination)).toBeLessThanOrEqual(1)
        expect(reversed.get(key)?.discrimination).toBeCloseTo(discrimination, 8)
      }
    }),
  ))
