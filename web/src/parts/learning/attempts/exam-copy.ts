// Copy of a running exam on this device, for a reload without a connection: the page as the server sends it to this person, its files, small
// pictures, what was read, and the answers that the server has. Those that it does not have yet are drafts (device-answers.ts).
import { type Answer, currentScope } from '../../../client.ts'
import {
  type CopyHead,
  type CopyName,
  copyEntry,
  copyName,
  copyNames,
  copyOf,
  copyScript,
  dropCopies,
  readEntry,
  writeEntry,
} from '../../../device/exam-copies.ts'
import { loadedFiles } from '../../../device/loaded-files.ts'
import { queryClient } from '../../../queries.ts'
import { hasCopies, noteCopies } from '../../../session/exam-copy-owner.ts'
import { serverNow } from './server-clock.ts'

export type SavedAnswers = Answer<'GET /api/attempts/:id/answers'>
type Read = { key: readonly unknown[]; answer: unknown }
/** `clock`: the server's time less this device's, in milliseconds. */
type Reads = { at: number; clock: number; of: Read[] }
type Answers = { clock: number; answers: SavedAnswers }

/** Bytes of all pictures of a copy. */
const mostPictures = 20_000_000

/** Whether this page was opened from a copy. */
export const isOpenedFromCopy = () => document.documentElement.dataset.copy !== undefined
const isOfMine = ({ person }: CopyName) => person === currentScope()?.person
const clock = () => serverNow() - Date.now()

const opened = new Map<string, Answers & { head: CopyHead }>()

/** Answers with a `now` have that of this moment. */
export const atPresent = (answer: unknown, now: string): unknown => {
  if (!answer || typeof answer !== 'object') return answer
  if ('running' in answer) return { ...answer, running: atPresent(answer.running, now) }
  return 'now' in answer ? { ...answer, now } : answer
}
const presentBy = ({ clock }: { clock: number }) => new Date(Date.now() + clock).toISOString()

/** Before the first read of a page that was opened from a copy: its reads are those of the copies. */
export async function openCopies(): Promise<void> {
  for (const name of await copyNames(isOfMine)) {
    const cache = await caches.open(name)
    const [head, reads, answers] = await Promise.all([
      readEntry<CopyHead>(cache, copyEntry.head),
      readEntry<Reads>(cache, copyEntry.reads),
      readEntry<Answers>(cache, copyEntry.answers),
    ])
    if (!head || !reads || !answers || head.until < Date.now()) continue
    for (const { key, answer } of reads.of) queryClient.setQueryData(key, atPresent(answer, presentBy(reads)), { updatedAt: reads.at })
    opened.set(copyOf(name)?.attempt ?? '', { ...answers, head })
  }
}

/** The saved answers of an attempt whose page was opened from its copy: once, later ones are the server's. */
export function takeOpened(attempt: string): SavedAnswers | undefined {
  const found = opened.get(attempt)
  opened.delete(attempt)
  return found && { ...found.answers, now: presentBy(found) }
}
/** Its pictures that are not on this device; undefined: not opened from a copy. */
export const openedMissing = (attempt: string): number | undefined => opened.get(attempt)?.head.missing

const each = async (attempt: string, write: (cache: Cache) => Promise<void>) => {
  if (!hasCopies()) return
  const names = await copyNames((copy) => isOfMine(copy) && copy.attempt === attempt)
  await Promise.all(names.map(async (name) => write(await caches.open(name)).catch(() => {})))
}
export const writeAnswers = (attempt: string, answers: SavedAnswers): Promise<void> =>
  each(attempt, (cache) => writeEntry(cache, copyEntry.answers, { clock: clock(), answers } satisfies Answers))

const readsOf = (keys: readonly (readonly unknown[])[]): Reads => ({
  at: Date.now(),
  clock: clock(),
  of: keys.flatMap((key) => {
    const answer = queryClient.getQueryData(key)
    return answer === undefined ? [] : [{ key, answer }]
  }),
})
export const writeReads = (attempt: string, keys: readonly (readonly unknown[])[]): Promise<void> =>
  each(attempt, (cache) => writeEntry(cache, copyEntry.reads, readsOf(keys)))

export const dropCopy = async (attempt: string): Promise<void> => {
  opened.delete(attempt)
  if (hasCopies()) await dropCopies((copy) => copy.attempt === attempt)
}
/** Of an exam of which nothing runs any more. */
export const dropCopiesOf = async (activity: string): Promise<void> => {
  if (hasCopies()) await dropCopies((copy) => copy.activity === activity)
}

/** The scripts of this page's document: they name the build. */
const ownScripts = () => [...document.querySelectorAll('script[src^="/assets/"]')].map((script) => script.getAttribute('src') ?? '')

/** The document as the server sends it to this person; undefined: it is of another build than this page, or the session is another one. */
async function readDocument(person: string, scripts: readonly string[]): Promise<Response | undefined> {
  const { pathname, search } = window.location
  const answer = await fetch(pathname + search, { cache: 'no-store', headers: { accept: 'text/html' } })
  const html = await answer.text()
  if (!answer.ok || answer.redirected || scripts.length === 0 || ![person, ...scripts].every((part) => html.includes(part)))
    return undefined
  const policy = answer.headers.get('content-security-policy')
  return new Response(html.replace(/<html/, '<html data-copy'), {
    headers: { 'content-type': 'text/html; charset=utf-8', ...(policy && { 'content-security-policy': policy }) },
  })
}

async function writeFiles(cache: Cache): Promise<void> {
  for (const file of loadedFiles()) {
    if (await cache.match(file, { ignoreVary: true })) continue
    const answer = await fetch(file)
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`)
    await cache.put(file, answer)
  }
}

/** Of a picture whose grant was renewed the old address goes. Returns the number of pictures that are too large for it, or did not come. */
async function writePictures(cache: Cache, addresses: readonly string[]): Promise<number> {
  const kept: readonly string[] = [...addresses, ...loadedFiles(), ...Object.values(copyEntry).map((entry) => location.origin + entry)]
  for (const { url } of await cache.keys()) if (!kept.includes(url)) await cache.delete(url)
  let missing = 0
  let room = mostPictures
  for (const address of addresses) {
    const before = await cache.match(address)
    const answer = before ?? (await fetch(address, { credentials: 'omit' }).catch(() => undefined))
    const bytes = answer?.ok && Number(answer.headers.get('content-length') ?? 0) <= room ? await answer.blob() : undefined
    if (bytes && bytes.size <= room) {
      room -= bytes.size
      if (!before) await cache.put(address, new Response(bytes))
    } else {
      missing++
      await answer?.body?.cancel().catch(() => {})
    }
  }
  return missing
}

async function registered(): Promise<void> {
  const registration = await navigator.serviceWorker.register(copyScript, { scope: window.location.pathname })
  const coming = registration.installing ?? registration.waiting
  if (registration.active || !coming) return
  await new Promise<void>((done) => {
    coming.addEventListener('statechange', () => {
      if (coming.state === 'activated' || coming.state === 'redundant') done()
    })
  })
}

export type CopyContent = {
  activity: string
  attempt: string
  until: number
  pictures: readonly string[]
  keys: readonly (readonly unknown[])[]
  answers: () => SavedAnswers
}
/** Makes the copy, or brings it up to date. Undefined: none is possible here, or the server is of another build. Rejects without a connection, and
 *  where the browser refuses the room. */
export async function makeCopy(content: CopyContent, isWanted: () => boolean): Promise<{ missing: number } | undefined> {
  const person = currentScope()?.person
  const scripts = ownScripts()
  if (!person || !('caches' in globalThis) || !navigator.serviceWorker) return undefined
  const page = await readDocument(person, scripts)
  if (!page || !isWanted()) return undefined
  noteCopies()
  const { activity, attempt } = content
  const name = copyName({ person, activity, attempt, build: scripts.at(-1)?.split('/').at(-1) ?? '' })
  const { pathname, search, hash } = window.location
  const head = { path: pathname + search, hash, until: content.until, missing: 0 } satisfies CopyHead
  const cache = await caches.open(name)
  try {
    await writeEntry(cache, copyEntry.head, head)
    await writeReads(attempt, content.keys)
    await writeAnswers(attempt, content.answers())
    await writeFiles(cache)
    const missing = await writePictures(cache, content.pictures)
    await writeEntry(cache, copyEntry.head, { ...head, missing })
    if (!isWanted()) return undefined
    await registered()
    await cache.put(copyEntry.page, page)
    await dropCopies((copy) => copy.attempt === attempt && copyName(copy) !== name)
    return isWanted() ? { missing } : undefined
  } catch (error) {
    // a part of one opens nothing
    if (!(await cache.match(copyEntry.page).catch(() => undefined))) await caches.delete(name).catch(() => false)
    throw error
  }
}
