// The table of pages as the build reads it: each entry is found in whichever form it is written, and one that cannot be read ends the build.
import { expect, test } from 'vitest'
import { pages, plainPages } from './src/pages.ts'
import { pageSources, pagesIn } from './sources.ts'

const tables = (entries: string) => `export const plainPages = {} satisfies Record<string, Page>\nexport const pages = {${entries}}`

test('an entry with a brace inside is found, and its entrance', () => {
  const found = pagesIn(
    tables(`
    '/user/index': {
      // '/not/this': { code: () => import('./no.tsx') }
      reads: [{ call: 'GET /courses', query: { page: 1 } }],
      code: () => import('./features/home/home-page.tsx'),
      entrance: true,
    },
    '/user/later': { unbuilt: 'later' },
    '/user/courses': { code: () => import("./features/courses/courses-page.tsx"), texts: ['courses'] },`),
  )
  expect([...found]).toEqual([
    ['/user/index', { source: 'features/home/home-page.tsx', entrance: true }],
    ['/user/courses', { source: 'features/courses/courses-page.tsx', entrance: false }],
  ])
})

test.each([
  [`'/a': { code: load }`, '/a has no code'],
  [`'/a': { code: () => import(file) }`, '/a has no code'],
  [`'/a': page('./a.tsx')`, '/a has no code'],
  [`...others`, 'without a written name'],
  [`[address]: { code: () => import('./a.tsx') }`, 'without a written name'],
])('the build ends at an entry that it cannot read: %s', (entry, fault) => {
  expect(() => pagesIn(tables(entry))).toThrow(fault)
})

test('every page of the table has its source', () => {
  const built = Object.entries({ ...plainPages, ...pages }).filter(([, page]) => 'code' in page)
  expect([...pageSources().keys()].sort()).toEqual(built.map(([address]) => address).sort())
  for (const [address, page] of built) expect([address, pageSources().get(address)?.entrance]).toEqual([address, 'entrance' in page])
})
