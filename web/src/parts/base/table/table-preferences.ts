// A person's view of a list, kept on this device: hidden columns, table or cards, the height of its rows.
import { useState } from 'react'
import type { Density } from '../../../device/theme.ts'

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // holds until the page closes
  }
}

function hiddenIn(text: string | null, atFirst: readonly string[]): ReadonlySet<string> {
  try {
    return new Set(text === null ? atFirst : (JSON.parse(text) as string[]))
  } catch {
    // another program's text
    return new Set(atFirst)
  }
}

/** The hidden columns of a list, `atFirst` until somebody chooses, and a function that hides or shows one. */
export function useHiddenColumns(list: string, atFirst: readonly string[]): [ReadonlySet<string>, (column: string) => void] {
  const key = `lyceum.columns.${list}`
  const [hidden, setHidden] = useState(() => hiddenIn(stored(key), atFirst))
  const toggle = (column: string) => {
    const next = new Set(hidden)
    if (!next.delete(column)) next.add(column)
    setHidden(next)
    store(key, JSON.stringify([...next]))
  }
  return [hidden, toggle]
}

const densities: readonly string[] = ['compact', 'default', 'touch'] satisfies Density[]
/** The height of a teacher's table: compact until they choose, apart from that of all other pages. */
export function useTableDensity(list: string): [Density, (density: Density) => void] {
  const key = `lyceum.density.${list}`
  const [density, setDensity] = useState<Density>(() => {
    const word = stored(key)
    return word !== null && densities.includes(word) ? (word as Density) : 'compact'
  })
  const choose = (next: Density) => {
    setDensity(next)
    store(key, next)
  }
  return [density, choose]
}

export type Layout = 'list' | 'grid'
/** Whether a list is a table or cards. */
export function useLayout(list: string, initial: Layout): [Layout, (layout: Layout) => void] {
  const key = `lyceum.layout.${list}`
  const [layout, setLayout] = useState<Layout>(() => {
    const word = stored(key)
    return word === 'list' || word === 'grid' ? word : initial
  })
  const choose = (next: Layout) => {
    setLayout(next)
    store(key, next)
  }
  return [layout, choose]
}
