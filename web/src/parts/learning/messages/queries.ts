// Reads and the sending of messages to members of a course.
import { call } from '../../../client.ts'
import { invalidate, query } from '../../../queries.ts'

export type Addressed = { id: string; name: string }
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

/** All rows of a list that fits into one message; of a longer one a page more than fits. */
export async function rowsOfPages<Row>(read: (page: number, size: number) => Promise<{ items: Row[]; pages: number }>): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; page <= mostAddressed / pageSize + 1; page++) {
    const { items, pages } = await read(page, pageSize)
    rows.push(...items)
    if (page >= pages) break
  }
  return rows
}
