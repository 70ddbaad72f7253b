// Copies of running exams on this device, for a reload without a connection: a cache each, named by person, activity, attempt and build of the
// page. The exam's page writes them (parts/learning/attempts/exam-copy.ts), the worker (web/worker) reads them; both delete by these names.

export type CopyName = { person: string; activity: string; attempt: string; build: string }
/** `path` and `hash`: the exam's address. `until`: milliseconds of this device's clock, after which the copy opens no more. `missing`: pictures
 *  that it does not have. */
export type CopyHead = { path: string; hash: string; until: number; missing: number }

const prefix = 'lyceum-exam'
export const copyName = ({ person, activity, attempt, build }: CopyName): string => [prefix, person, activity, attempt, build].join('|')

/** undefined: a cache of something else. */
export function copyOf(name: string): CopyName | undefined {
  const [of, person = '', activity = '', attempt = '', build = ''] = name.split('|')
  return of === prefix ? { person, activity, attempt, build } : undefined
}

/** Addresses of a copy's own entries; its files and pictures have their own. The document is written last: a copy without it opens nothing. */
export const copyEntry = {
  head: '/-/exam-copy/head',
  reads: '/-/exam-copy/reads',
  answers: '/-/exam-copy/answers',
  page: '/-/exam-copy/page',
} as const

export const copyScript = '/exam-worker.js'

export async function readEntry<T>(cache: Cache, entry: string): Promise<T | undefined> {
  return (await (await cache.match(entry))?.json().catch(() => undefined)) as T | undefined
}
export const writeEntry = (cache: Cache, entry: string, value: unknown): Promise<void> => cache.put(entry, Response.json(value))

/** The names of all copies; none where the browser has no caches (plain http, some private windows). */
export async function copyNames(which: (copy: CopyName) => boolean = () => true): Promise<string[]> {
  if (!('caches' in globalThis)) return []
  const names = await caches.keys().catch(() => [])
  return names.filter((name) => {
    const copy = copyOf(name)
    return copy !== undefined && which(copy)
  })
}

/** Deletes copies; with the last one goes the worker. True: none is left. */
export async function dropCopies(which: (copy: CopyName, head: CopyHead | undefined) => boolean): Promise<boolean> {
  const names = await copyNames()
  const gone = await Promise.all(
    names.map(async (name) => {
      const head = await readEntry<CopyHead>(await caches.open(name), copyEntry.head)
      return which(copyOf(name)!, head) && (await caches.delete(name))
    }),
  )
  if (!gone.every(Boolean)) return false
  for (const registration of (await navigator.serviceWorker?.getRegistrations()) ?? [])
    if (registration.active?.scriptURL.endsWith(copyScript)) await registration.unregister()
  return true
}
