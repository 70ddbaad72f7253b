// Tests of marked words in results of a search.
import { expect, test } from 'vitest'
import { markedOf } from './marked.tsx'

const marked = (text: string, keyword: string) =>
  markedOf(text, keyword)
    .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
    .join('')

test('every word, whatever its case and script', () => {
  expect(marked('Tides and the tide', 'tide')).toBe('[Tide]s and the [tide]')
  expect(marked('海洋潮汐', '潮汐')).toBe('海洋[潮汐]')
  expect(marked('a+b (c)', '(c) a+b')).toBe('[a+b] [(c)]')
  expect(marked('Tides', '  ')).toBe('Tides')
})
