// Faults of the page: reported to POST /api/client-errors by fault-report.ts; a missing part of an old release reloads the page.
import { flushDrafts } from './device-drafts.ts'
import { connectionState } from './connection-state.ts'

let releaseOf = () => ''

/** Reports a fault once; the reporting code loads only now. */
export const reportFault = (error: unknown) =>
  void import('./fault-report.ts').then(
    (faultReport) => faultReport.sendReport(error, releaseOf()),
    () => {},
  )

const reloadedStorageKey = 'lyceum.reloaded'

/** Reloads the page after an update removed one of its files: at most once a minute, never offline nor during uploads. Resolves to false
 *  when the page stays. */
export async function reloadPage(): Promise<boolean> {
  const lastReload = Number(sessionStorage.getItem(reloadedStorageKey))
  if (Date.now() - lastReload < 60_000 || !navigator.onLine || connectionState().uploads > 0) return false
  const reachable = await fetch('/d/version', { cache: 'no-store' }).then(
    (answer) => answer.ok,
    () => false,
  )
  if (!reachable) return false
  sessionStorage.setItem(reloadedStorageKey, String(Date.now()))
  await flushDrafts()
  window.location.reload()
  return true
}

/** `release`: of the page, by the configuration, which is read meanwhile. */
export function watchFaults(release: () => string) {
  releaseOf = release
  addEventListener('error', ({ error, message }) => reportFault(error ?? message))
  addEventListener('unhandledrejection', ({ reason }) => reportFault(reason))
  // Vite's event for a chunk that failed to load.
  addEventListener('vite:preloadError', () => void reloadPage())
}
