// The flag whether this page needs the upload tray: its code loads only after a file was chosen here, or when this device has an unfinished
// upload. Small, because every page loads it.
import { useSyncExternalStore } from 'react'

const storageKey = 'lyceum.uploads'
const listeners = new Set<() => void>()
/** undefined until a component subscribes: reading the browser's storage blocks, and the first paint comes before. */
let needed: boolean | undefined
function readFlag(): boolean {
  try {
    return localStorage.getItem(storageKey) === '1'
  } catch {
    return false
  }
}

/** Notes that a file was chosen: the tray is shown from now on. */
export function requireUploads() {
  if (needed) return
  needed = true
  for (const listener of listeners) listener()
}

/** Stores whether the next page load should look for unfinished uploads. */
export function storeUnfinishedFlag(unfinished: boolean) {
  try {
    if (unfinished) localStorage.setItem(storageKey, '1')
    else localStorage.removeItem(storageKey)
  } catch {
    // without storage no upload can be resumed either
  }
}

export const useUploadsNeeded = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      needed ??= readFlag()
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => needed ?? false,
  )
