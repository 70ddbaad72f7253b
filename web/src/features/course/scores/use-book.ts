// The gradebook while it is written: its rows with what is being saved, undo and redo, and the state of saving.
import { useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Gradebook } from '../../../parts/learning/scores/queries.ts'
import { emptyHistory, redone, undone, withStep } from '../../../ui/sheet/history.ts'
import { type Row, rowsOf, sameValue, shownCell, storedCell } from './book.ts'
import { saverOf } from './book-savers.ts'
import type { CellChange } from './cell-saver.ts'

export function useBook(course: string, book: Gradebook) {
  const latest = useRef(book)
  latest.current = book
  const saver = useMemo(() => saverOf(course), [course])
  const state = useSyncExternalStore(saver.subscribe, saver.state)
  const earlier = useRef<ReadonlyMap<string, Row>>(new Map())
  const rows = useMemo(() => {
    earlier.current = rowsOf(book.students, state.open, earlier.current)
    return earlier.current as Map<string, Row>
  }, [book.students, state.open])
  const itemOf = useMemo(() => new Map(book.items.map((item) => [item.id, item])), [book.items])
  const [history, setHistory] = useState(emptyHistory)

  const stored = ({ person, item }: CellChange) => {
    const student = latest.current.students.find(({ id }) => id === person)
    const column = itemOf.get(item)
    return student && column ? storedCell(student, column).value : ''
  }
  const shown = (person: string, item: string) => {
    const row = earlier.current.get(person)
    const column = itemOf.get(item)
    return row && column ? shownCell(row, column).value : ''
  }
  const write = (changes: readonly CellChange[]) => {
    const real = changes.filter(({ person, item, value, reason }) => reason || !sameValue(shown(person, item), value))
    const step = real.map(({ person, item, value }) => ({ row: person, column: item, before: shown(person, item), after: value }))
    setHistory((before) => withStep(before, step))
    saver.write(real, stored)
  }
  const replay = (turn: typeof undone) => () => {
    const found = turn(history)
    if (!found) return
    setHistory(found.history)
    saver.write(
      found.step.map(({ row, column, after }) => ({ person: row, item: column, value: after })),
      stored,
    )
  }
  return { rows, state, write, undo: replay(undone), redo: replay(redone), settle: saver.settle, shown }
}
export type Book = ReturnType<typeof useBook>
