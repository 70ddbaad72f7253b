// Mistakes of the page: told to POST /api/client-errors by fault-report.ts; parts of a release that is gone load the page anew.
import { flushDrafts } from '../drafts/device-drafts.ts'
import { waitingNow } from '../../waiting.ts'

/** Told once, later: what tells it comes only now. */
export const tellFault = (error: unknown) =>
  void import('./fault-report.ts').then(
    (teller) => teller.tell(error),
    () => {},
  )

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
