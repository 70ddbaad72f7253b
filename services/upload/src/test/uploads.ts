// A fixture of upload's tests: the real service over a store, with its bytes listener on a port of its own.
import { randomBytes } from 'node:crypto'
import { testSchool } from '@lyceum/course/test/school'
import type { Actor } from '@lyceum/kit/calls/actor'
import type { Blobs } from '@lyceum/kit/blobs/blobs'
import { s3Blobs } from '@lyceum/kit/blobs/s3'
import type { Env } from '@lyceum/kit/config'
import { testService, testWorld } from '@lyceum/kit/test/test-service'
import { testS3 } from '@lyceum/kit/test/versitygw'
import { scaled } from '@lyceum/kit/test/wait'
import type { UploadTicket } from '../uploads/api.ts'
import type { Upload } from '../rows/shapes.ts'
import { blockSize } from '../rows/shapes.ts'
import { service } from '../service.ts'

export type TestUploads = Awaited<ReturnType<typeof openUploads>>
/** The body of a fetch. */
export type SentBody = NonNullable<RequestInit['body']>
const bytesOrigin = 'http://bytes.test'

export async function openUploads({ store = 'folder', env = {} }: { store?: 'folder' | 's3'; env?: Env } = {}) {
  const s3 = store === 's3' ? await testS3() : undefined
  const base = await testWorld({ env: { BYTES_ORIGIN: bytesOrigin, LYCEUM_FFMPEG: process.env.LYCEUM_FFMPEG, ...env } })
  const blobs: Blobs = s3 ? await s3Blobs(s3) : base.blobs
  const world = { ...base, blobs }
  const running = await testService(service, { world })
  await running.running.bytes!.listen({ port: 0, host: '127.0.0.1' })
  const { port } = running.running.bytes!.server.address() as { port: number }
  const school = await testSchool(running.databaseUrl)
  const localUrl = (url: string) => url.replace(bytesOrigin, `http://127.0.0.1:${port}`)
  const bytes = (url: string, init?: RequestInit) => fetch(localUrl(url.startsWith('/') ? bytesOrigin + url : url), init)

  async function declareUpload(actor: Actor, draft: object): Promise<UploadTicket> {
    const answer = await running.call(actor, 'POST', '/api/uploads', draft)
    if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const sendBlock = (
    ticket: UploadTicket,
    file: Uint8Array,
    index: number,
    options: { token?: string; query?: string; length?: number } = {},
  ) => {
    const block = file.subarray(index * blockSize, (index + 1) * blockSize)
    return bytes(`${ticket.upload_url}/mkblk/${options.length ?? block.length}${options.query ?? `?index=${index}`}`, {
      method: 'POST',
      body: block as SentBody,
      headers: { 'upload-token': options.token ?? ticket.headers['upload-token']! },
    })
  }
  const join = (ticket: UploadTicket, size: number, contexts: string[], token = ticket.headers['upload-token']!) =>
    bytes(`${ticket.upload_url}/mkfile/${size}`, { method: 'POST', body: contexts.join(','), headers: { 'upload-token': token } })
  /** Declares a file, sends it by the protocol of the ticket and confirms it. */
  async function send(
    actor: Actor,
    file: Uint8Array,
    draft: { name: string; storage_type?: string; allow_download?: boolean; size?: number },
  ): Promise<Upload> {
    const ticket = await declareUpload(actor, { size: file.length, ...draft })
    if (draft.storage_type === 'chunked') {
      const contexts: string[] = []
      for (let index = 0; index * blockSize < file.length; index++)
        contexts.push(((await (await sendBlock(ticket, file, index)).json()) as { ctx: string }).ctx)
      await join(ticket, file.length, contexts)
    } else await bytes(ticket.upload_url!, { method: 'PUT', body: file as SentBody, headers: ticket.headers })
    const answer = await running.call(actor, 'PUT', `/api/uploads/${ticket.id}/uploaded`)
    if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const get = async (actor: Actor, id: string): Promise<Upload> => (await running.call(actor, 'GET', `/api/uploads/${id}`)).body
  /** Waits until the upload meets a condition. */
  async function until(actor: Actor, id: string, meets: (upload: Upload) => boolean, seconds = 60): Promise<Upload> {
    for (const end = performance.now() + scaled(seconds * 1000); ; await new Promise((resolve) => setTimeout(resolve, 50))) {
      const upload = await get(actor, id)
      if (meets(upload)) return upload
      if (performance.now() > end) throw new Error(`still ${JSON.stringify(upload)}`)
    }
  }
  const keys = async (prefix: string) => {
    const list: string[] = []
    for await (const { key } of blobs.list(prefix)) list.push(key)
    return list.sort()
  }
  return {
    ...running,
    school,
    world,
    s3,
    blobs,
    bytes,
    localUrl,
    port,
    declareUpload,
    send,
    sendBlock,
    join,
    get,
    until,
    keys,
    stop: async () => {
      await school.close()
      await running.stop()
      await s3?.stop()
    },
  }
}

const pdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n')
/** A file with the first bytes of a PDF, of an exact size. */
export const somePdf = (size: number): Buffer => Buffer.concat([pdf, randomBytes(Math.max(0, size - pdf.length))]).subarray(0, size)
