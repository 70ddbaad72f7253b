// Tests of the choice of students by their score: below a number of the total or an item, without a score.
import { expect, test } from 'vitest'
import { type Item, type Row, rowsOf, type Student } from './book.ts'
import { byScore, scoredItems } from './by-score.ts'

const item = (no: number, part: Partial<Item> = {}) =>
  ({ id: `i${no}`, no, points: '20', anonymous: false, released: true, ...part }) as Item
const student = (id: string, cells: object, percent: string | null) =>
  ({
    id,
    name: id,
    user_no: id,
    cells: JSON.stringify(cells),
    group_ids: [],
    result: { percent, letter: null, passed: null },
  }) as unknown as Student
const students = [
  student('low', { 1: ['7.5', 'r'] }, '37.5'),
  student('at', { 1: ['12', ''] }, '60.0'),
  student('missing', { 1: ['0', 'm'] }, '0.0'),
  student('excused', { 1: [null, 'x'] }, null),
  student('none', {}, null),
]
const open = new Map([['at', new Map([['i2', { value: '3', state: 'saving' as const }]])]])
const rows: Row[] = [...rowsOf(students, open, new Map()).values()]
const found = (...by: [Item | undefined, string | null]) => byScore(rows, ...by).map(({ id }) => id)

test('below a number are those who have a lower score, in points of an item and in per cent of the total', () => {
  expect(found(item(1), '12')).toEqual(['low', 'missing'])
  expect(found(item(1), '12.0001')).toEqual(['low', 'at', 'missing'])
  expect(found(undefined, '60')).toEqual(['low', 'missing'])
  // a value that is being saved counts
  expect(found(item(2), '4')).toEqual(['at'])
})
test('a limit that is no number finds nobody', () => {
  expect(['', '1,500', 'x', '-1'].flatMap((below) => found(item(1), below))).toEqual([])
})
test('without a score are those who have none; an excused student needs none in the item', () => {
  expect(found(item(1), null)).toEqual(['none'])
  expect(found(undefined, null)).toEqual(['excused', 'none'])
})
test('an item whose scores are hidden from who marks is not among the choices', () => {
  const items = [item(1), item(2, { anonymous: true, released: false }), item(3, { anonymous: true })]
  expect(scoredItems(items).map(({ id }) => id)).toEqual(['i1', 'i3'])
})
