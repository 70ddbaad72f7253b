// First reads of a page: their answers, deadlines and refusals.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callsFor } from '@lyceum/kit/calls/contract'
import { Type } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestBff, testBff } from '../test/test-bff.ts'

const reads = [['GET /api/echo', { page: 1 }], ['GET /api/teachers'], ['GET /api/slow/:id'], ['GET /api/away'], ['GET /api/gone']]
let bff: TestBff, folder: string, asked: string[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lyceum-web-'))
  await writeFile(join(folder, 'index.html'), '<!doctype html>\n<html lang="en"><head></head><body>page</body></html>')
  await writeFile(
    join(folder, 'preloads.json'),
    JSON.stringify({ pages: { '/course/:id/content': { files: ['assets/a.js'], texts: [], reads } }, texts: {} }),
  )
  asked = []
  const contracts = callsFor<'signedIn'>()({
    'GET /api/slow/:id': { summary: '', may: 'signedIn', params: Type.Object({ id: Type.String() }), reply: Type.Any() },
  })
  const never = {
    send: ({ url }: { url: string }) => {
      asked.push(url)
      return new Promise<never>(() => {})
    },
    close: async () => {},
  }
  const away = {
    send: async ({ url }: { url: string }) => {
      asked.push(url)
      return { status: 503, headers: {}, body: Buffer.from('{"code":"database.unavailable"}') }
    },
    close: async () => {},
  }
  const awayCalls = callsFor<'signedIn', never>()({ 'GET /api/away': { summary: '', may: 'signedIn', reply: Type.Any() } })
  bff = await testBff({
    env: { WEB_FOLDER: folder },
    more: [
      { name: 'slow', contracts, transport: never },
      { name: 'away', contracts: awayCalls, transport: away },
    ],
  })
})
afterAll(async () => {
  await bff.close()
  await rm(folder, { recursive: true })
})

const known = async (path: string, cookie?: string) => {
  const { text } = await bff.ask('GET', path, { cookie })
  expect(text).toMatch(/<\/head><body>page<script [^>]*id="known">[^<]*<\/script><\/body><\/html>$/)
  return JSON.parse(/id="known">(.*?)<\/script>/.exec(text)![1]!)
}

test('a page comes with its first reads: one that is refused, late or without its database is left to it', async () => {
  const { session, reads } = await known('/course/7/content', await bff.signIn('S1'))
  expect(reads.org).toBe(bff.org)
  expect(reads.of).toEqual([['GET /api/echo', { query: { page: 1 } }, expect.objectContaining({ actor: expect.anything() })]])
  expect(reads.of[0][2].actor).toMatchObject({ person: session.user.id, org: bff.org })
  expect(asked).toEqual(['/api/slow/7', '/api/away'])
})

test('reads count as calls of the session: beyond the limit the page opens without them', async () => {
  const few = await testBff({ env: { WEB_FOLDER: folder, RATE_LIMIT: '2' } })
  const cookie = await few.signIn('S1')
  const page = async () => await few.ask('GET', '/course/7/content', { cookie })
  for (let nth = 0; nth < 3; nth++) await page()
  const { status, text } = await page()
  expect([status, JSON.parse(/id="known">(.*?)<\/script>/.exec(text)![1]!).reads.of]).toEqual([200, []])
  expect((await few.ask('GET', '/api/echo', { cookie, headers: { 'request-scope': few.org } })).status).toBe(429)
  await few.close()
})

test('nothing is read for a visitor, nor for a page that names nothing', async () => {
  expect((await known('/course/7/content')).reads).toBeUndefined()
  expect((await known('/user/settings', await bff.signIn('S1'))).reads).toBeUndefined()
})
