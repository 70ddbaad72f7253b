// Sends a file of the demo school as the page would.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Person } from './client.ts'

/** The id of the upload, among the person's own files or those of a course; one of this name that is there already is taken. */
export async function sent(
  { call, address }: Person,
  path: string,
  once: (...what: string[]) => { headers: { 'idempotency-key': string } },
  { course, ...file }: { allow_download: boolean; is_scorm?: boolean; course?: string },
): Promise<string> {
  const name = basename(path)
  const query = { conditions: JSON.stringify({ keyword: name }) }
  const { items } = course
    ? await call('GET /api/courses/:id/resources', { params: { id: course }, query })
    : await call('GET /api/uploads', { query })
  const there = items.find((one) => one.name === name && one.reason !== 'upload.waiting')
  if (there) return there.id
  const bytes = await readFile(path)
  const ticket = await call('POST /api/uploads', {
    body: { name, size: bytes.length, storage_type: 'media', ...file, ...(course && { parent_type: 'course', parent_id: course }) },
    ...once('upload', name),
  })
  const answer = await fetch(new URL(ticket.upload_url!, address), { method: 'PUT', headers: ticket.headers, body: bytes })
  if (!answer.ok) throw new Error(`${name} was not taken: ${answer.status} ${await answer.text()}`)
  await call('PUT /api/uploads/:id/uploaded', { params: { id: ticket.id } })
  return ticket.id
}
