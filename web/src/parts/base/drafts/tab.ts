// The id of this tab, and the claim of an open editor on its draft: a draft that no open editor claims belongs to a closed one.
import { newKey } from '../../../client.ts'

const storageKey = 'lyceum.tab'

/** Survives a reload of the tab; a tab that was duplicated gets a new one as soon as both have the same editor open. */
function tabId(): string {
  try {
    const stored = sessionStorage.getItem(storageKey)
    if (stored) return stored
  } catch {
    // without storage there are no drafts either
  }
  return renewTabId()
}
function renewTabId(): string {
  const id = newKey()
  try {
    sessionStorage.setItem(storageKey, id)
  } catch {
    // as above
  }
  return id
}

const lockOf = (draft: string) => `lyceum-draft|${draft}`
const delay = (ms: number) => new Promise((done) => setTimeout(done, ms))
/** Milliseconds from the claim. */
const patience = 400
/** Milliseconds from the beginning of a reloaded page: only then is the lock of the page before it gone, on a busy device seconds late. */
const reloadPatience = 10_000

/** The moment from which on another lock is that of a duplicated tab. Milliseconds since the epoch. */
function patientUntil(): number {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const reloaded = navigation?.type === 'reload' ? performance.timeOrigin + reloadPatience : 0
  return Math.max(Date.now() + patience, reloaded)
}

/** A function that releases the lock; undefined while another editor has it. */
function lock(name: string): Promise<(() => void) | undefined> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, { ifAvailable: true }, (granted) =>
        granted ? new Promise<void>((release) => resolve(() => release())) : resolve(undefined),
      )
      .catch(reject)
  })
}

export type Claim = { tab: string; release: () => void }

/** Claims the draft that this tab has of an editor. Without Web Locks (plain http in a local network) nobody knows what is open: the claim always
 *  succeeds, and drafts of other tabs are offered also while they are open. */
export async function claimDraft(keyFor: (tab: string) => string): Promise<Claim> {
  const tab = tabId()
  if (!('locks' in navigator)) return { tab, release: () => {} }
  for (const deadline = patientUntil(); ; await delay(50)) {
    const release = await lock(lockOf(keyFor(tab))).catch(() => () => {})
    if (release) return { tab, release }
    if (Date.now() > deadline) break
  }
  const fresh = renewTabId()
  return { tab: fresh, release: (await lock(lockOf(keyFor(fresh))).catch(() => undefined)) ?? (() => {}) }
}

/** Whether an open editor, in any tab, claims the draft of this key. */
export async function claimedDrafts(): Promise<(key: string) => boolean> {
  const { held = [] } = 'locks' in navigator ? await navigator.locks.query().catch(() => ({ held: [] })) : {}
  const names = new Set(held.map(({ name }) => name))
  return (key) => names.has(lockOf(key))
}
