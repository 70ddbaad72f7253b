// An attempt's questions from its paper and its seed.
import { describe, expect, test } from 'vitest'
import { arrange, certainFor, numbersFrom, orderOf, permutation } from './rules.ts'

const none = { questions: false, options: false }
const all = { questions: true, options: true }
const fixed = (version: string, stimulus: string | null = null) => ({ version, stimulus, points: '1' })

test('the numbers of a seed are the same for ever', () => {
  const next = numbersFrom('12345:0')
  const again = numbersFrom('12345:0')
  expect(Array.from({ length: 5 }, next)).toEqual(Array.from({ length: 5 }, again))
  expect(permutation(8, numbersFrom('7:0'))).toEqual(permutation(8, numbersFrom('7:0')))
  expect(permutation(8, numbersFrom('7:0')).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  expect(orderOf('7', 'a')(6)).toEqual(orderOf('7', 'a')(6))
  // written down: running attempts are read by them
  expect(permutation(10, numbersFrom('42:0')).join('')).toBe('6498702351')
})

describe('an arrangement', () => {
  const pool = Array.from({ length: 12 }, (_, nth) => [`v${nth}`, nth % 3 === 0 ? 's' : null] as const)
  const sections = [
    { entries: [fixed('a', 's'), fixed('v0'), { pool, count: 4, points: '2' }] },
    { shuffle: false, entries: [fixed('y'), fixed('z')] },
  ]
  test('has each question once, what it is about before it, and as many as were to be drawn', () => {
    for (let seed = 0; seed < 300; seed++) {
      const slots = arrange(sections, String(seed), all)
      const versions = slots.map(({ version }) => version)
      expect(new Set(versions).size).toBe(versions.length)
      expect(slots.filter(({ version }) => version !== 's')).toHaveLength(8)
      expect(versions.slice(-2)).toEqual(['y', 'z'])
      slots.forEach(({ stimulus, version }, slot) => {
        if (stimulus === null) return
        expect(stimulus).toBeLessThan(slot)
        expect([version, versions[stimulus]]).toEqual([version, 's'])
      })
      const about = slots.flatMap(({ stimulus, version }, slot) => (stimulus !== null || version === 's' ? [slot] : []))
      expect(about).toEqual(Array.from({ length: about.length }, (_, nth) => about[0]! + nth))
    }
  })
  test('without shuffling it is in the order of the paper', () => {
    const slots = arrange([{ entries: [fixed('a'), fixed('b', 's'), fixed('c', 's')] }], '1', none)
    expect(slots.map(({ version, stimulus }) => [version, stimulus])).toEqual([
      ['a', null],
      ['s', null],
      ['b', 1],
      ['c', 1],
    ])
  })
})

test('draws that share a pool can take what the ones before them leave for certain', () => {
  const pool = (...ids: string[]) => new Set(ids)
  expect(certainFor([{ pool: pool('a', 'b', 'c'), count: 2 }])).toEqual([3])
  expect(
    certainFor([
      { pool: pool('a', 'b', 'c'), count: 2 },
      { pool: pool('b', 'c', 'd'), count: 1 },
    ]),
  ).toEqual([3, 1])
  expect(
    certainFor([
      { pool: pool('a'), count: 1 },
      { pool: pool('b'), count: 1 },
    ]),
  ).toEqual([1, 1])
})
