// The columns that somebody hides in a list, kept on this device.
import { useState } from 'react'

const storageKey = (list: string) => `lyceum.columns.${list}`

function read(list: string): ReadonlySet<string> {
  try {
    return new Set(JSON.parse(localStorage.getItem(storageKey(list)) ?? '[]') as string[])
  } catch {
    // without storage, or with what another program wrote there, all columns are shown
    return new Set()
  }
}

/** The hidden columns of a list, and a function that hides or shows one. */
export function useHiddenColumns(list: string): [ReadonlySet<string>, (column: string) => void] {
  const [hidden, setHidden] = useState(() => read(list))
  const toggle = (column: string) => {
    const next = new Set(hidden)
    if (!next.delete(column)) next.add(column)
    setHidden(next)
    try {
      localStorage.setItem(storageKey(list), JSON.stringify([...next]))
    } catch {
      // holds until the page closes
    }
  }
  return [hidden, toggle]
}
