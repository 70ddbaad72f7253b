// Real files, and a client of the chunk protocol that resumes an upload: a browser's behaviour without a browser.
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ffmpegPath } from '@lyceum/upload/transcoding/ffmpeg'
import type { Person } from '../flows/school.ts'

const run = promisify(execFile)

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Random text, which no disk or network can compress. */
export const randomText = (bytes: number) =>
  Buffer.from(
    randomBytes(Math.ceil(bytes * 0.75))
      .toString('base64')
      .replace(/(.{76})/g, '$1\n')
      .slice(0, bytes),
  )

/** A moving picture with a tone, 1280 × 720. */
export async function makeVideo(seconds: number): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-video-'))
  const file = join(folder, 'lecture.mp4')
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=1280x720:rate=25:duration=${seconds}`]
  const tone = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`]
  const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-shortest', '-movflags', '+faststart']
  await run(ffmpegPath(process.env.LYCEUM_FFMPEG), ['-loglevel', 'error', ...picture, ...tone, ...coded, file])
  const bytes = await readFile(file)
  await rm(folder, { recursive: true })
  return bytes
}

export type Chunked = {
  id: string
  /** Sends block `index`; throws when it is not acknowledged. */
  block(index: number): Promise<void>
  /** Joins the blocks and finishes the upload; answers the upload. */
  finish(): Promise<{ id: string; status: string }>
  blocks: number
}

export async function startChunked(person: Person, { name, bytes }: { name: string; bytes: Buffer }): Promise<Chunked> {
  const ticket = await person.call('POST /api/uploads', { body: { name, size: bytes.length, storage_type: 'chunked' } })
  const size = ticket.block_size ?? 0
  const contexts: string[] = []
  // a token may be renewed at any time, and is after a fault
  const token = async () => (await person.call('GET /api/uptoken', { query: { id: ticket.id } })).uptoken
  const post = async (path: string, body: Buffer | string) => {
    const answer = await fetch(`${ticket.upload_url}${path}`, {
      method: 'POST',
      headers: { 'upload-token': await token(), 'content-type': 'application/octet-stream' },
      body: new Uint8Array(Buffer.from(body)),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { ctx: string }
  }
  return {
    id: ticket.id,
    blocks: Math.ceil(bytes.length / size),
    async block(index) {
      const part = bytes.subarray(index * size, (index + 1) * size)
      contexts[index] = (await post(`/mkblk/${part.length}?index=${index}`, part)).ctx
    },
    async finish() {
      await post(`/mkfile/${bytes.length}`, contexts.join(','))
      return person.call('PUT /api/uploads/:id/uploaded', { params: { id: ticket.id } })
    },
  }
}

/** The whole file as its owner gets it. */
export async function download(person: Person, id: string): Promise<Buffer> {
  const leads = await person.send('GET', `/api/uploads/${id}/blob?scope=${person.org}`)
  const answer = await fetch(leads.headers.get('location') ?? '')
  if (!answer.ok) throw new Error(`download: ${leads.status}, ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}
