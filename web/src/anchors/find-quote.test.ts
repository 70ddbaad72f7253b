// Search for quotations in another edition of a document.
import { expect, test } from 'vitest'
import { findQuote, likeness } from './find-quote.ts'

const quote = 'the moon pulls the water towards it'
test('line ends, hyphens and a few other letters do not hide a quotation', () => {
  expect(likeness('Twice a day the moon pulls the wa-\nter to\u00ADwards it.', quote)).toBe(1)
  expect(likeness('Twice a day the Moon pulled the water towards us.', quote)).toBeGreaterThan(0.8)
  expect(likeness('冬天的海水\n很冷', '海水很冷')).toBe(1)
  expect(likeness('Salt, cold and the weight of water', quote)).toBeLessThan(0.6)
  expect([likeness('', quote), likeness('anything', ' - ')]).toEqual([0, 0])
})

test('the same page is looked at first, then its neighbours, five at most', async () => {
  const asked: number[] = []
  const pages = (at: readonly number[]) => async (page: number) => {
    asked.push(page)
    return at.includes(page) ? quote : ''
  }
  expect(await findQuote(quote, 3, pages([2, 3, 4]))).toBe(3)
  expect(asked).toEqual([3])
  expect(await findQuote(quote, 3, pages([1, 8]))).toBe(1)
  expect(await findQuote(quote, 3, pages([8]))).toBe(8)
  expect(await findQuote(quote, 3, pages([9]))).toBeUndefined()
  expect(Math.min(...asked)).toBe(1)
})
