// Rules of attempts: their end, the one that counts, addresses they are written from, points of a share.
import { describe, expect, test } from 'vitest'
import { type Fraction, fractionOf } from '../../points/fractions.ts'
import {
  acceptUntil,
  addressOf,
  attemptsLeft,
  type Counts,
  countedPoints,
  deadlineFrom,
  earnedPoints,
  exactPoints,
  isWithin,
  networkOf,
  storedPoints,
} from './rules.ts'

const at = (minutes: number) => new Date(Date.UTC(2030, 0, 1) + minutes * 60_000)

test('the deadline is the sooner of limit and closing time with its grace', () => {
  const terms = (limitMinutes: number | null, closes: Date | null, graceMinutes = 0) => ({ limitMinutes, closes, graceMinutes })
  expect(deadlineFrom(at(0), terms(60, at(90)))).toEqual(at(60))
  expect(deadlineFrom(at(0), terms(60, at(30)))).toEqual(at(30))
  expect(deadlineFrom(at(0), terms(60, at(30), 10))).toEqual(at(40))
  expect(deadlineFrom(at(29.99), terms(60, at(30), 10))).toEqual(at(40))
  expect(deadlineFrom(at(0), terms(null, at(30)))).toEqual(at(30))
  expect(deadlineFrom(at(0), terms(null, null)).getTime()).toBeGreaterThan(at(100_000).getTime())
  expect(acceptUntil(at(0)).getTime() - at(0).getTime()).toBe(30_000)
  expect([attemptsLeft({ attempts: 2 }, 1), attemptsLeft({ attempts: 2 }, 3), attemptsLeft({ attempts: null }, 9)]).toEqual([1, 0, null])
})

const counted = (points: readonly (string | null)[], counts: Counts) => {
  const value = countedPoints(
    points.map((one) => (one === null ? null : fractionOf(one))),
    counts,
  )
  return value && storedPoints(value)
}
test('the attempt that counts of several, exactly', () => {
  expect(counted(['1', '3', '2'], 'best')).toBe('3')
  expect(counted(['1', '3', '2'], 'last')).toBe('2')
  expect(counted(['1', '3', '2'], 'first')).toBe('1')
  expect(counted(['1', '0', '0'], 'average')).toBe('0.3333')
  expect(counted(['0.1', '0.2'], 'average')).toBe('0.15')
  expect([counted([], 'best'), counted([null], 'last'), counted(['1', null], 'average')]).toEqual([null, null, null])
  expect(counted([null, '1'], 'best')).toBe('1')
})

test('the mean of thirds is rounded once', () => {
  const thirds = countedPoints(
    [1n, 1n, 4n].map((n) => ({ n, d: 3n })),
    'average',
  )
  expect(storedPoints(thirds!)).toBe('0.6667')
  expect(
    storedPoints(
      countedPoints(
        [
          { n: 1n, d: 3n },
          { n: 2n, d: 3n },
          { n: 2n, d: 1n },
        ],
        'average',
      )!,
    ),
  ).toBe('1')
})

test('exact points hold while they are those that are stored', () => {
  const third = { n: 1n, d: 3n }
  expect([exactPoints('0.3333', third), exactPoints('0.5', third), exactPoints('0.5', null)]).toEqual([
    third,
    fractionOf('0.5'),
    fractionOf('0.5'),
  ])
})

test('points are never below nothing nor above the most', () => {
  const earned = (share: Fraction, points: string) => storedPoints(earnedPoints(share, points))
  expect(earned({ n: 1n, d: 3n }, '1')).toBe('0.3333')
  expect(earned({ n: 2n, d: 3n }, '1')).toBe('0.6667')
  expect(earned({ n: -1n, d: 3n }, '10')).toBe('0')
  expect(earned({ n: 5n, d: 3n }, '10')).toBe('10')
  expect(earned({ n: 1n, d: 2n }, '0')).toBe('0')
})

describe('addresses', () => {
  test('of both kinds, and networks of them', () => {
    expect(addressOf('192.0.2.7')).toEqual({ bits: 32, value: 3221225991n })
    expect(addressOf('::ffff:192.0.2.7')).toEqual(addressOf('192.0.2.7'))
    expect(addressOf('2001:db8::1')?.value).toBe(addressOf('2001:0db8:0:0:0:0:0:1')?.value)
    for (const wrong of ['', 'x', '1.2.3', '1.2.3.256', '1::2::3', '1:2:3', ':::', '12345::', '1.2.3.4/8'])
      expect([wrong, addressOf(wrong)]).toEqual([wrong, undefined])
    for (const wrong of ['1.2.3.4/33', '::/129', '1.2.3.4/', '1.2.3.4/8/8', '1.2.3.4/-1', 'host/8'])
      expect([wrong, networkOf(wrong)]).toEqual([wrong, undefined])
  })
  test('are within one of them, or anywhere where there are none', () => {
    expect(isWithin('192.0.2.7', [])).toBe(true)
    expect(isWithin('192.0.2.7', ['198.51.100.0/24', '192.0.2.0/29'])).toBe(true)
    expect(isWithin('192.0.2.8', ['192.0.2.0/29'])).toBe(false)
    expect(isWithin('::ffff:192.0.2.7', ['192.0.2.7'])).toBe(true)
    expect(isWithin('2001:db8:1::5', ['2001:db8::/32'])).toBe(true)
    expect(isWithin('2001:db9::5', ['2001:db8::/32'])).toBe(false)
    expect(isWithin('192.0.2.7', ['::/0'])).toBe(false)
    expect(isWithin('', ['0.0.0.0/0'])).toBe(false)
  })
})
