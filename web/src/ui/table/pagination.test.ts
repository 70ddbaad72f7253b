// Tests of the numbers of a pagination.
import { expect, it } from 'vitest'
import { pageNumbers } from './pagination.tsx'

it('few pages are all shown', () => expect(pageNumbers(3, 5)).toEqual([1, 2, 3, 4, 5]))
it('many have gaps (0) around the current one', () => {
  expect(pageNumbers(1, 22)).toEqual([1, 2, 3, 4, 5, 0, 22])
  expect(pageNumbers(10, 22)).toEqual([1, 0, 9, 10, 11, 0, 22])
  expect(pageNumbers(22, 22)).toEqual([1, 0, 18, 19, 20, 21, 22])
})
it('nothing is one page of nothing', () => expect(pageNumbers(1, 0)).toEqual([]))
