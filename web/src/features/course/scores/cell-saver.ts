// Saving of cells as they are written: at once, one call at a time; what is written meanwhile goes with the next. A cell that somebody else has
// changed waits for a choice and a refused one is dropped; the others of its call go again. Without an answer it is tried again until there is one.
import type { CallFailed } from '../../../client.ts'
import { type OpenCell, sameValue } from './book.ts'

export type CellChange = { person: string; item: string; value: string; comment?: string; reason?: string }
export type SentCell = CellChange & { saw: string }
export type Conflict = { person: string; item: string; mine: string; theirs: string; by: string }
export type SaverState = {
  /** Person → item → what is shown in place of what the server has. */
  open: ReadonlyMap<string, ReadonlyMap<string, OpenCell>>
  conflicts: readonly Conflict[]
  status: 'saved' | 'saving' | 'retrying'
  savedAt: number | null
}
type Theirs = { person: string; item: string; value: string; by: string }
/** `cells`: the places in the call of those that are refused; without them all of it is. */
export type Outcome = { saved: true } | { newer: Theirs[] } | { refused: CallFailed | Error; cells?: readonly number[] } | { again: true }
const mostCells = 500
const keyOf = ({ person, item }: { person: string; item: string }) => `${person} ${item}`

export function createCellSaver({
  send,
  refused,
  retryMs = 3000,
  now = Date.now,
}: {
  send: (cells: SentCell[]) => Promise<Outcome>
  refused: (error: CallFailed | Error, cells: readonly SentCell[]) => void
  retryMs?: number
  now?: () => number
}) {
  let queue = new Map<string, SentCell>()
  let sent = new Map<string, SentCell>()
  const conflicts = new Map<string, Conflict>()
  let state: SaverState = { open: new Map(), conflicts: [], status: 'saved', savedAt: null }
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  const publish = (change: Partial<SaverState> = {}) => {
    const open = new Map<string, Map<string, OpenCell>>()
    const put = (person: string, item: string, cell: OpenCell) => {
      const own = open.get(person) ?? new Map<string, OpenCell>()
      open.set(person, own.set(item, cell))
    }
    for (const cell of [...sent.values(), ...queue.values()]) put(cell.person, cell.item, { value: cell.value, state: 'saving' })
    for (const cell of conflicts.values()) put(cell.person, cell.item, { value: cell.theirs, state: 'conflict' })
    // what is the same as before is the same object, so that its row is not drawn again
    const same = (person: string, cells: ReadonlyMap<string, OpenCell>) => {
      const before = state.open.get(person)
      const equal =
        before?.size === cells.size &&
        [...cells].every(([item, { value, state: how }]) => before.get(item)?.value === value && before.get(item)?.state === how)
      return equal && before ? before : cells
    }
    state = {
      ...state,
      open: new Map([...open].map(([person, cells]) => [person, same(person, cells)])),
      conflicts: [...conflicts.values()],
      ...change,
    }
    for (const listener of listeners) listener()
  }

  const flush = async () => {
    clearTimeout(timer)
    if (sent.size || !queue.size) return
    const cells = [...queue.values()].slice(0, mostCells)
    sent = new Map(cells.map((cell) => [keyOf(cell), cell]))
    for (const key of sent.keys()) queue.delete(key)
    publish({ status: state.status === 'retrying' ? 'retrying' : 'saving' })
    const outcome = await send(cells)
    const tried = sent
    sent = new Map()
    if ('saved' in outcome) {
      publish({ status: queue.size ? 'saving' : 'saved', savedAt: now() })
    } else {
      const wrong = 'refused' in outcome ? cells.filter((_, nth) => outcome.cells?.includes(nth) ?? true) : []
      const dropped = new Set(wrong.map(keyOf))
      const newer = new Map('newer' in outcome ? outcome.newer.map((theirs) => [keyOf(theirs), theirs]) : [])
      const rest = new Map<string, SentCell>()
      for (const [key, cell] of tried) {
        const theirs = newer.get(key)
        const later = queue.get(key)
        // what was written after a refused one saw a value that never was
        if (dropped.has(key)) {
          if (later) rest.set(key, { ...later, saw: cell.saw })
          continue
        }
        // an earlier call has arrived after all, or both wrote the same
        if (theirs && sameValue(theirs.value, cell.value)) {
          if (later) rest.set(key, { ...later, saw: theirs.value })
        } else if (theirs) {
          const { person, item } = cell
          conflicts.set(key, { person, item, mine: later?.value ?? cell.value, theirs: theirs.value, by: theirs.by })
          queue.delete(key)
        } else rest.set(key, later ? { ...later, saw: cell.saw } : cell)
      }
      queue = new Map([...rest, ...[...queue].filter(([key]) => !rest.has(key))])
      const again = 'again' in outcome
      publish({ status: again ? 'retrying' : queue.size ? 'saving' : 'saved' })
      if ('refused' in outcome) refused(outcome.refused, wrong)
      if (again) {
        timer = setTimeout(() => void flush(), retryMs)
        return
      }
    }
    void flush()
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    state: () => state,
    /** `stored`: what the server has in a cell, as far as the page knows. */
    write: (changes: readonly CellChange[], stored: (change: CellChange) => string) => {
      for (const change of changes) {
        const key = keyOf(change)
        const waiting = queue.get(key)
        const conflict = conflicts.get(key)
        const saw = waiting?.saw ?? sent.get(key)?.value ?? conflict?.theirs ?? stored(change)
        conflicts.delete(key)
        queue.set(key, { ...waiting, ...change, saw })
      }
      publish({ status: state.status === 'retrying' ? 'retrying' : 'saving' })
      void flush()
    },
    /** Of a cell that somebody else has changed: theirs stays, or mine is written over it. */
    settle: ({ person, item }: Pick<Conflict, 'person' | 'item'>, mine: boolean) => {
      const key = keyOf({ person, item })
      const conflict = conflicts.get(key)
      if (!conflict) return
      conflicts.delete(key)
      if (mine) queue.set(key, { person, item, value: conflict.mine, saw: conflict.theirs })
      publish({ status: queue.size ? 'saving' : state.status })
      void flush()
    },
    retryNow: () => void flush(),
  }
}
