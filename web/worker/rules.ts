// Rules of the worker of running exams: the network answers; only where it fails, a copy on this device answers for the exam's own address and for
// the files and pictures of that page. Calls never reach it.
import { type CopyHead, copyEntry, copyNames, readEntry } from '../src/device/exam-copies.ts'

export type Wanted = Pick<Request, 'method' | 'mode' | 'destination' | 'url'>

/** The kind of answer that a copy may have for a request; undefined: the browser makes it by itself. */
export function kindOf({ method, mode, destination, url }: Wanted, origin: string): 'page' | 'file' | undefined {
  if (method !== 'GET') return undefined
  if (mode === 'navigate') return destination === 'document' ? 'page' : undefined
  const at = new URL(url)
  return (at.origin === origin && at.pathname.startsWith('/assets/')) || destination === 'image' ? 'file' : undefined
}

/** Milliseconds without an answer after which a copy is looked for; without one the network is waited for. */
const patience = { page: 10_000, file: 3000 }
/** Answers of a proxy whose server is away. */
const away = [502, 503, 504]

type Ports = { fetch: (request: Request) => Promise<Response>; now?: () => number }

export async function answerOf(request: Request, kind: 'page' | 'file', { fetch, now = Date.now }: Ports): Promise<Response> {
  const network = fetch(request)
  const late = new Promise<undefined>((done) => {
    const timer = setTimeout(done, patience[kind])
    void network.finally(() => clearTimeout(timer)).catch(() => {})
  })
  const first = await Promise.race([network.catch(() => undefined), late])
  if (first && !(kind === 'page' && away.includes(first.status))) return first
  const copy = await (kind === 'page' ? pageOf(request.url, now()) : fileOf(request.url, now())).catch(() => undefined)
  return copy ?? network
}

async function copies(now: number): Promise<{ cache: Cache; head: CopyHead }[]> {
  const found = await Promise.all(
    (await copyNames()).map(async (name) => {
      const cache = await caches.open(name)
      const head = await readEntry<CopyHead>(cache, copyEntry.head)
      return head && head.until > now ? [{ cache, head }] : []
    }),
  )
  return found.flat()
}

/** Some browsers give the address without its hash. */
async function pageOf(url: string, now: number): Promise<Response | undefined> {
  const { pathname, search, hash } = new URL(url)
  for (const { cache, head } of await copies(now)) {
    if (head.path !== pathname + search || (hash && hash !== head.hash)) continue
    const page = await cache.match(copyEntry.page)
    if (page) return page
  }
  return undefined
}

async function fileOf(url: string, now: number): Promise<Response | undefined> {
  for (const { cache } of await copies(now)) {
    const file = await cache.match(url, { ignoreVary: true })
    if (file) return file
  }
  return undefined
}
