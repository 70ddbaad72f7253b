// Tests of the search in a PDF: patterns across lines, special characters.
import { placesOf } from '@lyceum/kit/text/hits'
import { expect, test } from 'vitest'
import { textOf } from './search.ts'

const count = (text: string, search: string) => placesOf(text, search).length

test('letters of any size, and across a broken line', () => {
  const text = textOf([
    { str: 'The Tide, the ', hasEOL: false },
    { str: 'sea', hasEOL: true },
    { str: 'level 海', hasEOL: true },
    { str: '水很冷' },
  ])
  expect([count(text, 'tide'), count(text, 'sea level'), count(text, '海水'), count(text, 'the')]).toEqual([1, 1, 1, 2])
})
test('signs of patterns are letters; nothing finds nothing', () => {
  expect(count('a.b (c) a+b', '(c)')).toBe(1)
  expect(count('a.b axb', 'a.b')).toBe(1)
  expect(count('a b', '   ')).toBe(0)
})
test('whatever the accents, the width and the blanks, and the words in their order', () => {
  expect([
    count('García, GARCIA', 'garcía'),
    count('ＰＨＹ 101', 'PHY-101'),
    count('น้ำ\nนำ้', 'น้ำ'),
    count('level sea', 'sea level'),
  ]).toEqual([2, 1, 2, 0])
})
