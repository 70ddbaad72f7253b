// Tests of the selection of a table over its pages.
import { expect, test } from 'vitest'
import { afterChoice, type SelectedRows } from './selection.ts'

type Row = { id: string }
const page = (...ids: string[]): Row[] => ids.map((id) => ({ id }))
const key = ({ id }: Row) => id
const after = (selected: SelectedRows<Row>, rows: Row[], ...chosen: string[]) => afterChoice(selected, rows, new Set(chosen), key)
const ids = ({ rows }: SelectedRows<Row>) => [...rows.keys()]
const none: SelectedRows<Row> = { everything: false, rows: new Map() }

test('rows of other pages stay selected', () => {
  const first = after(none, page('a', 'b'), 'a')
  const second = after(first, page('c', 'd'), 'c', 'd')
  expect(ids(second)).toEqual(['a', 'c', 'd'])
  expect(ids(after(second, page('a', 'b')))).toEqual(['c', 'd'])
})

test('of everything, the rows without a tick are left out', () => {
  const everything: SelectedRows<Row> = { everything: true, rows: new Map() }
  const without = after(everything, page('a', 'b'), 'a')
  expect(without).toMatchObject({ everything: true })
  expect(ids(without)).toEqual(['b'])
  expect(ids(after(without, page('a', 'b'), 'a', 'b'))).toEqual([])
})
