// The gradebook while it is written: its rows with what is being saved, undo and redo, and the state of saving.
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { CallFailed, call } from '../../../client.ts'
import { problemText } from '../../../parts/errors/problem-text.ts'
import { bookReads, type Gradebook, gradebookQuery } from '../../../parts/scores/queries.ts'
import { invalidate, queryClient } from '../../../queries.ts'
import { emptyHistory, redone, undone, withStep } from '../../../ui/spreadsheet/history.ts'
import { toast } from '../../../ui/toast.tsx'
import { excused, pointsOfValue, type Row, rowsOf, sameValue, shownCell, storedCell, withCells } from './book.ts'
import { type CellChange, createCellSaver, type Outcome, type SentCell } from './cell-saver.ts'

const bodyOf = ({ person, item, value, saw, comment, reason }: SentCell) => ({
  person_id: person,
  item_id: item,
  saw: saw === '' ? null : saw,
  ...(value === excused ? { state: 'excused' as const } : { points: pointsOfValue(value) }),
  ...(comment !== undefined && { comment }),
  ...(reason !== undefined && { reason }),
})
type NewerCell = { item_id: string; person_id: string; points: string; by: string }
const sideReads = bookReads.filter((name) => name !== 'GET /api/courses/:id/gradebook')

async function sendCells(course: string, cells: SentCell[]): Promise<Outcome> {
  const { queryKey } = gradebookQuery(course)
  try {
    // a read on its way would bring back the book before this
    await queryClient.cancelQueries({ queryKey })
    const answer = await call('PUT /api/courses/:id/scores', { params: { id: course }, body: { cells: cells.map(bodyOf) } })
    queryClient.setQueryData<Gradebook>(queryKey, (book) => book && withCells(book, answer.cells, answer.results))
    void invalidate(...sideReads)
    return { saved: true }
  } catch (error) {
    if (!(error instanceof CallFailed)) return { refused: error instanceof Error ? error : new Error(String(error)) }
    if (error.status === 409 && error.problem.code === 'score.newer') {
      void invalidate(...bookReads)
      const newer = (error.problem.params.cells ?? []) as NewerCell[]
      return { newer: newer.map(({ person_id, item_id, points, by }) => ({ person: person_id, item: item_id, value: points, by })) }
    }
    const passes = error.status === 0 || error.status === 401 || error.status === 429 || error.status >= 500
    return passes ? { again: true } : { refused: error }
  }
}

export function useBook(course: string, book: Gradebook) {
  const latest = useRef(book)
  latest.current = book
  const saver = useMemo(
    () =>
      createCellSaver({
        send: (cells) => sendCells(course, cells),
        refused: (error) => {
          const field = error instanceof CallFailed ? Object.keys(error.problem.errors ?? {})[0] : undefined
          toast({ text: problemText(error, field), error: true })
          void invalidate('GET /api/courses/:id/gradebook')
        },
      }),
    [course],
  )
  const state = useSyncExternalStore(saver.subscribe, saver.state)
  const earlier = useRef<ReadonlyMap<string, Row>>(new Map())
  const rows = useMemo(() => {
    earlier.current = rowsOf(book.students, state.open, earlier.current)
    return earlier.current as Map<string, Row>
  }, [book.students, state.open])
  const itemOf = useMemo(() => new Map(book.items.map((item) => [item.id, item])), [book.items])
  const [history, setHistory] = useState(emptyHistory)

  useEffect(() => {
    const retry = () => saver.retryNow()
    window.addEventListener('online', retry)
    return () => {
      window.removeEventListener('online', retry)
      saver.stop()
    }
  }, [saver])
  const unsaved = state.status !== 'saved'
  useEffect(() => {
    if (!unsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [unsaved])

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
