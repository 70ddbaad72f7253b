// What waits to be sent from this tab, by kind, and whether there is a line: told by whoever knows, shown by shell/connection.tsx.
type Kind = 'uploads' | 'forms'

const counts = new Map<Kind, number>()
const watchers = new Set<() => void>()
let lost = false
let state = { lost: false, uploads: 0, forms: 0 }
const tell = () => {
  state = { lost, uploads: counts.get('uploads') ?? 0, forms: counts.get('forms') ?? 0 }
  for (const one of watchers) one()
}

/** The line and what waits for it; the same object until something changes. */
export const waitingNow = () => state
export function watchWaiting(heard: () => void) {
  watchers.add(heard)
  return () => watchers.delete(heard)
}

export function setWaiting(kind: Kind, count: number) {
  if ((counts.get(kind) ?? 0) === count) return
  counts.set(kind, count)
  tell()
}

/** A call was not answered at all, or was again. */
export function lineLost(now: boolean) {
  if (lost === now) return
  lost = now
  tell()
}
