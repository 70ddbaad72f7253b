// The worker of running exams answers for a running exam alone, after the network alone; copies go with their person, their attempt and their time.
import { beforeEach, expect, test, vi } from 'vitest'
import { copyEntry, copyName, copyScript, dropCopies, writeEntry } from '../src/device/exam-copies.ts'
import { answerOf, kindOf, type Wanted } from './rules.ts'

const origin = 'https://school.test'
const at = (entry: string | Request) => new URL(typeof entry === 'string' ? entry : entry.url, origin).href
/** As much of the browser's caches as copies use. */
class Entries {
  all = new Map<string, Response>()
  match = async (entry: string) => this.all.get(at(entry))?.clone()
  put = async (entry: string, answer: Response) => void this.all.set(at(entry), answer)
}
const stored = new Map<string, Entries>()
const unregister = vi.fn(async () => true)
vi.stubGlobal('caches', {
  keys: async () => [...stored.keys()],
  open: async (name: string) => stored.get(name) ?? stored.set(name, new Entries()).get(name),
  delete: async (name: string) => stored.delete(name),
})
const registrations = [
  { active: { scriptURL: origin + copyScript }, unregister },
  { active: { scriptURL: `${origin}/sw.js` }, unregister: vi.fn() },
]
vi.stubGlobal('navigator', { serviceWorker: { getRegistrations: async () => registrations } })

const path = '/course/5/learning-activity'
const [exam, other] = [`${origin}${path}#/exam/7`, `${origin}${path}#/8`]
const file = `${origin}/assets/page-a1.js`
const shore = 'https://bytes.test/g/shore'
const hour = 3_600_000
async function copy(of: { person?: string; attempt?: string; until?: number; page?: boolean } = {}) {
  const name = copyName({ person: of.person ?? 'ana', activity: '7', attempt: of.attempt ?? 'a', build: 'index-1.js' })
  const cache = await caches.open(name)
  await writeEntry(cache, copyEntry.head, { path, hash: '#/exam/7', until: of.until ?? Date.now() + hour, missing: 0 })
  for (const address of [file, shore]) await cache.put(address, new Response(`copy of ${address}`))
  if (of.page !== false) await cache.put(copyEntry.page, new Response('copy of the page'))
  return name
}
beforeEach(() => {
  stored.clear()
  unregister.mockClear()
})

const wanted = (more: Partial<Wanted>): Wanted => ({ method: 'GET', mode: 'cors', destination: '', url: exam, ...more })
const kindFor = (more: Partial<Wanted>) => kindOf(wanted(more), origin)
test('documents, files of the build and pictures alone may come from a copy; calls, films and frames never', () => {
  expect(kindFor({ mode: 'navigate', destination: 'document' })).toBe('page')
  expect(kindFor({ url: file, destination: 'script' })).toBe('file')
  expect(kindFor({ url: shore, mode: 'no-cors', destination: 'image' })).toBe('file')
  for (const none of [
    { url: `${origin}/api/attempts/a/paper` },
    { url: `${origin}/d/version` },
    { url: shore, destination: 'video' as const },
    { mode: 'navigate' as const, destination: 'iframe' as const },
    { method: 'POST', mode: 'navigate' as const, destination: 'document' as const },
    { url: 'https://elsewhere.test/assets/page-a1.js' },
  ])
    expect(kindFor(none), JSON.stringify(none)).toBeUndefined()
})

/** A request has no hash in Node. */
const request = (url: string) => ({ url }) as Request
const offline = () => Promise.reject(new TypeError('Failed to fetch'))
const answers = (status: number) => async () => new Response('network', { status })
const textOf = async (url: string, kind: 'page' | 'file', fetch: () => Promise<Response>) =>
  (await answerOf(request(url), kind, { fetch })).text()

test('the network answers while there is one, with its refusals too', async () => {
  await copy()
  for (const status of [200, 401, 404, 500]) expect(await textOf(exam, 'page', answers(status))).toBe('network')
  expect(await textOf(file, 'file', answers(404))).toBe('network')
})

test('without it the exam opens, from its whole copy and until its time; another page of the course does not', async () => {
  await copy()
  expect(await textOf(exam, 'page', offline)).toBe('copy of the page')
  expect(await textOf(`${origin}${path}`, 'page', offline)).toBe('copy of the page')
  expect(await textOf(exam, 'page', answers(502))).toBe('copy of the page')
  expect(await textOf(file, 'file', offline)).toBe(`copy of ${file}`)
  expect(await textOf(shore, 'file', offline)).toBe(`copy of ${shore}`)
  for (const url of [other, `${origin}${path}?a=1#/exam/7`, `${origin}/course/6/learning-activity#/exam/7`])
    await expect(textOf(url, 'page', offline), url).rejects.toThrow('Failed to fetch')
  expect(await textOf(other, 'page', answers(502))).toBe('network')
  stored.clear()
  await copy({ until: Date.now() - 1 })
  await expect(textOf(exam, 'page', offline)).rejects.toThrow()
  await expect(textOf(file, 'file', offline)).rejects.toThrow()
  stored.clear()
  await copy({ page: false })
  await expect(textOf(exam, 'page', offline)).rejects.toThrow()
})

test('a network that does not answer at all is waited for only where there is no copy', async () => {
  vi.useFakeTimers()
  await copy()
  const silent = () => new Promise<Response>((done) => setTimeout(done, 60_000, new Response('network')))
  const [page, elsewhere] = [textOf(exam, 'page', silent), textOf(other, 'page', silent)]
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await page).toBe('copy of the page')
  await vi.advanceTimersByTimeAsync(50_000)
  expect(await elsewhere).toBe('network')
  vi.useRealTimers()
})

test('copies are deleted one by one; with the last goes the worker, and no other worker', async () => {
  await Promise.all([copy(), copy({ attempt: 'b' }), copy({ person: 'ben' })])
  stored.set('of something else', new Entries())
  await dropCopies(({ person }) => person !== 'ana')
  expect([stored.size, unregister.mock.calls.length]).toEqual([3, 0])
  await dropCopies((_, head) => (head?.until ?? 0) > Date.now())
  expect([[...stored.keys()], unregister.mock.calls.length]).toEqual([['of something else'], 1])
})
