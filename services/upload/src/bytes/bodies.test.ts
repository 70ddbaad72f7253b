// Bodies of the bytes listener that exceed their length.
import { sendEndless } from '@lyceum/kit/test/endless'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blockSize } from '../rows/shapes.ts'
import { openUploads, type SentBody, somePdf, type TestUploads } from '../test/uploads.ts'

const MiB = 1024 * 1024
let env: TestUploads
beforeAll(async () => {
  env = await openUploads()
})
afterAll(() => env?.stop())
const declared = (size: number, storage_type = 'chunked') => env.declareUpload(env.school.teacher, { name: 'a.pdf', size, storage_type })

describe('400 MB without an end and without a token', () => {
  const id = '00000000-0000-7000-8000-000000000000'
  test.each([
    ['POST', `/bytes/blocks/${id}/mkfile/1000`, 401, 'upload.token'],
    ['POST', `/bytes/blocks/${id}/mkblk/1000`, 401, 'upload.token'],
    ['PUT', '/bytes/in/unknown', 401, 'upload.token'],
    ['GET', '/bytes/unknown/file', 403, 'grant.ended'],
    ['GET', '/bytes/unknown/master.m3u8', 403, 'grant.ended'],
    ['DELETE', '/bytes/unknown/file', 404, 'call.notFound'],
    ['POST', '/bytes/nowhere', 404, 'call.notFound'],
    ['OPTIONS', '/bytes/in/unknown', 204, undefined],
  ])('%s %s is answered %s at once, and nothing is kept of it', async (method, url, status, code) => {
    const visible = await sendEndless(method, env.localUrl(`http://bytes.test${url}`), {
      headers: { 'content-type': 'application/octet-stream' },
    })
    expect([visible.status, visible.code, visible.connection]).toEqual([status, code, 'close'])
    expect(visible.grown).toBeLessThan(50 * MiB)
    expect(visible.sent).toBeLessThan(100 * MiB)
    expect(visible.closed).toBeLessThan(5000)
  })
})

describe('400 MB without an end and with a token', () => {
  const localUrl = (url: string) => env.localUrl(url)
  const bounded = ({ grown, sent }: { grown: number; sent: number }) => {
    expect(grown).toBeLessThan(50 * MiB)
    expect(sent).toBeLessThan(100 * MiB)
  }

  test('mkfile takes as many contexts as the file has blocks', async () => {
    const ticket = await declared(2 * blockSize)
    const visible = await sendEndless('POST', localUrl(`${ticket.upload_url}/mkfile/${2 * blockSize}`), { headers: ticket.headers })
    expect([visible.status, visible.code]).toEqual([413, 'body.tooLarge'])
    expect(visible.sent).toBeLessThan(20 * MiB)
    bounded(visible)
    const announced = await env.bytes(`${ticket.upload_url}/mkfile/${2 * blockSize}`, {
      method: 'POST',
      headers: ticket.headers,
      body: 'x'.repeat(1000),
    })
    expect(announced.status).toBe(413)
  })

  test('a block takes its own length, the first time and again', async () => {
    const file = somePdf(2 * blockSize)
    const ticket = await declared(file.length)
    const address = localUrl(`${ticket.upload_url}/mkblk/${blockSize}?index=0`)
    for (let time = 0; time < 2; time++) {
      const visible = await sendEndless('POST', address, { headers: ticket.headers })
      expect([visible.status, visible.code]).toEqual([400, 'upload.blockSize'])
      bounded(visible)
      expect((await env.sendBlock(ticket, file, 0)).status).toBe(200)
    }
    const contexts = await Promise.all(
      [0, 1].map(async (index) => ((await (await env.sendBlock(ticket, file, index)).json()) as { ctx: string }).ctx),
    )
    expect((await env.join(ticket, file.length, contexts)).status).toBe(200)
  })

  test('a whole file takes the size that was declared', async () => {
    const ticket = await declared(3 * MiB, 'media')
    const visible = await sendEndless('PUT', localUrl(ticket.upload_url!), { headers: ticket.headers })
    expect([visible.status, visible.code]).toEqual([400, 'upload.sizeMismatch'])
    bounded(visible)
    const putReply = await env.bytes(ticket.upload_url!, { method: 'PUT', headers: ticket.headers, body: somePdf(3 * MiB) as SentBody })
    expect(putReply.status).toBe(200)
  })
})

test('uploads may take long, headers may not', () => {
  const { headersTimeout, requestTimeout, timeout } = env.running.bytes!.server
  expect([headersTimeout, requestTimeout, timeout]).toEqual([60_000, 0, 60_000])
})
