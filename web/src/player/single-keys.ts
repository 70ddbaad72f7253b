// Shortcuts of one letter, digit or sign can be turned off (WCAG 2.1.4): whoever speaks to the computer, or hits keys by accident, needs that.
import { useSyncExternalStore } from 'react'

const name = 'lyceum.single-keys'
const heard = new Set<() => void>()

/** On unless it was turned off in this browser. */
export const singleKeys = (): boolean => {
  try {
    return localStorage.getItem(name) !== 'off'
  } catch {
    return true
  }
}

export function setSingleKeys(on: boolean) {
  try {
    if (on) localStorage.removeItem(name)
    else localStorage.setItem(name, 'off')
  } catch {
    // private windows keep nothing
  }
  for (const listener of heard) listener()
}

export const useSingleKeys = () =>
  useSyncExternalStore((listener) => {
    heard.add(listener)
    return () => void heard.delete(listener)
  }, singleKeys)
