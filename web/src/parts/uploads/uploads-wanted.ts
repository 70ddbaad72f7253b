// Whether uploads concern this page at all: the tray and all behind it are loaded only when a file was chosen here, or when this device
// remembers something unfinished. Small, because every page asks.
import { useSyncExternalStore } from 'react'

const flag = 'lyceum.uploads'
const heard = new Set<() => void>()
/** undefined until somebody listens: the browser's store is waited for, and the page is drawn before. */
let wanted: boolean | undefined
function ask(): boolean {
  try {
    return localStorage.getItem(flag) === '1'
  } catch {
    return false
  }
}

/** A file was chosen: from now on the tray is there. */
export function wantUploads() {
  if (wanted) return
  wanted = true
  for (const listener of heard) listener()
}

/** Whether another page load should look for what is unfinished. */
export function rememberUploads(unfinished: boolean) {
  try {
    if (unfinished) localStorage.setItem(flag, '1')
    else localStorage.removeItem(flag)
  } catch {
    // no storage: then nothing can be taken up either
  }
}

export const useUploadsWanted = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      wanted ??= ask()
      heard.add(listener)
      return () => void heard.delete(listener)
    },
    () => wanted ?? false,
  )
