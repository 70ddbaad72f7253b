// Tests of the points of a work with parts.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exactly, mean, placed, pointsOfParts, sharesOf } from './rules.ts'

const parts = (teacher: string | null, self: string | null, peer: string | null) => ({
  teacher: exactly(teacher),
  self: exactly(self),
  peer: exactly(peer),
})
const weights = { teacher: 50, self: 20, peer: 30 }

describe('the points of a work with parts', () => {
  test('are their weighted mean, exact to four places', () => {
    expect(pointsOfParts(weights, parts('8', '10', '6'))).toBe('7.8')
    expect(pointsOfParts({ teacher: 1, self: 1, peer: 1 }, parts('8', '9', '8'))).toBe('8.3333')
    expect(pointsOfParts({ teacher: 2, self: 1, peer: 0 }, { ...parts('9', '10', '0'), peer: null })).toBe('9.3333')
  })
  test('wait for the teacher, where what they give counts', () => {
    expect(pointsOfParts(weights, parts(null, '10', '6'))).toBe(null)
    expect(pointsOfParts({ teacher: 0, self: 50, peer: 50 }, parts(null, '10', '6'))).toBe('8')
  })
  test('are of what is given: the weight of the rest goes to it', () => {
    expect(pointsOfParts(weights, parts('8', null, null))).toBe('8')
    expect(pointsOfParts(weights, parts('8', null, '6'))).toBe('7.25')
    expect(sharesOf(weights, parts('8', null, '6'))).toEqual({ teacher: '62.5', self: '0', peer: '37.5' })
    expect(pointsOfParts({ teacher: 0, self: 0, peer: 0 }, parts('8', '8', '8'))).toBe(null)
  })
  test('of peers are the mean of what they gave', () => {
    expect(mean([])).toBe(null)
    expect(placed(mean(['7', '8', '8']))).toBe('7.6667')
  })
})

const points = fc.option(
  fc.integer({ min: 0, max: 100_0000 }).map((units) => String(units / 10_000)),
  { nil: null },
)
const weight = fc.integer({ min: 0, max: 100 })

test('the points stand between the least and the most that was given, and another order of weights of one size changes nothing', () =>
  fc.assert(
    fc.property(points, points, points, weight, weight, weight, fc.integer({ min: 1, max: 9 }), (t, s, p, a, b, c, times) => {
      const value = pointsOfParts({ teacher: a, self: b, peer: c }, parts(t, s, p))
      if (value === null) return
      const counted = [a > 0 && t, b > 0 && s, c > 0 && p].flatMap((one) => (typeof one === 'string' ? [Number(one)] : []))
      expect(Number(value)).toBeGreaterThanOrEqual(Math.min(...counted) - 0.0001)
      expect(Number(value)).toBeLessThanOrEqual(Math.max(...counted) + 0.0001)
      expect(pointsOfParts({ teacher: a * times, self: b * times, peer: c * times }, parts(t, s, p))).toBe(value)
    }),
  ))
