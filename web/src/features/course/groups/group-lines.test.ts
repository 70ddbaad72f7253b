import { expect, test } from 'vitest'
import { guessColumns, linesFor } from './group-lines.ts'

const known = new Set(['261001', '261002'])

test('columns are found by their cells, the group by its heading or as the last one', () => {
  const exported = [
    ['User number', 'Name', 'Group', 'Leader'],
    ['261001', 'Aiko Mori', 'Tides', 'yes'],
    ['261002', 'Ben Carter', '', ''],
  ]
  expect(guessColumns(exported, known)).toEqual({ person: 0, group: 2, heading: true })
  expect(linesFor(exported, { person: 0, group: 2, heading: true })).toEqual([
    { person: '261001', group: 'Tides' },
    { person: '261002', group: '' },
  ])
  expect(guessColumns([['潮汐', 'aiko@example.edu']], known)).toEqual({ person: 1, group: 0, heading: false })
  expect(
    guessColumns(
      [
        ['姓名', '学号', '小组'],
        ['x', '261002', 'a'],
      ],
      known,
    ),
  ).toEqual({ person: 1, group: 2, heading: true })
})
test('a file of one column has none', () => {
  expect(guessColumns([['261001'], ['261002']], known)).toBeUndefined()
  expect(guessColumns([], known)).toBeUndefined()
})
