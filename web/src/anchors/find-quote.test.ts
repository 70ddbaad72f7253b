// Search for quotations in another edition of a document.
import { expect, test } from 'vitest'
import { findQuote, lettersOf, likeness } from './find-quote.ts'

const quote = 'the moon pulls the water towards it'
const like = (text: string, sought: string) => likeness(lettersOf(text), lettersOf(sought))
test('line ends, hyphens and a few other letters do not hide a quotation', () => {
  expect(like('Twice a day the moon pulls the wa-\nter to\u00ADwards it.', quote)).toBe(1)
  expect(like('Twice a day the Moon pulled the water towards us.', quote)).toBeGreaterThan(0.8)
  expect(like('冬天的海水\n很冷', '海水很冷')).toBe(1)
  expect(like('Salt, cold and the weight of water', quote)).toBeLessThan(0.6)
  expect([like('', quote), like('anything', ' - ')]).toEqual([0, 0])
})

test('the same page is looked at first, then its neighbours, five at most', async () => {
  const asked: number[] = []
  const pages = (at: readonly number[]) => async (page: number) => {
    asked.push(page)
    return lettersOf(at.includes(page) ? quote : '')
  }
  expect(await findQuote(quote, 3, pages([2, 3, 4]))).toBe(3)
  expect(asked).toEqual([3])
  expect(await findQuote(quote, 3, pages([1, 8]))).toBe(1)
  expect(await findQuote(quote, 3, pages([8]))).toBe(8)
  expect(await findQuote(quote, 3, pages([9]))).toBeUndefined()
  expect(Math.min(...asked)).toBe(1)
})

test('a quotation of which a fifth is another is found; pages without a piece of it are passed over', async () => {
  const text = 'abcdefghijklmnopqrstuvwxyz'.repeat(2)
  const changed = text.replace(/[ejoty]/g, '?')
  const found = (words: string) => findQuote(text, 1, async (page) => lettersOf(page === 2 ? `Before ${words} and after` : '0123456789'))
  expect([await found(changed), await found(text.replace(/[cfilorux]/g, '?'))]).toEqual([2, undefined])
})
