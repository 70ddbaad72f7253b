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
export const useSingleKey = (key: string, run: () => void) => useSingleKeys({ [key]: run })

/** Each key by its name, as `event.key` has it, with what it does. */
export function useSingleKeys(keys: Readonly<Record<string, () => void>>) {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const run = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined
      if (!on || !run || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return
      if ((event.target instanceof Element && event.target.closest(ignoredTargets)) || document.querySelector('[role=dialog], [role=menu]'))
        return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
