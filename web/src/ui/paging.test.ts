import { expect, test } from 'vitest'
import { askedIn, changed } from './paging.ts'

const after = (from: string, change: Parameters<typeof changed>[1]) => changed(new URLSearchParams(from), change).toString()

test('what stands in an address is asked for, nonsense is not', () => {
  expect(askedIn(new URLSearchParams('page=3&page_size=50&q= sea &role=student&x=1'), ['role'])).toEqual({
    page: 3,
    size: 50,
    find: 'sea',
    filters: { role: 'student' },
  })
  for (const odd of ['', 'page=0', 'page=-2', 'page=1.5', 'page=x&page_size=7'])
    expect(askedIn(new URLSearchParams(odd))).toEqual({ page: 1, size: 20, find: '', filters: {} })
})

test('a page is turned, the first one needs no words', () => {
  expect(after('q=sea&page=2', { page: 3 })).toBe('q=sea&page=3')
  expect(after('q=sea&page=2', { page: 1 })).toBe('q=sea')
  expect(after('page=2&page_size=50', { page: 3, size: 50 })).toBe('page=3&page_size=50')
})

test('another size, text or filter begins at page 1', () => {
  expect(after('page=4', { page: 4, size: 50 })).toBe('page_size=50')
  expect(after('page=4&page_size=50', { size: 20 })).toBe('')
  expect(after('page=4&page_size=50', { find: ' 海洋 ' })).toBe(new URLSearchParams({ page_size: '50', q: '海洋' }).toString())
  expect(after('page=4&role=student&tab=a', { filters: { role: undefined } })).toBe('tab=a')
})
