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
  readEntry,
  writeEntry,
} from '../../../device/exam-copies.ts'
import { loadedFiles } from '../../../device/loaded-files.ts'
import { started } from '../../../device/worker-start.ts'
import { queryClient } from '../../../queries.ts'
import { endCopies, noteCopies } from '../../../session/exam-copy-owner.ts'
import { serverNow } from './server-clock.ts'

export type SavedAnswers = Answer<'GET /api/attempts/:id/answers'>
type Read = { key: readonly unknown[]; answer: unknown }
/** `clock`: the server's time less this device's, in milliseconds. */
type Reads = { at: number; clock: number; of: Read[] }
type Answers = { clock: number; answers: SavedAnswers }

/** Bytes of all pictures of a copy. */
const mostPictures = 20_000_000
/** Milliseconds that a part of a copy is waited for. */
const patience = 60_000

/** Whether this page was opened from a copy. */
export const isOpenedFromCopy = () => document.documentElement.dataset.copy !== undefined
const isOfMine = ({ person }: CopyName) => person === currentScope()?.person
const namesOf = (attempt: string) => copyNames((copy) => isOfMine(copy) && copy.attempt === attempt)
const clock = () => serverNow() - Date.now()

/** Of attempts whose page was opened from a copy: pictures that are not in it. */
const opened = new Map<string, number>()

type Queue = <T>(work: () => Promise<T>) => Promise<T>
function newQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }
}
/** Writes one after the other: the last one has what is newest. */
const inOrder = newQueue()
/** One copy is made at a time: one that fails deletes nothing of another. */
const making = newQueue()

const losses = new Set<(attempt: string) => void>()
/** Copies that are no more. The function that is returned ends it. */
export function onCopyLost(listener: (attempt: string) => void): () => void {
  losses.add(listener)
  return () => void losses.delete(listener)
}
function lose(attempt: string) {
  opened.delete(attempt)
  for (const listener of losses) listener(attempt)
}

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
    opened.set(copyOf(name)?.attempt ?? '', head.missing)
  }
}

/** The saved answers that a copy has now: for want of the server's alone. */
export async function readCopied(attempt: string): Promise<SavedAnswers | undefined> {
  for (const name of await namesOf(attempt)) {
    const cache = await caches.open(name)
    const [head, found] = await Promise.all([readEntry<CopyHead>(cache, copyEntry.head), readEntry<Answers>(cache, copyEntry.answers)])
    if (head && found && head.until >= Date.now()) return { ...found.answers, now: presentBy(found) }
  }
  return undefined
}
/** Its pictures that are not on this device; undefined: not opened from a copy. */
export const openedMissing = (attempt: string): number | undefined => opened.get(attempt)

/** A copy that cannot be written opens no more, as one that was deleted meanwhile: an old answer in it would pass for the newest. */
async function each(attempt: string, write: (cache: Cache) => Promise<void>): Promise<void> {
  for (const name of await namesOf(attempt)) {
    try {
      const cache = await caches.open(name)
      await write(cache)
      if (await cache.match(copyEntry.head)) continue
    } catch {
      // it is deleted below
    }
    await caches.delete(name).catch(() => false)
    lose(attempt)
  }
}

/** Of each question the newest: a tab or a page before this one may write late. */
const newestOf = (items: SavedAnswers['items'], before: SavedAnswers['items']): SavedAnswers['items'] => {
  const newest = new Map(before.map((item) => [item.slot, item]))
  for (const item of items) if (item.seq >= (newest.get(item.slot)?.seq ?? 0)) newest.set(item.slot, item)
  return [...newest.values()]
}
/** `of` is called once those before it are written; undefined: nothing is written. */
export const writeAnswers = (attempt: string, of: () => SavedAnswers | undefined): Promise<void> =>
  inOrder(async () => {
    const answers = of()
    if (!answers) return
    await each(attempt, async (cache) => {
      const before = await readEntry<Answers>(cache, copyEntry.answers)
      const items = newestOf(answers.items, before?.answers.items ?? [])
      await writeEntry(cache, copyEntry.answers, { clock: clock(), answers: { ...answers, items } } satisfies Answers)
    })
  })

const readsOf = (keys: readonly (readonly unknown[])[]): Reads => ({
  at: Date.now(),
  clock: clock(),
  of: keys.flatMap((key) => {
    const answer = queryClient.getQueryData(key)
    return answer === undefined ? [] : [{ key, answer }]
  }),
})
export const writeReads = (attempt: string, keys: readonly (readonly unknown[])[]): Promise<void> =>
  inOrder(() => each(attempt, (cache) => writeEntry(cache, copyEntry.reads, readsOf(keys))))

export const dropCopy = async (attempt: string): Promise<void> => {
  await inOrder(() => endCopies((copy) => copy.attempt === attempt))
  lose(attempt)
}
/** Of an exam of which nothing runs any more. */
export const dropCopiesOf = (activity: string): Promise<void> =>
  inOrder(() => endCopies((copy) => copy.activity === activity)).catch(() => {})

/** The scripts of this page's document: they name the build. */
const ownScripts = () => [...document.querySelectorAll('script[src^="/assets/"]')].map((script) => script.getAttribute('src') ?? '')

/** The document as the server sends it to this person; undefined: it is of another build than this page, or the session is another one. */
async function readDocument(person: string, scripts: readonly string[]): Promise<Response | undefined> {
  const { pathname, search } = window.location
  const answer = await fetch(pathname + search, {
    cache: 'no-store',
    headers: { accept: 'text/html' },
    signal: AbortSignal.timeout(patience),
  })
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
    const answer = await fetch(file, { signal: AbortSignal.timeout(patience) })
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`)
    await cache.put(file, answer)
  }
}

/** Returns the number of pictures that are too large for it, or did not come. */
async function writePictures(cache: Cache, addresses: readonly string[]): Promise<number> {
  let missing = 0
  let room = mostPictures
  for (const address of addresses) {
    const before = await cache.match(address)
    const answer = before ?? (await fetch(address, { credentials: 'omit', signal: AbortSignal.timeout(patience) }).catch(() => undefined))
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
/** Old addresses of pictures whose grant was renewed. */
async function deleteOthers(cache: Cache, pictures: readonly string[]): Promise<void> {
  const kept: readonly string[] = [...pictures, ...loadedFiles(), ...Object.values(copyEntry).map((entry) => location.origin + entry)]
  for (const { url } of await cache.keys()) if (!kept.includes(url)) await cache.delete(url)
}

export type CopyContent = {
  activity: string
  attempt: string
  until: number
  pictures: readonly string[]
  keys: readonly (readonly unknown[])[]
  answers: () => SavedAnswers | undefined
}
/** Makes the copy, or brings it up to date. Undefined: none is possible here, or the server is of another build. Rejects without a connection, and
 *  where the browser refuses the room. */
export const makeCopy = (content: CopyContent, isWanted: () => boolean): Promise<{ missing: number } | undefined> =>
  making(() => make(content, isWanted))

async function make(content: CopyContent, isWanted: () => boolean): Promise<{ missing: number } | undefined> {
  const person = currentScope()?.person
  const scripts = ownScripts()
  if (!person || !isWanted() || !('caches' in globalThis) || !navigator.serviceWorker) return undefined
  const page = await readDocument(person, scripts)
  if (!page || !isWanted()) return undefined
  noteCopies()
  const { activity, attempt } = content
  const name = copyName({ person, activity, attempt, build: scripts.at(-1)?.split('/').at(-1) ?? '' })
  const { pathname, search, hash } = window.location
  const head = { path: pathname + search, hash, until: content.until, missing: 0 } satisfies CopyHead
  // answers are written into it from now on; an older copy stays whole until the new parts are there
  const cache = await inOrder(async () => {
    const begun = await caches.open(name)
    if (!(await begun.match(copyEntry.head))) await writeEntry(begun, copyEntry.head, head)
    return begun
  })
  try {
    await writeFiles(cache)
    const missing = await writePictures(cache, content.pictures)
    await writeReads(attempt, content.keys)
    await writeAnswers(attempt, content.answers)
    await writeEntry(cache, copyEntry.head, { ...head, missing })
    if (!isWanted()) return undefined
    await started(await navigator.serviceWorker.register(copyScript, { scope: pathname }))
    await cache.put(copyEntry.page, page)
    await deleteOthers(cache, content.pictures)
    await endCopies((copy) => copy.attempt === attempt && copyName(copy) !== name)
    noteCopies()
    if (!isWanted()) return undefined
    if (!(await caches.has(name))) throw new Error('the copy was deleted meanwhile')
    return { missing }
  } finally {
    // a part of one opens nothing; the worker that was registered for a copy that is no more goes too
    const isWhole = (await caches.has(name)) && (await cache.match(copyEntry.page))
    if (!isWhole) await endCopies((copy) => copyName(copy) === name).catch(() => {})
  }
}
