// The parts of the present page that have keys of their own, by name: the keyboard help lists their keys (shell/key-groups.ts).
import { useEffect } from 'react'

export const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
/** The keys of the command palette. */
export const findKeys = isMac ? '⌘ K' : 'Ctrl K'

export type KeySet = 'player' | 'viewer' | 'zoom' | 'pdf' | 'marking' | 'participation'
const shown: KeySet[] = []

/** Names the keys of a part while it is mounted; undefined where it has none at present. */
export function useKeySet(name: KeySet | undefined) {
  useEffect(() => {
    if (!name) return
    shown.push(name)
    return () => void shown.splice(shown.indexOf(name), 1)
  }, [name])
}

export const keySets = (): ReadonlySet<KeySet> => new Set(shown)
