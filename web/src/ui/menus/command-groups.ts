// Groups of the command palette for a typed text. Pure.
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { ranked, rankWith } from './ranking.ts'

export type Command = {
  id: string
  label: string
  hint?: string
  /** Further words that it is found by. */
  words?: string
  lang?: string
  icon?: LucideIcon
  lead?: ReactNode
  /** The server has found it: if its name does not fit it stays, behind those that do. */
  found?: boolean
  run: () => void
}
export type CommandGroup = {
  heading: string
  entries: readonly Command[]
  /** Shown once something is typed. */
  whenTyped?: boolean
  /** Behind the others, however well it fits. */
  last?: boolean
  /** The most entries that are shown; 8 without it. */
  most?: number
}

const moreOf = ({ hint = '', words = '' }: Command) => `${hint} ${words}`
const fitting = ({ entries, most = 8 }: CommandGroup, typed: string): readonly Command[] => {
  const byName = ranked(entries, typed, ({ label }) => label, moreOf)
  return [...new Set([...byName, ...entries.filter(({ found }) => found)])].slice(0, most)
}
const rankIn = ({ entries, last }: CommandGroup, typed: string) =>
  last ? 5 : Math.min(...entries.map((entry) => rankWith(entry.label, moreOf(entry), typed) ?? 4))

/** The groups with what fits, the best first; as given while nothing is typed. */
export const fittingGroups = (groups: readonly CommandGroup[], typed: string): CommandGroup[] =>
  groups
    .filter(({ whenTyped }) => !whenTyped || typed !== '')
    .map((group) => ({ ...group, entries: fitting(group, typed) }))
    .filter(({ entries }) => entries.length > 0)
    .toSorted((a, b) => (typed === '' ? 0 : rankIn(a, typed) - rankIn(b, typed)))
