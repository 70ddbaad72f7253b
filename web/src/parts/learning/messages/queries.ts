// Reads and the sending of messages to members of a course, and the people of a list to whom one goes.
import { call, newKey } from '../../../client.ts'
import { invalidate, query } from '../../../queries.ts'
import type { Paged } from '../../../ui/table/paged-list.tsx'
import type { Selection } from '../../base/table/selection.ts'

export type Addressed = { id: string; name: string }
export type MessageTo = { key: string; people: () => Promise<readonly Addressed[]> }
type Pages<Row> = { readPage: (page: number, size: number) => Promise<{ items: readonly Row[]; pages: number }> }

/** People of one message. */
export const mostAddressed = 500
const pageSize = 100

export const sentPage = (course: string, page: number, size: number) =>
  query('GET /api/courses/:id/messages', { params: { id: course }, query: { page, page_size: size } })

/** Sends messages of a course. One whose answer was lost goes again under its key, so that nobody gets it twice. */
export function messageSender(course: string) {
  let sent = { body: '', key: '' }
  return async (text: string, people: readonly Addressed[]) => {
    const body = { text, person_ids: people.map(({ id }) => id) }
    const written = JSON.stringify(body)
    if (sent.body !== written) sent = { body: written, key: newKey() }
    const done = await call('POST /api/courses/:id/messages', { params: { id: course }, body, key: sent.key })
    void invalidate('GET /api/courses/:id/messages')
    return done
  }
}

/** A message to the people of the selected rows; without a selection, and of everything that fits, the list is read when the dialog opens. */
export function messageTo<Row>(
  list: Pick<Paged<Row>, 'find' | 'filters'> & Pages<Row>,
  keyOf: (row: Row) => string,
  peopleOf: (rows: readonly Row[]) => readonly Addressed[],
  { everything, rows, except }: Pick<Selection<Row>, 'everything' | 'rows' | 'except'> = { everything: true, rows: [], except: [] },
): MessageTo {
  const left = new Set(except.map(keyOf))
  const read = async () => {
    const kept: Row[] = []
    for (let page = 1; ; page++) {
      const { items, pages } = await list.readPage(page, pageSize)
      kept.push(...items.filter((row) => !left.has(keyOf(row))))
      const people = peopleOf(kept)
      // too many also without the one who writes
      if (page >= pages || people.length > mostAddressed + 1) return people
    }
  }
  return {
    key: JSON.stringify([everything, list.find, list.filters, (everything ? except : rows).map(keyOf)]),
    people: async () => (everything ? await read() : peopleOf(rows)),
  }
}
