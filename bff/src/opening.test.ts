// Data in a page's HTML: texts, files and answers by address and language.
import { expect, test } from 'vitest'
import { knownData, openedPage, readPreloads, shellOf } from './opening.ts'

const html = '<!doctype html><html><head><title>x</title></head><body></body></html>'
const preloads = readPreloads(
  JSON.stringify({
    pages: {
      '/course/:id/content': { files: ['assets/content.js'], texts: ['course'] },
      '/login': { files: [], texts: ['session'] },
    },
    texts: { en: { ui: { save: 'Save' }, course: { next: 'Next' }, session: { signIn: '</script>' } }, th: { ui: { save: 'บันทึก' } } },
  }),
)
const opened = (path: string, lang: 'en' | 'th' = 'en') =>
  shellOf(html, { page: openedPage(preloads, path)?.page, lang, preloads }).head.bytes.toString()
const links = (path: string) => [...opened(path).matchAll(/modulepreload" crossorigin href="([^"]+)/g)].map(([, href]) => href)
const texts = (path: string, lang?: 'en' | 'th') => JSON.parse(/id="texts">(.*?)<\/script>/.exec(opened(path, lang))?.[1] ?? '')

test('the files of the page that was asked for are named', () => {
  expect(links('/course/1/content')).toEqual(['/assets/content.js'])
  expect(links('/course/1/content/')).toHaveLength(1)
  expect(links('/login')).toEqual([])
})
test('a page comes with its texts and those of the frame, in the language that it is in', () => {
  expect(texts('/course/1/content')).toEqual({ lang: 'en', of: { ui: { save: 'Save' }, course: { next: 'Next' } } })
  expect(texts('/course/1/content', 'th')).toEqual({ lang: 'th', of: { ui: { save: 'บันทึก' } } })
  expect(texts('/login').of.session.signIn).toBe('</script>')
})
test('no file is named for pages that are not in the list, nor anything without a list', () => {
  expect(links('/course/1/enrollments')).toEqual([])
  expect(texts('/course/1/enrollments').of).toEqual({ ui: { save: 'Save' } })
  expect(links('/')).toEqual([])
  expect(readPreloads('half a fi')).toEqual({ pages: {}, texts: {} })
})
test('a name cannot end the data or take part in the replacement', () => {
  const name = "</script><script>alert(1)</script><!-- $& $' "
  const data = knownData({ session: { name } })
  expect(data.match(/<script/g)).toHaveLength(1)
  expect(data).not.toContain('<!--')
  expect(JSON.parse(/id="known">(.*?)<\/script>/.exec(data)?.[1] ?? '')).toEqual({ session: { name } })
})
test('the page is whole with what is known at its end', () => {
  const { open, head, body, end } = shellOf(html, { page: undefined, lang: 'en', preloads })
  const data = (id: string, json: string) => `<script type="application/json" id="${id}">${json}</script>`
  expect(`${open}<html>${head.bytes}${body(undefined)}${knownData({})}${end}`).toBe(
    html
      .replace('</head>', `${data('texts', '{"lang":"en","of":{"ui":{"save":"Save"}}}')}</head>`)
      .replace('</body>', `${data('known', '{}')}</body>`),
  )
})
test('first reads stand in the data as the services wrote them', () => {
  const known = (given: Parameters<typeof knownData>[0]) => JSON.parse(/id="known">(.*?)<\/script>/.exec(knownData(given))?.[1] ?? '')
  const reads = { org: 'o', of: [{ call: 'GET /api/x', input: {}, body: '{"name":"</script>"}' }] }
  const embedded = { org: 'o', of: [['GET /api/x', {}, { name: '</script>' }]] }
  expect(known({ session: { id: 's' }, reads })).toEqual({ session: { id: 's' }, reads: embedded })
  expect(known({ reads })).toEqual({ reads: embedded })
  expect(known({ config: undefined, session: null })).toEqual({ session: null })
})
test('the parameters of an address', () => {
  expect(openedPage(preloads, '/course/7/content')?.params).toEqual({ id: '7' })
  expect(openedPage(preloads, '/user/index')).toBeUndefined()
})

test('the first look stands in the place of the page, where it has one', () => {
  const { body, end } = shellOf('<head></head><body><div id="app"></div></body>', { page: undefined, lang: 'en', preloads })
  expect(body('<h1>$& Co</h1>')).toBe('</head><body><div id="app"><h1>$& Co</h1></div>')
  expect([body(undefined), end]).toEqual(['</head><body><div id="app"></div>', '</body>'])
})
