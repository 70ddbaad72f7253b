// Reads and the sending of messages to members of a course, and the people of a list to whom one goes.
import { call } from '../../../client.ts'
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

export async function sendMessage(course: string, text: string, people: readonly Addressed[]) {
  const sent = await call('POST /api/courses/:id/messages', {
    params: { id: course },
    body: { text, person_ids: people.map(({ id }) => id) },
  })
  void invalidate('GET /api/courses/:id/messages')
  return sent
}

/** All rows of a list of at most `most`; of a longer one a page more. */
async function rowsOfPages<Row>({ readPage }: Pages<Row>, most: number): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; page <= most / pageSize + 1; page++) {
    const { items, pages } = await readPage(page, pageSize)
    rows.push(...items)
    if (page >= pages) break
  }
  return rows
}

/** A message to the people of the selected rows; without a selection, and of everything that fits, the list is read when the dialog opens. */
export function messageTo<Row>(
  list: Pick<Paged<Row>, 'find' | 'filters'> & Pages<Row>,
  keyOf: (row: Row) => string,
  peopleOf: (rows: readonly Row[]) => readonly Addressed[],
  { everything, rows, except }: Pick<Selection<Row>, 'everything' | 'rows' | 'except'> = { everything: true, rows: [], except: [] },
): MessageTo {
  const left = new Set(except.map(keyOf))
  const read = async () => (await rowsOfPages(list, mostAddressed + left.size)).filter((row) => !left.has(keyOf(row)))
  return {
    key: JSON.stringify([everything, list.find, list.filters, (everything ? except : rows).map(keyOf)]),
    people: async () => peopleOf(everything ? await read() : rows),
  }
}
