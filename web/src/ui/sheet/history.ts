// Undo and redo of written cells: what each step changed, by the keys of row and column. Pure; the caller writes what is answered.
export type Change = { row: string; column: string; before: string; after: string }
export type History = { done: readonly (readonly Change[])[]; undone: readonly (readonly Change[])[] }

export const emptyHistory: History = { done: [], undone: [] }
const most = 100

export const withStep = ({ done }: History, step: readonly Change[]): History =>
  step.length ? { done: [...done, step].slice(-most), undone: [] } : { done, undone: [] }

const turned = (step: readonly Change[]) => step.map(({ before, after, ...position }) => ({ ...position, before: after, after: before }))

/** The step to write, and the history after it; undefined where there is nothing to undo. */
export function undone({ done, undone: later }: History): { step: readonly Change[]; history: History } | undefined {
  const last = done.at(-1)
  return last && { step: turned(last), history: { done: done.slice(0, -1), undone: [...later, last] } }
}

export function redone({ done, undone: later }: History): { step: readonly Change[]; history: History } | undefined {
  const last = later.at(-1)
  return last && { step: last, history: { done: [...done, last], undone: later.slice(0, -1) } }
}
