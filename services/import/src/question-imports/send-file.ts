// A file of an import on its way into the store, by the upload protocol of everybody.
import { CallFailed } from '@lyceum/kit/calls/client'
import { shortName } from '@lyceum/kit/text/short-names'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CallsOfPeople, once } from '../calls-of-people.ts'
import type { Deps } from '../deps.ts'

/** The owner of the files of a bank's questions: to the files of its course, else to those of the person. */
export type FilePlace = { parent_type: string; parent_id: string } | null
export async function placeOfFiles(call: CallsOfPeople, bank: string): Promise<FilePlace> {
  const { course } = await call('GET /api/banks/:id', { params: { id: bank } })
  return course ? { parent_type: 'course', parent_id: course.id } : null
}

type Sending = { deps: Pick<Deps, 'config'>; call: CallsOfPeople; task: string; place: FilePlace; signal: AbortSignal }
/** Milliseconds between two looks at an upload, and looks. */
const looks = { pause: 250, most: 120 }

/** The id of its upload, once it is ready; null where it is refused for what it is. */
export async function sendFile(
  { deps, call, task, place, signal }: Sending,
  key: string,
  { name, bytes }: { name: string; bytes: Uint8Array | Blob },
): Promise<string | null> {
  const ticket = await call('POST /api/uploads', {
    body: { name: shortName(name), size: bytes instanceof Blob ? bytes.size : bytes.length, storage_type: 'media', ...place },
    ...once(task, `file:${key}`),
  })
  if (ticket.status !== 'ready' && ticket.upload_url) {
    // the address is that of browsers; the listener is reached within the installation
    const { pathname, search } = new URL(ticket.upload_url, 'http://bytes')
    const sent = await fetch(new URL(pathname + search, deps.config.bytesUrl), {
      method: 'PUT',
      body: bytes as Uint8Array<ArrayBuffer> | Blob,
      headers: ticket.headers,
      signal,
    })
    // one that was sent before the job began again
    if (!sent.ok && sent.status !== 409)
      throw new CallFailed(sent.status, { code: 'upload.cut', message: '', params: {}, errors: {}, details: {}, request_id: '' })
    await call('PUT /api/uploads/:id/uploaded', { params: { id: ticket.id }, ...once(task, `uploaded:${key}`) })
  }
  for (let look = 0; look < looks.most; look++) {
    const { status } = await call('GET /api/uploads/:id', { params: { id: ticket.id }, query: {} })
    if (status !== 'processing') return status === 'ready' ? ticket.id : null
    await sleep(looks.pause, undefined, { signal })
  }
  // a film is still being converted: the question names it all the same
  return ticket.id
}
