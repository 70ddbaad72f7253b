import { expect, test } from 'vitest'
import { opening, readPreloads } from './opening.ts'

const html = '<!doctype html><html><head><title>x</title></head><body></body></html>'
const preloads = readPreloads(
  JSON.stringify({
    pages: {
      '/course/:id/content': { files: ['assets/content.js'], texts: ['frame', 'course'] },
      '/login': { files: [], texts: ['session'] },
    },
    texts: { en: { frame: 'assets/en.js', course: 'assets/course-en.js', session: 'assets/s-en.js' }, th: { frame: 'assets/th.js' } },
  }),
)
const links = (path: string, lang: 'en' | 'th' = 'en') =>
  [...opening(html, { path, lang, preloads, known: {} }).matchAll(/modulepreload" crossorigin href="([^"]+)/g)].map(([, href]) => href)

test('the files of the page that was asked for are named, with its texts in the language', () => {
  expect(links('/course/1/content')).toEqual(['/assets/content.js', '/assets/en.js', '/assets/course-en.js'])
  expect(links('/course/1/content/')).toHaveLength(3)
  expect(links('/course/1/content', 'th')).toEqual(['/assets/content.js', '/assets/th.js'])
  expect(links('/login')).toEqual(['/assets/s-en.js'])
})
test('no hint for pages that are not in the list, nor without a list', () => {
  expect(links('/course/1/enrollments')).toEqual([])
  expect(links('/')).toEqual([])
  expect(readPreloads(undefined)).toEqual({ pages: {}, texts: {} })
  expect(readPreloads('half a fi')).toEqual({ pages: {}, texts: {} })
})
test('a name cannot end the data or take part in the replacement', () => {
  const name = "</script><script>alert(1)</script><!-- $& $' "
  const page = opening(html, { path: '/', lang: 'en', preloads, known: { session: { name } } })
  expect(page.match(/<script/g)).toHaveLength(1)
  expect(page).not.toContain('<!--')
  const data = /id="known">(.*?)<\/script>/.exec(page)?.[1] ?? ''
  expect(JSON.parse(data)).toEqual({ session: { name } })
})
