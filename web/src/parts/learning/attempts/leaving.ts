// Ways in which the page of an attempt is left, told apart: another tab or window, a reload, a closed page, another page of ours. A file dialog is none.
// Each is sent as it happens; one that finds no connection is sent later, with its age.

/** `closed` and `reloaded` of one leaving have one id: a page that closes can't know which of them it is, so the page that comes back says it. */
export type Leaving = 'other_tab' | 'back' | 'closed' | 'reloaded' | 'went' | 'offline'
/** `seconds`: its length, of a connection that was lost. */
export type LeavingEvent = { kind: Leaving; id?: string; seconds?: number }
/** `at`: when it was, where that was earlier. */
export type Report = (event: LeavingEvent, at?: number) => void

/** Milliseconds without the focus until it is said: a notification or a candidate window takes it for less. */
const moment = 1000
/** Milliseconds between a page that closes and the one that is loaded instead. */
const reloadTakes = 60_000

const keyOf = (attempt: string) => `lyceum-left-${attempt}`
/** `sent` false: the page was another tab's or window's by then, which was reported before. */
type Left = { kind: 'closed' | 'went'; id: string; at: number; sent: boolean }
function keep(attempt: string, left: Left | undefined): void {
  try {
    if (left) localStorage.setItem(keyOf(attempt), JSON.stringify(left))
    else localStorage.removeItem(keyOf(attempt))
  } catch {
    // without storage a reload is a leaving and a coming back
  }
}
function takeKept(attempt: string): Left | undefined {
  try {
    const text = localStorage.getItem(keyOf(attempt))
    localStorage.removeItem(keyOf(attempt))
    return text ? (JSON.parse(text) as Left) : undefined
  } catch {
    return undefined
  }
}
const wasReloaded = () => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type === 'reload'

/** The reload of an earlier page of the attempt, or the return to it. */
function reportReturn(attempt: string, { report, repeats }: Pick<Ports, 'report' | 'repeats'>, now: number, mayBeReload = true): void {
  const left = takeKept(attempt)
  if (!left) return
  if (left.kind === 'closed' && mayBeReload && wasReloaded() && now - left.at < reloadTakes) report({ kind: 'reloaded', id: left.id })
  else {
    // what a page sends last finds no connection, sometimes: the log has it once by its id
    if (left.sent && repeats) report({ kind: left.kind, id: left.id }, left.at)
    report({ kind: 'back' })
  }
}

/** `reportLast` is for a page that closes; `newId` makes the id of a leaving, a UUID. `repeats`: the page that comes back reports it again. */
export type Ports = { report: Report; reportLast: Report; newId: () => string; repeats?: boolean }
/** Reports each leaving and each return once. The function that it returns ends it; `went`: for another page of ours, while the attempt goes on. */
export function watchLeaving(attempt: string, { report, reportLast, newId, repeats }: Ports): (end: { went: boolean }) => void {
  let away = false
  let closing = false
  let picking = false
  let timer: ReturnType<typeof setTimeout> | undefined
  reportReturn(attempt, { report, repeats }, Date.now())
  const record = (now: boolean) => {
    if (now === away || closing) return
    away = now
    report({ kind: away ? 'other_tab' : 'back' })
  }
  const look = () => {
    clearTimeout(timer)
    // a page that closes is hidden too, and runs no timer any more
    if (document.hidden) timer = setTimeout(() => record(true))
    else if (document.hasFocus()) {
      picking = false
      record(false)
    } else if (!picking) timer = setTimeout(() => !document.hasFocus() && record(true), moment)
  }
  const leave = (kind: Left['kind']) => {
    const id = newId()
    keep(attempt, { kind, id, at: Date.now(), sent: !away })
    if (!away) reportLast({ kind, id })
  }
  const close = () => {
    if (closing) return
    closing = true
    clearTimeout(timer)
    leave('closed')
  }
  /** From the browser's store of pages: it is the same page, and was no reload. */
  const restore = ({ persisted }: PageTransitionEvent) => {
    if (!persisted || !closing) return
    closing = false
    away = false
    reportReturn(attempt, { report, repeats }, Date.now(), false)
  }
  const pick = ({ target }: Event) => {
    picking = (target as HTMLInputElement | null)?.type === 'file'
  }
  document.addEventListener('visibilitychange', look)
  document.addEventListener('click', pick, true)
  window.addEventListener('blur', look)
  window.addEventListener('focus', look)
  window.addEventListener('pagehide', close)
  window.addEventListener('pageshow', restore)
  return ({ went }) => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
    document.removeEventListener('click', pick, true)
    window.removeEventListener('blur', look)
    window.removeEventListener('focus', look)
    window.removeEventListener('pagehide', close)
    window.removeEventListener('pageshow', restore)
    if (went && !closing) leave('went')
    else if (!went) keep(attempt, undefined)
  }
}

/** Milliseconds before another try. */
const again = 5000
type Waiting = { event: LeavingEvent; at: number }
/** Events that wait, on this device: a reload without a connection loses none. */
export type EventStore = { read: () => Waiting[]; write: (waiting: readonly Waiting[]) => void }
export const eventsOnDevice = (attempt: string): EventStore => {
  const key = `lyceum-events-${attempt}`
  return {
    read: () => {
      try {
        return JSON.parse(localStorage.getItem(key) ?? '[]') as Waiting[]
      } catch {
        return []
      }
    },
    write: (waiting) => {
      try {
        if (waiting.length > 0) localStorage.setItem(key, JSON.stringify(waiting))
        else localStorage.removeItem(key)
      } catch {
        // without storage they wait in this page alone
      }
    },
  }
}

/** Sends events in their order, those without a connection later; `secondsAgo` is their age. At most 50 wait. Each has an id from the beginning: one
 *  that is sent twice is counted once. After its end it writes nothing: the store may be another page's by then. */
export function createLeavingLog(
  send: (event: LeavingEvent, secondsAgo: number) => Promise<unknown>,
  store: EventStore = { read: () => [], write: () => {} },
  newId?: () => string,
): { report: Report; end: () => void } {
  let waiting = store.read()
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending = false
  let ended = false
  const go = async () => {
    if (sending) return
    sending = true
    clearTimeout(timer)
    try {
      for (let first = waiting[0]; first && !ended; first = waiting[0]) {
        await send(first.event, Math.floor((Date.now() - first.at) / 1000))
        if (ended) break
        waiting.shift()
        store.write(waiting)
      }
    } catch {
      if (!ended) timer = setTimeout(() => void go(), again)
    }
    sending = false
  }
  if (waiting.length > 0) void go()
  return {
    report: (event, at = Date.now() - (event.seconds ?? 0) * 1000) => {
      waiting = [...waiting, { event: newId ? { ...event, id: event.id ?? newId() } : event, at }].slice(-50)
      store.write(waiting)
      void go()
    },
    end: () => {
      ended = true
      clearTimeout(timer)
    },
  }
}
