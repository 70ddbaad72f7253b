// Hook that reports to the server how the page of an exam is left, when it is back, and how long it had no connection: it is logged, and only logged; the
// front page says so.
import { useEffect, useRef } from 'react'
import { call, CallFailed } from '../../../client.ts'
import { sendWhileLeaving } from '../../../parts/base/page/send-while-leaving.ts'
import { deviceId, uuid } from '../../../parts/learning/attempts/device-answers.ts'
import { createLeavingLog, eventsOnDevice, type Report, watchLeaving } from '../../../parts/learning/attempts/leaving.ts'

/** `on`: it is written. `offline`: since then, of this device's clock, sending fails for want of a connection. `answered`: the server has answered this
 *  page. */
export function useLeaving(attempt: string, on: boolean, offline: number | undefined, answered: boolean) {
  const writing = useRef(on)
  writing.current = on
  const report = useRef<Report>(undefined)
  useEffect(() => {
    if (!on) return
    const log = createLeavingLog(
      async (event, secondsAgo) => {
        try {
          await call('POST /api/attempts/:id/events', {
            params: { id: attempt },
            body: { device: deviceId(), ...event, ...(secondsAgo > 0 && { seconds_ago: Math.min(86_400, secondsAgo) }) },
          })
        } catch (error) {
          // a refused one is lost: it is only a log
          if (!(error instanceof CallFailed) || error.status === 0 || error.status === 429 || error.status >= 500) throw error
        }
      },
      eventsOnDevice(attempt),
      uuid,
    )
    report.current = log.report
    const end = watchLeaving(attempt, {
      report: log.report,
      reportLast: (event) => sendWhileLeaving(`/api/attempts/${attempt}/events`, { device: deviceId(), ...event }),
      newId: uuid,
      repeats: true,
    })
    return () => {
      const went = writing.current
      end({ went })
      // handed in, it is not left any more; what happened before and waits for a connection is still sent
      if (!went) return
      report.current = undefined
      log.end()
    }
  }, [attempt, on])
  useEffect(() => {
    const lost = () => keepLoss(attempt, lossOf(attempt) ?? offline ?? Date.now())
    const found = () => {
      const since = lossOf(attempt)
      if (since === undefined || offline !== undefined || !answered) return
      const seconds = Math.round((Date.now() - since) / 1000)
      // one that nobody notices is none
      if (seconds > 0) report.current?.({ kind: 'offline', seconds: Math.min(86_400, seconds) })
      keepLoss(attempt, undefined)
    }
    if (offline !== undefined || !navigator.onLine) lost()
    else found()
    window.addEventListener('offline', lost)
    window.addEventListener('online', found)
    return () => {
      window.removeEventListener('offline', lost)
      window.removeEventListener('online', found)
    }
  }, [attempt, offline, answered])
}

const losses = new Map<string, number>()
const keyOf = (attempt: string) => `lyceum-lost-${attempt}`
/** The begin of a lost connection, also of a page before this one: a reload without a connection is no end of it. */
function lossOf(attempt: string): number | undefined {
  try {
    return losses.get(attempt) ?? (Number(localStorage.getItem(keyOf(attempt))) || undefined)
  } catch {
    return undefined
  }
}
function keepLoss(attempt: string, since: number | undefined): void {
  if (since === undefined) losses.delete(attempt)
  else losses.set(attempt, since)
  try {
    if (since === undefined) localStorage.removeItem(keyOf(attempt))
    else localStorage.setItem(keyOf(attempt), String(since))
  } catch {
    // without storage it is this page's alone
  }
}
