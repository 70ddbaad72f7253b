// The list of submissions: conditions of the address, keys of its rows, what a selection means for a call.
import { expect, test } from 'vitest'
import { conditionsOf, keyOf, peopleOf, type Row, selectedOf } from './list-rows.ts'

const author = { kind: 'person' as const, id: 'p1', name: 'Mei Lin', user_no: '17', avatar: '', number: null }
const row = (part: Partial<Row> = {}): Row => ({
  id: 's1',
  author,
  state: 'submitted',
  rework: false,
  n: 1,
  submitted_at: null,
  late_seconds: 0,
  due: null,
  closes: null,
  extended: false,
  marking: 'none',
  points: null,
  max: '20',
  released: false,
  files: 0,
  members: [],
  similar: null,
  version: 1,
  ...part,
})
const hidden = { kind: 'pseudonym' as const, id: null, name: null, user_no: null, avatar: null, number: 17 }
const herons = row({
  id: null,
  author: { ...author, kind: 'group', id: 'g1', name: 'Herons' },
  members: [
    { id: 'p1', name: 'Mei Lin', avatar: '' },
    { id: 'p2', name: 'Aiko Mori', avatar: '' },
  ],
})

test('only states that the list knows become conditions', () => {
  expect([conditionsOf('', {}), conditionsOf('', { state: 'all' }), conditionsOf('', { state: 'x' })]).toEqual(Array(3).fill(undefined))
  expect(conditionsOf('mei', { state: 'late', group: 'g1' })).toBe('{"keyword":"mei","state":"late","group_id":"g1"}')
})
test('a row keeps its key when its work is handed in; a pseudonym has its number alone', () => {
  expect([keyOf(row({ id: null })), keyOf(row()), keyOf(row({ author: hidden })), keyOf(herons)]).toEqual([
    'person p1',
    'person p1',
    'number 17',
    'group g1',
  ])
})
test('the people of rows are each named once, behind a pseudonym nobody', () => {
  expect(peopleOf([row(), herons, row({ author: hidden })]).map(({ id }) => id)).toEqual(['p1', 'p2'])
})
test('a selection names submissions, or everything that fits but for some', () => {
  const list = { find: '', filters: { state: 'marked' } }
  expect(selectedOf({ everything: false, rows: [row(), row({ id: null })], except: [] }, list)).toEqual({ ids: ['s1'] })
  expect(selectedOf({ everything: true, rows: [], except: [row()] }, list)).toEqual({
    conditions: '{"state":"marked"}',
    except_ids: ['s1'],
  })
})
