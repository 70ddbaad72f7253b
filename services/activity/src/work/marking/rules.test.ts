// Points, rubrics and shapes of marks, as rules.
import type { Problem } from '@lyceum/kit/calls/errors'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pointsOf, sumOf, unitsOf } from '../../points/decimals.ts'
import { checkMark, sameMark } from '../marks/rules.ts'
import { agreed, bestSum, checkedPoints, criteriaAfter, sumOfCriteria } from '../rubrics/rules.ts'
import { bothDone, slotFor, visibleTo } from '../../points/slots.ts'

const fieldsOf = (work: () => unknown): string[] => {
  try {
    work()
    return []
  } catch (error) {
    return Object.entries((error as Problem).fields).map(([name, [one]]) => `${name} ${one!.code}`)
  }
}

describe('points', () => {
  test('are exact', () => {
    fc.assert(fc.property(fc.bigInt({ min: 0n, max: 10n ** 10n }), (units) => unitsOf(pointsOf(units)) === units))
    expect(pointsOf(sumOf(['0.1', '0.2']))).toBe('0.3')
    expect(pointsOf(sumOf(Array.from({ length: 3 }, () => '33.3333')))).toBe('99.9999')
    expect(['7.50', '007', '0.0001', '0'].map((text) => pointsOf(unitsOf(text)))).toEqual(['7.5', '7', '0.0001', '0'])
  })
  test('above those of the activity, or above 100, are refused', () => {
    expect(checkedPoints('12.5', '12.5')).toBe('12.5')
    expect(fieldsOf(() => checkedPoints('12.5001', '12.5'))).toEqual(['points homework.scoreError'])
    expect(fieldsOf(() => checkedPoints('100.5', '200'))).toEqual(['points homework.scoreError'])
    expect(fieldsOf(() => checkedPoints('1', null))).toEqual(['points homework.scoreError'])
    expect(checkedPoints(null, '10')).toBe(null)
  })
})

const [a, b, l1, l2, l3] = ['a', 'b', 'l1', 'l2', 'l3']
const level = (id: string, points: string) => ({ id, points, title: id, about: '' })
const rubric = [
  { id: a, title: 'Method', about: '', levels: [level(l1, '0'), level(l2, '7.5')] },
  { id: b, title: 'Words', about: '', levels: [level(l3, '5')] },
]
describe('a rubric', () => {
  test('gives a level its points, leaves points between levels, and sums to at most the points of the activity', () => {
    const first = criteriaAfter(rubric, {}, { [a]: { level: l2, points: null, comment: 'Sound' } })
    expect(first).toEqual({ [a]: { level: l2, points: '7.5', comment: 'Sound' } })
    const second = criteriaAfter(rubric, first, { [b]: { level: null, points: '3.30', comment: '' } })
    expect([sumOfCriteria(second, '100'), sumOfCriteria(second, '10'), sumOfCriteria({}, '10'), bestSum(rubric)]).toEqual([
      '10.8',
      '10',
      null,
      '12.5',
    ])
  })
  test('names what it does not have, and points above its best level', () => {
    const wrong = { [a]: { level: l3, points: '7.6', comment: '' }, c: { level: null, points: null, comment: '' } }
    expect(fieldsOf(() => criteriaAfter(rubric, {}, wrong))).toEqual([
      'criteria.a.level field.unknown',
      'criteria.a.points homework.scoreError',
      'criteria.c field.unknown',
    ])
  })
  test('of two markers keeps what both gave alike', () => {
    const one = { [a]: { level: l2, points: '7.5', comment: 'Good' }, [b]: { level: null, points: '1', comment: '' } }
    const other = { [a]: { level: l2, points: '7.5', comment: 'Fine' }, [b]: { level: null, points: '2', comment: '' } }
    expect(agreed(one, other)).toEqual({ [a]: { level: l2, points: '7.5', comment: 'Good\n\nFine' } })
  })
})

describe('two markers', () => {
  const row = (slot: number, marker_id: string | null, state: 'draft' | 'done' = 'draft') => ({ slot, marker_id, state })
  test('have a place each; a third has none; that of an erased one who was not done is free', () => {
    expect(slotFor([], 'p', false)).toBe(0)
    expect(slotFor([row(1, 'p')], 'p', true)).toBe(1)
    expect(slotFor([row(1, 'p')], 'q', true)).toBe(2)
    expect(slotFor([row(1, null), row(2, 'q')], 'r', true)).toBe(1)
    expect(() => slotFor([row(1, 'p'), row(2, 'q')], 'r', true)).toThrow(/slots taken/i)
    expect(() => slotFor([row(1, null, 'done'), row(2, 'q')], 'r', true)).toThrow(/slots taken/i)
  })
  test('see nothing of each other until both are done', () =>
    fc.assert(
      fc.property(fc.constantFrom('draft', 'done'), fc.constantFrom('draft', 'done'), (one, two) => {
        const list = [row(0, null, 'done'), row(1, 'p', one), row(2, 'q', two)]
        const seen = visibleTo(list, 'p', true)
        const open = one === 'done' && two === 'done'
        expect(bothDone(list)).toBe(open)
        expect([seen.mine?.slot, seen.others.map(({ slot }) => slot), seen.decision?.slot]).toEqual([
          1,
          open ? [2] : [],
          open ? 0 : undefined,
        ])
      }),
    ))
})

describe('a mark', () => {
  const mark = (kind: 'pen' | 'highlight' | 'text' | 'stamp' | 'comment', shape: object, text = '') =>
    fieldsOf(() => checkMark({ kind, shape, text }))
  test('has the shape of its kind', () => {
    expect(mark('pen', { points: [1, 2, 3, 4], width: 2 })).toEqual([])
    expect(mark('highlight', { from: 3, to: 9 })).toEqual([])
    expect(mark('comment', { from: 12.5 }, '')).toEqual([])
    expect(mark('pen', { points: [1, 2, 3] })).toEqual(['shape.width field.required', 'shape.points field.format'])
    expect(mark('stamp', { x: 1, y: 1, points: [1, 2] })).toEqual(['shape.points field.unknown', 'text field.required'])
    expect(mark('highlight', { from: 9, to: 3 })).toEqual(['shape.to field.tooSmall'])
  })
  test('is the same whatever the order of its fields', () => {
    const one = { n: 1, upload_id: null, page: 1, kind: 'text' as const, text: 'Why?', colour: '#ff0000' }
    expect(sameMark({ ...one, shape: { x: 1, y: 2 } }, { ...one, shape: { y: 2, x: 1 } })).toBe(true)
    expect(sameMark({ ...one, shape: { x: 1, y: 2 } }, { ...one, shape: { x: 1, y: 3 } })).toBe(false)
  })
})
