// The page and its files: headers, language, theme, compression and a build that replaces them.
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestBff, testBff } from '../test/test-bff.ts'
import { preferred } from './page.ts'

let bff: TestBff
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lyceum-web-'))
  await mkdir(join(folder, 'assets'))
  await mkdir(join(folder, 'static'))
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html>\n<html lang="en" data-theme="system" data-density="default"><head><script>let old = "<\\/script>"</script></head><body>page</body></html>',
  )
  await utimes(join(folder, 'index.html'), 0, 0) // as old as files of an image may be
  await writeFile(join(folder, 'assets/app-abc.js'), 'let a')
  await writeFile(join(folder, 'assets/app-abc.js.br'), brotliCompressSync('let a'))
  await writeFile(join(folder, 'static/page.html'), 'own page')
  await writeFile(join(folder, 'glyph.svg'), '<svg/>')
  await writeFile(join(folder, 'manifest.webmanifest'), '{}')
  await writeFile(join(folder, 'exam-worker.js'), 'let w')
  bff = await testBff({ env: { WEB_FOLDER: folder } })
})
afterAll(async () => {
  await bff.close()
  await rm(folder, { recursive: true })
})
const html = async (headers: Record<string, string> = {}, cookie?: string) =>
  /<html[^>]*>/.exec((await bff.ask('GET', '/user/index', { headers, cookie })).text)![0]

test('every address of the page is index.html, never kept', async () => {
  for (const url of [
    '/',
    '/user/index',
    '/course/1/content',
    '/course/join/K7MNP4QX',
    '/bulletin-list/?type=org',
    '/pdf/editor?file=a.pdf',
    '/apiary',
    '/j?p=x',
  ]) {
    const answer = await bff.ask('GET', url)
    expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']], url).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ])
  }
})

test('the policy of the page lets the script run that is in it, and no other', async () => {
  const { text, headers } = await bff.ask('GET', '/user/index')
  const [, script = ''] = /<script>(.*?)<\/script>/.exec(text) ?? []
  expect(script).not.toBe('')
  const hash = createHash('sha256').update(script).digest('base64')
  expect(headers['content-security-policy']).toContain(`; script-src 'sha256-${hash}' 'self' 'wasm-unsafe-eval'; `)
  expect((await bff.ask('GET', '/glyph.svg')).headers['content-security-policy']).not.toContain('sha256')
})

test('a browser that takes gzip gets the same page as one stream', async () => {
  const answer = await bff.app.inject({ url: '/user/index', headers: { host: 'school.test', 'accept-encoding': 'gzip, deflate, br' } })
  expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual(['gzip', 'accept-language, cookie, accept-encoding'])
  expect(gunzipSync(answer.rawPayload).toString()).toBe((await bff.ask('GET', '/user/index')).text)
})

test('404 as JSON where the page never is, for missing files and for writes', async () => {
  for (const url of [
    '/api',
    '/api/x',
    '/anonymous-api/x',
    '/internal-api/x',
    '/d',
    '/d/x',
    '/static/x.html',
    '/static',
    '/assets/old-123.js',
    '/assets/',
    '/bytes/g/file',
    '/favicon.ico',
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/.env',
  ]) {
    const answer = await bff.ask('GET', url)
    expect([answer.status, answer.body?.code], url).toEqual([404, 'call.notFound'])
  }
  expect((await bff.ask('POST', '/user/index', { body: {} })).status).toBe(404)
})

test('a page that is built anew is served without a restart; while it is being written, the one before', async () => {
  const at = join(folder, 'index.html')
  const before = await readFile(at, 'utf8')
  const served = async () => (await bff.ask('GET', '/user/index')).text.includes('of the next release')
  await writeFile(at, before.replace('page', 'page of the next release'))
  await expect.poll(served).toBe(true)
  await rm(at)
  // the BFF looks at its page once a second: this is time, not a condition
  await sleep(1100)
  expect(await served()).toBe(true)
  await writeFile(at, before)
  await expect.poll(served).toBe(false)
})

test('hashed files are kept for a year and come compressed', async () => {
  const asset = await bff.ask('GET', '/assets/app-abc.js')
  expect([asset.text, asset.headers['cache-control']]).toEqual(['let a', 'public, max-age=31536000, immutable'])
  const small = await bff.app.inject({ url: '/assets/app-abc.js', headers: { 'accept-encoding': 'br' } })
  expect([small.headers['content-encoding'], brotliDecompressSync(small.rawPayload).toString()]).toEqual(['br', 'let a'])
  expect((await bff.ask('GET', '/glyph.svg')).headers['cache-control']).toBe('public, max-age=300')
  expect((await bff.ask('GET', '/exam-worker.js')).headers['cache-control']).toBe('no-cache')
  expect((await bff.ask('GET', '/static/page.html')).text).toBe('own page')
  const manifest = await bff.ask('GET', '/manifest.webmanifest')
  expect([manifest.text, manifest.headers['content-type']]).toEqual(['{}', 'application/manifest+json'])
})

test('language: person, cookie, browser, organisation; theme, density and accent are in the first HTML', async () => {
  expect(await html({ host: 'school.test' })).toBe(
    '<html lang="th" data-theme="system" data-density="default" data-accent-hue="20" data-accent-vividness="60">',
  )
  expect(await html({ 'accept-language': 'fr, zh-HK;q=0.9, en;q=0.8' })).toContain('lang="zh-TW"')
  expect(await html({ 'accept-language': 'zh-HK' }, 'lyceum_locale=ms; lyceum_theme=dark; lyceum_density=compact')).toContain(
    'lang="ms" data-theme="dark" data-density="compact"',
  )
  expect(await html({}, 'lyceum_locale="><script>; lyceum_theme=red')).toContain('lang="th" data-theme="system"')
  const cookie = await bff.signIn('S1')
  await bff.ask('PUT', '/api/user/settings', { cookie, body: { locale: 'id', theme: 'light' }, headers: { 'request-scope': bff.org } })
  expect(await html({ 'accept-language': 'en' }, `${cookie}; lyceum_locale=ms`)).toContain('lang="id" data-theme="light"')
})

test.each([
  ['zh-Hant-HK', 'zh-TW'],
  ['zh', 'zh-CN'],
  ['zh-Hans,zh-TW', 'zh-CN'],
  ['in-ID', 'id'],
  ['de, ms-MY;q=0.5', 'ms'],
  ['en-GB', 'en'],
  ['en;q=0, th', 'th'],
  ['de', undefined],
  ['', undefined],
  [';;q=,', undefined],
])('%s is read as %s', (header, locale) => expect(preferred(header)).toBe(locale))
