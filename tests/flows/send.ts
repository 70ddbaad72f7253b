// Sends a file as the page does, by each of the four kinds of storage.
import { until } from '@lyceum/kit/test/wait'
import type { UploadTicket } from '@lyceum/upload/uploads/api'
import type { Upload } from '@lyceum/upload/rows/shapes'
import type { Person, Visitor } from './school.ts'

export type StorageKind = UploadTicket['storage_type']
export const storageKinds: StorageKind[] = ['media', 'local', 'chunked', 'object']
const block = 4 * 2 ** 20

/** Fails with the text of the refusal. */
async function must(answer: Response): Promise<Response> {
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return answer
}

/** Declares, sends and finishes an upload; answers it as it then is. */
export async function send(person: Visitor, name: string, bytes: Buffer<ArrayBuffer>, kind: StorageKind = 'media'): Promise<Upload> {
  const ticket = await person.call('POST /api/uploads', { body: { name, size: bytes.length, storage_type: kind } })
  await sendBytes(ticket, bytes)
  if (ticket.transcoder === 'WRPC') {
    const answer = await must(
      await person.send('POST', `/internal-api/upload/callback/${ticket.id}`, {
        headers: { 'upload-token': ticket.callback_token ?? '', 'content-type': 'application/json' },
        body: JSON.stringify({ file_key: ticket.key }),
      }),
    )
    return (await answer.json()) as Upload
  }
  return await person.call('PUT /api/uploads/:id/uploaded', { params: { id: ticket.id } })
}

export async function sendBytes(ticket: UploadTicket, bytes: Buffer<ArrayBuffer>): Promise<void> {
  const url = ticket.upload_url ?? ''
  if (ticket.storage_type !== 'chunked') {
    await must(await fetch(url, { method: 'PUT', headers: ticket.headers, body: bytes }))
    return
  }
  const contexts: string[] = []
  for (let at = 0; at < bytes.length; at += block) {
    const part = bytes.subarray(at, Math.min(bytes.length, at + block))
    const answer = await must(await fetch(`${url}/mkblk/${part.length}`, { method: 'POST', headers: ticket.headers, body: part }))
    contexts.push(((await answer.json()) as { ctx: string }).ctx)
  }
  await must(await fetch(`${url}/mkfile/${bytes.length}`, { method: 'POST', headers: ticket.headers, body: contexts.join(',') }))
}

/** Waits until transcoding has ended, well or not. Answers every state on the way. */
export async function settled(person: Person, id: string): Promise<{ upload: Upload; states: string[] }> {
  const states: string[] = []
  const look = async () => {
    const upload = await person.call('GET /api/uploads/:id', { params: { id }, query: {} })
    const state = `${upload.status}${upload.playable && upload.status === 'processing' ? ' playable' : ''}`
    if (states.at(-1) !== state) states.push(state)
    return upload.status !== 'processing' && upload
  }
  return { upload: await until(look, 100_000, 100), states }
}
