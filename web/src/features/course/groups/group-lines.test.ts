// Tests of the columns of a file of groups.
import { expect, test } from 'vitest'
import { guessColumns, linesFor } from './group-lines.ts'

const known = new Set(['261001', '261002'])

test('columns are found by their cells, the group by its heading or as the last one', () => {
  const exported = [
    ['User number', 'Name', 'Group', 'Leader'],
    ['261001', 'Aiko Mori', 'Tides', 'yes'],
    ['261002', 'Ben Carter', '', ''],
  ]
  expect(guessColumns(exported, known)).toEqual({ person: 0, group: 2, leader: 3, heading: true })
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

test('a leader is marked in their own line or named, in every language; the heading of leaders is not that of groups', () => {
  for (const [no, group, leader, marked] of [
    ['学工号', '小组', '组长', '是'],
    ['學號', '小組', '組長', '是'],
    ['รหัสประจำตัว', 'กลุ่ม', 'หัวหน้ากลุ่ม', 'ใช่'],
    ['Nomor induk', 'Kelompok', 'Ketua kelompok', 'ya'],
    ['ID pengguna', 'Kumpulan', 'Ketua', 'Ya'],
    ['User number', 'Team', 'Team leader', 'X'],
  ]) {
    const file = [
      [no!, leader!, group!],
      ['261001', marked!, 'Tides'],
      ['261002', '', 'Tides'],
    ]
    const columns = guessColumns(file, known)!
    expect(columns).toEqual({ person: 0, group: 2, leader: 1, heading: true })
    expect(linesFor(file, columns)).toEqual([
      { person: '261001', group: 'Tides', leader: '261001' },
      { person: '261002', group: 'Tides' },
    ])
  }
  expect(linesFor([['261001', 'Tides', ' 261002 ']], { person: 0, group: 1, leader: 2, heading: false })).toEqual([
    { person: '261001', group: 'Tides', leader: '261002' },
  ])
})
