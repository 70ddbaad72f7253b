// Mistakes of the page, told to POST /api/client-errors: each once, at most ten per page, without what is private. Not told: parts of a
// release that is gone (they load the page anew), the browser's noise about ResizeObserver, refused calls, scripts that are not ours.
import { flushDrafts } from './drafts.ts'
import { queryClient } from './queries.ts'
import { type Config, configQuery } from './session.ts'
import { waitingNow } from './waiting.ts'

const gone = /dynamically imported module|Importing a module script failed|Unable to preload CSS|Loading (CSS )?chunk|ChunkLoadError/i
const noise = /ResizeObserver loop|\bScript error\.?$|AbortError|The user aborted|extension:\/\//i

const textOf = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error))
export const isGone = (error: unknown) => gone.test(textOf(error))

/** What may be told of an error: nothing a person wrote or is known by; undefined for what is not worth telling. */
export function report(
  error: unknown,
  at: string,
  release: string,
): { message: string; stack?: string; url: string; release: string } | undefined {
  const message = textOf(error)
  const stack = error instanceof Error ? error.stack : undefined
  if (
    (error as { name?: string } | undefined)?.name === 'CallFailed' ||
    gone.test(message) ||
    noise.test(message) ||
    noise.test(stack ?? '')
  )
    return undefined
  return {
    message: clean(message.slice(0, 600)).slice(0, 500),
    ...(stack && { stack: clean(stack.slice(0, 4000)) }),
    url: at.split(/[?#]/)[0] ?? '',
    release: release.slice(0, 100),
  }
}
const clean = (text: string) =>
  text
    .replace(/[\w.+-]+@[\w-]+\.[\w.-]+/g, '…@…')
    .replace(/[?#][^\s):]*/g, '')
    .replace(/\d{6,}/g, '…')

const told = new Set<string>()

export function tellFault(error: unknown) {
  const found = report(error, window.location.pathname, queryClient.getQueryData<Config>(configQuery.queryKey)?.release ?? '')
  if (!found || told.has(found.message) || told.size >= 10) return
  told.add(found.message)
  void fetch('/api/client-errors', {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(found),
  }).catch(() => {})
}

const reloadedKept = 'lyceum.reloaded'

/** A part of the page that an update took away: the page is loaded anew, once in a minute, and never without a line, nor while files go
 *  up. Resolves to false when it stays as it is. */
export async function loadAnew(): Promise<boolean> {
  const before = Number(sessionStorage.getItem(reloadedKept))
  if (Date.now() - before < 60_000 || !navigator.onLine || waitingNow().uploads > 0) return false
  const there = await fetch('/d/version', { cache: 'no-store' }).then(
    (answer) => answer.ok,
    () => false,
  )
  if (!there) return false
  sessionStorage.setItem(reloadedKept, String(Date.now()))
  await flushDrafts()
  window.location.reload()
  return true
}

export function watchFaults() {
  addEventListener('error', ({ error, message }) => tellFault(error ?? message))
  addEventListener('unhandledrejection', ({ reason }) => tellFault(reason))
  // The build's own word for a part that did not come.
  addEventListener('vite:preloadError', () => void loadAnew())
}
