import { expect, test } from 'vitest'
import { knownData, openedPage, opening, readPreloads } from './opening.ts'

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
const links = (path: string, lang: 'en' | 'th' = 'en') => {
  const [before] = opening(html, { page: openedPage(preloads, path)?.page, lang, preloads })
  return [...before.matchAll(/modulepreload" crossorigin href="([^"]+)/g)].map(([, href]) => href)
}

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
  const data = knownData({ session: { name } })
  expect(data.match(/<script/g)).toHaveLength(1)
  expect(data).not.toContain('<!--')
  expect(JSON.parse(/id="known">(.*?)<\/script>/.exec(data)?.[1] ?? '')).toEqual({ session: { name } })
})
test('the page is whole with what is known in its head', () => {
  const [before, after] = opening(html, { page: undefined, lang: 'en', preloads })
  expect(before + knownData({}) + after).toBe(html.replace('</head>', '<script type="application/json" id="known">{}</script></head>'))
})
test('the parameters of an address', () => {
  expect(openedPage(preloads, '/course/7/content')?.params).toEqual({ id: '7' })
  expect(openedPage(preloads, '/user/index')).toBeUndefined()
})
