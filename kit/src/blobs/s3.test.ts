// Tests of the S3 adapter with answers that no store gives by request: another write that is under way beside ours.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { s3Blobs } from './s3.ts'

let store: Server
/** So many writes are refused; of each its body. */
let refused = 0
const bodies: string[] = []
beforeAll(async () => {
  store = createServer(async (call, answer) => {
    const parts: Buffer[] = []
    for await (const part of call) parts.push(part as Buffer)
    if (call.method !== 'PUT') return answer.writeHead(200).end()
    bodies.push(Buffer.concat(parts).toString())
    if (refused-- > 0) return answer.writeHead(409).end('<Error><Code>OperationAborted</Code></Error>')
    answer.writeHead(200, { etag: '"1"' }).end()
  })
  await new Promise<void>((done) => store.listen(0, '127.0.0.1', done))
})
afterAll(() => store.close())

const blobs = () => {
  const { port } = store.address() as AddressInfo
  return s3Blobs({ endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', bucket: 'bytes', accessKey: 'a', secretKey: 'b' })
}

test('bytes at hand are written again until the store has no other write of the key', async () => {
  const there = await blobs()
  bodies.length = 0
  refused = 3
  expect(await there.put('a/b', Buffer.from('tide'), { size: 4 })).toEqual({ size: 4, etag: '1' })
  expect(bodies).toEqual(['tide', 'tide', 'tide', 'tide'])
})

test('a stream is sent again by whoever has it: 503', async () => {
  const there = await blobs()
  refused = 1
  await expect(there.put('a/b', Readable.from([Buffer.from('tide')]), { size: 4 })).rejects.toMatchObject({
    status: 503,
    code: 'store.unavailable',
  })
})
