// Reports of the page's faults to the server: each once, at most ten per page, without personal data; ResizeObserver noise, refused calls and
// foreign scripts are left out.
import { isGone, textOf } from './error-text.ts'

const noise = /ResizeObserver loop|\bScript error\.?$|AbortError|The user aborted|extension:\/\//i

/** The report of an error, without texts and ids of people; undefined for errors that are not reported. */
export function reportOf(
  error: unknown,
  path: string,
  release: string,
): { message: string; stack?: string; url: string; release: string } | undefined {
  const message = textOf(error)
  const stack = error instanceof Error ? error.stack : undefined
  if ((error as { name?: string } | undefined)?.name === 'CallFailed' || isGone(error) || noise.test(message) || noise.test(stack ?? ''))
    return undefined
  return {
    message: withoutPersonalData(message.slice(0, 600)).slice(0, 500),
    ...(stack && { stack: withoutPersonalData(stack.slice(0, 4000)) }),
    url: path.split(/[?#]/)[0] ?? '',
    release: release.slice(0, 100),
  }
}
const withoutPersonalData = (text: string) =>
  text
    .replace(/[\w.+-]+@[\w-]+\.[\w.-]+/g, '…@…')
    .replace(/[?#][^\s):]*/g, '')
    .replace(/\d{6,}/g, '…')

const sent = new Set<string>()

export function sendReport(error: unknown, release: string) {
  const report = reportOf(error, window.location.pathname, release)
  if (!report || sent.has(report.message) || sent.size >= 10) return
  sent.add(report.message)
  void fetch('/api/client-errors', {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report),
  }).catch(() => {})
}
