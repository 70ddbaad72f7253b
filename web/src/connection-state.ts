// The tab's connection state: whether calls are answered, and the counts of uploads and forms still to be sent. shell/connection.tsx shows it.
type Kind = 'uploads' | 'forms'

const counts = new Map<Kind, number>()
const listeners = new Set<() => void>()
let lost = false
let state = { lost: false, uploads: 0, forms: 0 }
const update = () => {
  state = { lost, uploads: counts.get('uploads') ?? 0, forms: counts.get('forms') ?? 0 }
  for (const notify of listeners) notify()
}

/** The connection and the counts of what waits for it; the same object until one of them changes. */
export const connectionState = () => state
export function watchConnection(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function setUnsent(kind: Kind, count: number) {
  if ((counts.get(kind) ?? 0) === count) return
  counts.set(kind, count)
  update()
}

/** Notes that a call got no answer at all, or that calls are answered again. */
export function setOffline(next: boolean) {
  if (lost === next) return
  lost = next
  update()
}
