// Copies of a running exam: whole or none, never with an older answer than was written, and none once one could not be written.
import { beforeEach, expect, test, vi } from 'vitest'

const origin = 'https://school.test'
const stored = vi.hoisted(() => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  return new Map<string, Map<string, Response>>()
})
const reads = vi.hoisted(() => new Map<string, unknown>())
vi.mock('../../../queries.ts', () => ({
  queryClient: {
    getQueryData: (key: readonly unknown[]) => reads.get(JSON.stringify(key)),
    setQueryData: (key: readonly unknown[], answer: unknown) => void reads.set(JSON.stringify(key), answer),
  },
}))
const { setScope } = await import('../../../client.ts')
const { copyEntry, copyName, readEntry } = await import('../../../device/exam-copies.ts')
const { dropCopy, makeCopy, onCopyLost, openCopies, openedMissing, readCopied, writeAnswers } = await import('./exam-copy.ts')
type Saved = NonNullable<Awaited<ReturnType<typeof readCopied>>>

/** An address whose writing fails, as without room. */
let full: string | undefined
const at = (entry: string | Request) => new URL(typeof entry === 'string' ? entry : entry.url, origin).href
const cacheOf = (entries: Map<string, Response>) => ({
  match: async (entry: string) => entries.get(at(entry))?.clone(),
  put: async (entry: string, answer: Response) => {
    if (full && at(entry) === at(full)) throw new Error('no room')
    entries.set(at(entry), answer)
  },
  delete: async (entry: string) => entries.delete(at(entry)),
  keys: async () => [...entries.keys()].map((url) => ({ url })),
})
vi.stubGlobal('caches', {
  keys: async () => [...stored.keys()],
  has: async (name: string) => stored.has(name),
  open: async (name: string) => {
    if (!stored.has(name)) stored.set(name, new Map())
    return cacheOf(stored.get(name)!)
  },
  delete: async (name: string) => stored.delete(name),
})
const flags = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => flags.get(key) ?? null,
  setItem: (key: string, value: string) => void flags.set(key, value),
  removeItem: (key: string) => void flags.delete(key),
})
const location = { origin, pathname: '/course/5/learning-activity', search: '', hash: '#/exam/7' }
vi.stubGlobal('location', location)
vi.stubGlobal('window', { location })
Object.assign(document, {
  documentElement: { dataset: {} },
  querySelectorAll: () => [{ getAttribute: () => '/assets/index-1.js' }],
})
const worker = { active: { scriptURL: `${origin}/exam-worker.js` }, unregister: async () => true }
vi.stubGlobal('navigator', { onLine: true, serviceWorker: { register: async () => worker, getRegistrations: async () => [worker] } })
const html = (build: number) => `<html lang="en"><script src="/assets/index-${build}.js"></script>ana</html>`
let build = 1
vi.stubGlobal('fetch', async (address: string) => new Response(address.startsWith('https://bytes') ? `bytes of ${address}` : html(build)))

const name = copyName({ person: 'ana', activity: '7', attempt: 'a', build: 'index-1.js' })
const hour = 3_600_000
const saved = (...items: [slot: number, seq: number][]): Saved => ({
  now: '2026-11-25T10:00:00Z',
  state: 'running',
  deadline: '2026-11-25T11:00:00Z',
  paused_at: null,
  device_is_mine: true,
  items: items.map(([slot, seq]) => ({ slot, seq, answer: { text: `${seq}` }, saved_at: '2026-11-25T10:00:00Z' })),
  flags_on: [],
  furthest: 0,
  events: [],
})
const [shore, tide] = ['https://bytes.test/g/shore', 'https://bytes.test/g/tide']
const make = (pictures: readonly string[] = [shore], answers = () => saved([0, 1]), isWanted = () => true) =>
  makeCopy({ activity: '7', attempt: 'a', until: Date.now() + hour, pictures, keys: [['paper']], answers }, isWanted)
const seqs = async () => (await readCopied('a'))?.items.map(({ slot, seq }) => [slot, seq])
const entry = (address: string) => cacheOf(stored.get(name)!).match(address)

beforeEach(() => {
  stored.clear()
  flags.clear()
  reads.clear()
  reads.set('["paper"]', { title: 'Low water' })
  full = undefined
  build = 1
  setScope({ org: 'school', person: 'ana' })
})

test('a whole copy opens with its reads; its answers are those of the moment at which they are taken', async () => {
  expect(await make()).toEqual({ missing: 0 })
  expect(await (await entry(copyEntry.page))?.text()).toContain('<html data-copy')
  reads.clear()
  await openCopies()
  expect([reads.get('["paper"]'), openedMissing('a')]).toEqual([{ title: 'Low water' }, 0])
  await writeAnswers('a', () => saved([0, 2], [1, 3]))
  for (let again = 0; again < 2; again++)
    expect(await seqs()).toEqual([
      [0, 2],
      [1, 3],
    ])
  await dropCopy('a')
  expect([await seqs(), stored.size, flags.size]).toEqual([undefined, 0, 0])
})

test('an older answer never takes the place of a newer one, and writes are in their order', async () => {
  await make()
  const taken: number[] = []
  const write = (seq: number) =>
    writeAnswers('a', () => {
      taken.push(seq)
      return saved([0, seq])
    })
  await Promise.all([write(5), write(6), write(4)])
  await writeAnswers('a', () => undefined)
  expect([taken, await seqs()]).toEqual([[5, 6, 4], [[0, 6]]])
})

test('a copy that cannot be written goes, and the page learns it; one that was deleted does not come back', async () => {
  const lost = vi.fn()
  const end = onCopyLost(lost)
  await make()
  full = copyEntry.answers
  await writeAnswers('a', () => saved([0, 2]))
  expect([stored.size, lost.mock.calls]).toEqual([0, [['a']]])
  full = undefined
  // by another tab, between the look for it and the write
  stored.set(name, new Map())
  await writeAnswers('a', () => saved([0, 4]))
  expect(stored.size).toBe(0)
  end()
})

test('a pass that fails leaves the copy before it whole; of a first one nothing stays', async () => {
  full = shore
  await expect(make()).rejects.toThrow('no room')
  expect(stored.size).toBe(0)
  full = tide
  await make()
  await expect(make([tide])).rejects.toThrow('no room')
  expect([await (await entry(shore))?.text(), await entry(tide), (await entry(copyEntry.page)) !== undefined]).toEqual([
    `bytes of ${shore}`,
    undefined,
    true,
  ])
  full = undefined
  expect(await make([tide])).toEqual({ missing: 0 })
  expect([await entry(shore), await (await entry(tide))?.text()]).toEqual([undefined, `bytes of ${tide}`])
})

test('two at once are made one after the other; none of another build, none that is not wanted any more', async () => {
  full = tide
  const [first, second] = await Promise.allSettled([make([tide]), make([shore])])
  expect([first.status, second]).toEqual(['rejected', { status: 'fulfilled', value: { missing: 0 } }])
  stored.clear()
  full = undefined
  build = 2
  expect(await make()).toBeUndefined()
  build = 1
  let wanted = true
  const unwanted = make(
    [],
    () => {
      wanted = false
      return saved()
    },
    () => wanted,
  )
  expect([await unwanted, stored.size]).toEqual([undefined, 0])
  await make()
  const cache = cacheOf(stored.get(name)!) as unknown as Cache
  expect(await readEntry(cache, copyEntry.head)).toMatchObject({ hash: '#/exam/7', missing: 0 })
})
