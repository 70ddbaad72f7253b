// Undo and redo of changes to marks. Pure: what an undo writes, its caller sends like any other change.
import type { Mark } from './mark.ts'

/** A mark before and after a change; undefined: it was not there, or was removed. */
export type Change = { id: string; before: Mark | undefined; after: Mark | undefined }
export type History = { done: readonly Change[]; undone: readonly Change[] }

export const emptyHistory: History = { done: [], undone: [] }
const most = 200

export const withChange = ({ done }: History, change: Change): History => ({ done: [...done, change].slice(-most), undone: [] })

/** The change to make, turned around, and the history after it; undefined where there is nothing. */
export function undo({ done, undone }: History): { change: Change; history: History } | undefined {
  const last = done.at(-1)
  if (!last) return undefined
  return {
    change: { id: last.id, before: last.after, after: last.before },
    history: { done: done.slice(0, -1), undone: [...undone, last] },
  }
}

export function redo({ done, undone }: History): { change: Change; history: History } | undefined {
  const last = undone.at(-1)
  if (!last) return undefined
  return { change: last, history: { done: [...done, last], undone: undone.slice(0, -1) } }
}
