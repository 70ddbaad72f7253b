// What is told of a mistake of the page: each once, at most ten per page, without what is private; not the browser's noise about
// ResizeObserver, refused calls, scripts that are not ours.
import { isGone, textOf } from './error-text.ts'
import { queryClient } from '../../queries.ts'
import { type Config, configQuery } from '../../session.ts'

const noise = /ResizeObserver loop|\bScript error\.?$|AbortError|The user aborted|extension:\/\//i

/** What may be told of an error: nothing a person wrote or is known by; undefined for what is not worth telling. */
export function report(
  error: unknown,
  at: string,
  release: string,
): { message: string; stack?: string; url: string; release: string } | undefined {
  const message = textOf(error)
  const stack = error instanceof Error ? error.stack : undefined
  if ((error as { name?: string } | undefined)?.name === 'CallFailed' || isGone(error) || noise.test(message) || noise.test(stack ?? ''))
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

export function tell(error: unknown) {
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
