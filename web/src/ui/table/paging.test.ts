// Tests of paging by the address.
import { expect, test } from 'vitest'
import { requestIn, withChange } from './paging.ts'

const paramsAfter = (search: string, change: Parameters<typeof withChange>[1]) => withChange(new URLSearchParams(search), change).toString()

test('an address is read as a request, invalid values are not', () => {
  expect(requestIn(new URLSearchParams('page=3&page_size=50&q= sea &role=student&x=1'), { filters: ['role'] })).toEqual({
    page: 3,
    size: 50,
    find: 'sea',
    filters: { role: 'student' },
    sort: undefined,
  })
  for (const invalid of ['', 'page=0', 'page=-2', 'page=1.5', 'page=x&page_size=7'])
    expect(requestIn(new URLSearchParams(invalid))).toEqual({ page: 1, size: 10, find: '', filters: {}, sort: undefined })
})

test('a page is turned, the first one needs no words', () => {
  expect(paramsAfter('q=sea&page=2', { page: 3 })).toBe('q=sea&page=3')
  expect(paramsAfter('q=sea&page=2', { page: 1 })).toBe('q=sea')
  expect(paramsAfter('page=2&page_size=50', { page: 3, size: 50 })).toBe('page=3&page_size=50')
})

test('another size, text or filter begins at page 1', () => {
  expect(paramsAfter('page=4', { page: 4, size: 50 })).toBe('page_size=50')
  expect(paramsAfter('page=4&page_size=50', { size: 10 })).toBe('')
  expect(paramsAfter('page=4&page_size=50', { find: ' 海洋 ' })).toBe(new URLSearchParams({ page_size: '50', q: '海洋' }).toString())
  expect(paramsAfter('page=4&role=student&tab=a', { filters: { role: undefined } })).toBe('tab=a')
})

test('the order is one of the list’s own, and a new one begins at page 1', () => {
  const sorts = ['name', 'size']
  expect(requestIn(new URLSearchParams('sort=-size'), { sorts }).sort).toEqual({ by: 'size', direction: 'descending' })
  expect(requestIn(new URLSearchParams('sort=colour'), { sorts }).sort).toBeUndefined()
  expect(paramsAfter('page=4&q=sea', { sort: { by: 'name', direction: 'ascending' } })).toBe('q=sea&sort=name')
  expect(paramsAfter('page=4&sort=-size', { sort: undefined })).toBe('')
})
