// Keys that act alone, without Ctrl or ⌘: never while somebody types, in a menu or in a dialog, and not at all once they are turned off.
import { useEffect, useRef, useSyncExternalStore } from 'react'

const name = 'lyceum.keys'
const watchers = new Set<() => void>()
const read = () => {
  try {
    return localStorage.getItem(name) !== 'off'
  } catch {
    return true
  }
}
let on = read()
const tellAll = () => {
  for (const tell of watchers) tell()
}
// Turned off in one tab, they are off in all; tests read the page's tables without a browser.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key !== name && key !== null) return
  on = read()
  tellAll()
})
export const singleKeys = {
  on: () => on,
  set: (to: boolean) => {
    on = to
    try {
      localStorage.setItem(name, to ? 'on' : 'off')
    } catch {
      // kept for this page then
    }
    tellAll()
  },
  use: () =>
    useSyncExternalStore(
      (tell) => {
        watchers.add(tell)
        return () => void watchers.delete(tell)
      },
      () => on,
    ),
}

const busy = 'input:not([type=checkbox],[type=radio]), textarea, select, [contenteditable=true], [role=textbox], [role=menu], [role=dialog]'

/** Calls `run` when the key is pressed by itself. */
export function useSingleKey(key: string, run: () => void) {
  const act = useRef(run)
  act.current = run
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!on || event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return
      if ((event.target instanceof Element && event.target.closest(busy)) || document.querySelector('[role=dialog], [role=menu]')) return
      event.preventDefault()
      act.current()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [key])
}
