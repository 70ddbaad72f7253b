// Tests of the gradebook's values: cells as text, what people type, rows that stay the same, filters.
import type { Gradebook } from '@lyceum/activity/gradebook/scores/api'
import { searches } from '@lyceum/kit/test/searches'
import { expect, test } from 'vitest'
import { filtered, type Item, type Row, rowsOf, sameValue, shownCell, storedCell, type Student, typedValue, withCells } from './book.ts'

const item = (no: number, points = '20', extra_credit = false) => ({ id: `i${no}`, no, points, extra_credit }) as Item
const student = (id: string, cells: object, percent: string | null = null) =>
  ({
    id,
    name: `Name ${id}`,
    user_no: `26${id}`,
    cells: JSON.stringify(cells),
    group_ids: ['g'],
    result: { percent, letter: null, passed: null },
  }) as unknown as Student

test('cells are read from their text', () => {
  const one = student('a', { 1: ['7.5', 'rlc'], 2: [null, 'x'], 3: ['0', 'm'] })
  expect(storedCell(one, item(1))).toEqual({ value: '7.5', released: true, missing: false, late: true, overridden: false, comment: true })
  expect(storedCell(one, item(2)).value).toBe('excused')
  expect(storedCell(one, item(3)).missing).toBe(true)
  expect(storedCell(one, item(4)).value).toBe('')
})

test('typing: a comma is the point, zeros at the ends go, letters are refused', () => {
  const typed = (text: string, most = '20', extra = false) => typedValue(text, item(1, most, extra), 'exc.')
  expect(typed('12,5')).toEqual({ value: '12.5' })
  expect(typed(' ๑๒.๕๐ ')).toEqual({ value: '12.5' })
  expect(typed('10')).toEqual({ value: '10' })
  expect(typed('0,00')).toEqual({ value: '0' })
  expect(typed('007')).toEqual({ value: '7' })
  expect(typed('')).toEqual({ value: '' })
  expect(typed('Exc.')).toEqual({ value: 'excused' })
  expect(typed('excused')).toEqual({ value: 'excused' })
  for (const text of ['12a', '1e3', 'NaN', '-1', '1,234,5']) expect(typed(text)).toEqual({ error: 'notNumber' })
  expect(typed('1.23456')).toEqual({ value: '1.2346', rounded: true })
  expect(typed('1,500')).toEqual({ error: 'twoNumbers', fraction: '1.5', whole: '1500' })
  expect(typed('12.125')).toEqual({ error: 'twoNumbers', fraction: '12.1250', whole: '12125' })
  expect(typed('12.1250')).toEqual({ value: '12.125' })
  expect(typed("1'500.5", '2000')).toEqual({ value: '1500.5' })
  expect(typed('20.5')).toEqual({ error: 'aboveMost' })
  expect(typed('20.5', '20', true)).toEqual({ value: '20.5' })
  expect(typed('3', '0')).toEqual({ value: '3' })
})

test('values are compared as numbers', () => {
  expect(sameValue('7.50', '7.5')).toBe(true)
  expect(sameValue('', '0')).toBe(false)
  expect(sameValue('excused', '')).toBe(false)
})

test('a row stays the same object until its cells change; an open cell hides the marks of what it replaces', () => {
  const students = [student('a', { 1: ['7', 'l'] }), student('b', {})]
  const before = rowsOf(students, new Map(), new Map())
  const open = new Map([['a', new Map([['i1', { value: '9', state: 'saving' as const }]])]])
  const after = rowsOf(students, open, before)
  expect(after.get('b')).toBe(before.get('b'))
  const row = after.get('a')
  expect(row && shownCell(row, item(1))).toMatchObject({ value: '9', late: false })
})

test('an answer changes its students alone', () => {
  const book = { items: [item(1), item(2)], students: [student('a', { 2: ['3', ''] }), student('b', {})] } as unknown as Gradebook
  const cell = {
    item_id: 'i1',
    person_id: 'a',
    points: '9',
    state: '' as const,
    earned: null,
    late_seconds: 0,
    overridden: true,
    comment: '',
    released: true,
    release_at: null,
  }
  const next = withCells(book, [cell], [{ person_id: 'a', percent: '45.0', letter: 'F', passed: false }])
  expect(next.students[1]).toBe(book.students[1])
  expect(next.students[0]?.result.percent).toBe('45.0')
  expect(JSON.parse(next.students[0]?.cells ?? '')).toEqual({ 1: ['9', 'ro'], 2: ['3', ''] })
})

test('filters: text in name or number, group, below', () => {
  const rows = [...rowsOf([student('1', {}, '59.9'), student('2', {}, '60.0'), student('3', {})], new Map(), new Map()).values()]
  const ids = (filter: Partial<Parameters<typeof filtered>[1]>) =>
    filtered(rows, { text: '', group: '', below: null, ...filter }).map(({ id }) => id)
  expect(ids({})).toEqual(['1', '2', '3'])
  expect(ids({ text: '262' })).toEqual(['2'])
  expect(ids({ group: 'other' })).toEqual([])
  expect(ids({ below: 60 })).toEqual(['1'])
})

test('students of the book are filtered as the table of searches has it', () => {
  const found = (name: string, text: string) =>
    filtered([{ student: { name, user_no: '', group_ids: [] } } as unknown as Row], { text, group: '', below: null }).length === 1
  expect(searches.filter((one) => found(one.text, one.sought) !== one.found)).toEqual([])
})
