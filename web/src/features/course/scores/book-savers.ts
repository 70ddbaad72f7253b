// The saver of each gradebook. It outlives the page: what is not saved when the page is left goes on being sent, and stands there on the way back.
import { CallFailed, call, currentScope } from '../../../client.ts'
import { translate } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { bookReads, type Gradebook, gradebookQuery } from '../../../parts/learning/scores/queries.ts'
import { invalidate, queryClient } from '../../../queries.ts'
import { sentences } from '../../../ui/format.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { excused, pointsOfValue, withCells } from './book.ts'
import { createCellSaver, type Outcome, type SentCell } from './cell-saver.ts'

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

async function sendCells(scope: string, course: string, cells: SentCell[]): Promise<Outcome> {
  const { queryKey } = gradebookQuery(course)
  try {
    // a read on its way would bring back the book before this
    await queryClient.cancelQueries({ queryKey })
    // who wrote them has signed out: nobody else sends them
    if (scopeNow() !== scope) return { again: true }
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
    return passes ? { again: true } : { refused: error, ...placesOf(error) }
  }
}
/** "cells.3.points" names the fourth. */
function placesOf({ problem }: CallFailed): { cells?: number[] } {
  const cells = Object.keys({ ...problem.errors, ...problem.details }).flatMap((field) => /^cells\.(\d+)/.exec(field)?.[1] ?? [])
  return cells.length > 0 ? { cells: cells.map(Number) } : {}
}

/** Names the first with what was typed in it, and how many more there are. */
function showRefused(course: string, error: CallFailed | Error, [first, ...more]: readonly SentCell[]) {
  const field = error instanceof CallFailed ? Object.keys(error.problem.errors ?? {})[0] : undefined
  const book = queryClient.getQueryData<Gradebook>(gradebookQuery(course).queryKey)
  const value = first?.value === excused ? translate('scores', 'excusedShort') : first?.value || translate('scores', 'nothing')
  const text = translate('scores', 'cellRefused', {
    value,
    name: book?.students.find(({ id }) => id === first?.person)?.name ?? '',
    title: book?.items.find(({ id }) => id === first?.item)?.title ?? '',
  })
  const rest = more.length > 0 && translate('scores', 'cellsRefused', { count: more.length })
  toast({ text: sentences(text, problemText(error, field), rest), error: true })
  void invalidate('GET /api/courses/:id/gradebook')
}

const scopeNow = () => {
  const scope = currentScope()
  return scope ? `${scope.person} ${scope.org}` : ''
}
const savers = new Map<string, ReturnType<typeof createCellSaver>>()

export function saverOf(course: string) {
  const scope = scopeNow()
  const key = `${scope} ${course}`
  const known = savers.get(key)
  if (known) return known
  const saver = createCellSaver({
    send: (cells) => sendCells(scope, course, cells),
    refused: (error, cells) => showRefused(course, error, cells),
  })
  const warn = (event: BeforeUnloadEvent) => scopeNow() === scope && event.preventDefault()
  saver.subscribe(() => {
    const change = saver.state().status === 'saved' ? 'removeEventListener' : 'addEventListener'
    window[change]('beforeunload', warn as EventListener)
    window[change]('online', saver.retryNow)
  })
  savers.set(key, saver)
  return saver
}
