// Shortcuts of single keys, without Ctrl or ⌘: ignored in text fields, menus and dialogs, and when they are turned off.
import { useEffect, useRef, useSyncExternalStore } from 'react'

const storageKey = 'lyceum.keys'
const listeners = new Set<() => void>()
const read = () => {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}
let on = read()
const notify = () => {
  for (const listener of listeners) listener()
}
// The setting holds for all tabs. Tests import this file without a browser.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key !== storageKey && key !== null) return
  on = read()
  notify()
})
export const singleKeys = {
  on: () => on,
  set: (next: boolean) => {
    on = next
    try {
      localStorage.setItem(storageKey, next ? 'on' : 'off')
    } catch {
      // without storage it holds for this page
    }
    notify()
  },
  use: () =>
    useSyncExternalStore(
      (listener) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      () => on,
    ),
}

const ignoredTargets =
  'input:not([type=checkbox],[type=radio]), textarea, select, [contenteditable=true], [role=textbox], [role=menu], [role=dialog]'

/** Calls `run` when the key is pressed without modifiers. */
export function useSingleKey(key: string, run: () => void) {
  const latestRun = useRef(run)
  latestRun.current = run
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!on || event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return
      if ((event.target instanceof Element && event.target.closest(ignoredTargets)) || document.querySelector('[role=dialog], [role=menu]'))
        return
      event.preventDefault()
      latestRun.current()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [key])
}
