// The protocols of the browser, over both stores.
import { randomBytes } from 'node:crypto'
import type { Actor } from '@lyceum/kit/calls/actor'
import { newId } from '@lyceum/kit/ids'
import { s3Missing } from '@lyceum/kit/test/versitygw'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blockSize } from '../rows/shapes.ts'
import { openUploads, type SentBody, somePdf, type TestUploads } from '../test/uploads.ts'

describe.each([
  ['folder', undefined],
  ['s3', s3Missing()],
] as const)('over %s', (store, missing) => {
  describe.skipIf(missing)(missing ?? store, () => {
    let env: TestUploads, teacher: Actor, other: Actor
    beforeAll(async () => {
      env = await openUploads({ store, env: { UPTOKEN_SECONDS: '3600' } })
      teacher = await env.school.person('Iris Vale', 'instructor')
      other = await env.school.person('Tom Reed', 'instructor')
    })
    afterAll(() => env?.stop())
    const download = async (actor: Actor, id: string) => {
      const { status, headers } = await env.call(actor, 'GET', `/api/uploads/${id}/blob?scope=${actor.org}`)
      expect(status).toBe(302)
      return await env.bytes(String(headers.location))
    }
    const ctx = async (answer: Response | Promise<Response>) => ((await (await answer).json()) as { ctx: string }).ctx
    const refusal = async (answer: Promise<Response>) => {
      const { status, ...rest } = await answer.then(async (one) => ({ status: one.status, ...((await one.json()) as { code: string }) }))
      return [status, rest.code]
    }

    test.each(['media', 'local', 'object', 'chunked'])('%s: bytes in are bytes out', async (storage_type) => {
      const file = somePdf(storage_type === 'chunked' ? 3 * blockSize + 777 : 300_000)
      const upload = await env.send(teacher, file, { name: 'Syllabus.pdf', storage_type })
      expect(upload).toMatchObject({ status: 'ready', reason: null, type: 'document', size: file.length, storage_type })
      const answer = await download(teacher, upload.id)
      expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''Syllabus.pdf")
      expect(Buffer.from(await answer.arrayBuffer()).equals(file)).toBe(true)
      await expect.poll(() => env.keys(`tmp/${upload.id}/`)).toEqual([])
    })

    test('ranges, 416, ETag, HEAD', async () => {
      const file = somePdf(5000)
      const upload = await env.send(teacher, file, { name: 'a.pdf' })
      const { headers } = await env.call(teacher, 'GET', `/api/uploads/${upload.id}/blob?scope=${teacher.org}`)
      const ask = (more: Record<string, string>, method = 'GET') => env.bytes(String(headers.location), { method, headers: more })
      const part = await ask({ range: 'bytes=10-19' })
      expect([part.status, part.headers.get('content-range'), Buffer.from(await part.arrayBuffer()).equals(file.subarray(10, 20))]).toEqual(
        [206, 'bytes 10-19/5000', true],
      )
      expect((await ask({ range: 'bytes=5000-' })).status).toBe(416)
      expect((await ask({ 'if-none-match': part.headers.get('etag')! })).status).toBe(304)
      expect((await ask({ range: 'bytes=0-9', 'if-range': '"another"' })).status).toBe(200)
      const head = await ask({}, 'HEAD')
      expect([head.status, head.headers.get('content-length')]).toEqual([200, '5000'])
    })

    test("object with WRPC: the callback opens with the upload's own token and its own key", async () => {
      const film = Buffer.concat([Buffer.from('\0\0\0\x20ftypisom'), randomBytes(1000)])
      const ticket = await env.declareUpload(teacher, { name: 'film.mp4', size: film.length, storage_type: 'object' })
      expect(ticket).toMatchObject({ transcoder: 'WRPC', headers: { 'content-type': 'video/mp4' }, callback_token: expect.any(String) })
      const back = (token: string, file_key = ticket.key, id = ticket.id) =>
        env.call(undefined, 'POST', `/internal-api/upload/callback/${id}`, { file_key }, { 'upload-token': token })
      expect(await back(ticket.callback_token!)).toMatchObject({ status: 409, body: { code: 'upload.notArrived' } })
      expect((await env.bytes(ticket.upload_url!, { method: 'PUT', body: film as SentBody, headers: ticket.headers })).status).toBe(200)
      expect(await back('wrong')).toMatchObject({ status: 401, body: { code: 'upload.token' } })
      expect(await back(ticket.callback_token!, ticket.key, newId())).toMatchObject({ status: 401 })
      expect(await back(ticket.callback_token!, 'files/another')).toMatchObject({ status: 400, body: { code: 'upload.otherKey' } })
      expect(await back(ticket.callback_token!)).toMatchObject({ status: 200, body: { status: 'processing' } })
    })

    test('object: another PUT to the same address after uploaded changes nothing', async () => {
      const [file, other] = [somePdf(5000), somePdf(5000)]
      const ticket = await env.declareUpload(teacher, { name: 'a.pdf', size: 5000, storage_type: 'object' })
      const put = (bytes: Buffer) => env.bytes(ticket.upload_url!, { method: 'PUT', body: bytes as SentBody, headers: ticket.headers })
      expect((await put(file)).status).toBe(200)
      const reply = await env.call(teacher, 'PUT', `/api/uploads/${ticket.id}/uploaded`)
      expect(reply.body).toMatchObject({ status: 'ready' })
      expect(reply.body.key).not.toBe(ticket.key)
      // S3 takes it, under a key that is no longer read
      expect((await put(other)).status).toBe(store === 's3' ? 200 : 409)
      const again = await env.call(teacher, 'PUT', `/api/uploads/${ticket.id}/uploaded`)
      expect(again.body).toMatchObject({ status: 'ready', key: reply.body.key })
      expect(Buffer.from(await (await download(teacher, ticket.id)).arrayBuffer()).equals(file)).toBe(true)
      expect((await env.call(teacher, 'DELETE', `/api/uploads/${ticket.id}?purge=true`)).status).toBe(204)
      await expect.poll(async () => [...(await env.keys(`in/${ticket.id}`)), ...(await env.keys(`files/${ticket.id}`))]).toEqual([])
    })

    test('bytes of another than the declared size do not stay', async () => {
      const ticket = await env.declareUpload(teacher, { name: 'a.pdf', size: 100, storage_type: 'object' })
      await env.bytes(ticket.upload_url!, { method: 'PUT', body: somePdf(90) as SentBody, headers: ticket.headers })
      const reply = await env.call(teacher, 'PUT', `/api/uploads/${ticket.id}/uploaded`)
      // a folder store has refused the PUT already, S3 is inspected now
      expect([
        [409, 'upload.notArrived'],
        [400, 'upload.sizeMismatch'],
      ]).toContainEqual([reply.status, reply.body.code])
      expect(await env.blobs.stat(ticket.key)).toBeUndefined()
    })

    test('a sender that goes away leaves nothing', async () => {
      const ticket = await env.declareUpload(teacher, { name: 'a.pdf', size: 50_000_000 })
      const abort = new AbortController()
      const body = new ReadableStream({
        async pull(to) {
          to.enqueue(randomBytes(100_000))
          await new Promise((resolve) => setTimeout(resolve, 10))
        },
      })
      const sent = env
        .bytes(ticket.upload_url!, { method: 'PUT', body, duplex: 'half', signal: abort.signal } as RequestInit)
        .catch((error) => error.name)
      setTimeout(() => abort.abort(), 200)
      expect(await sent).toBe('AbortError')
      // the servers learn of the end by the line alone, and each kind of storage has its time for it
      await new Promise((resolve) => setTimeout(resolve, 500))
      expect((await env.call(teacher, 'PUT', `/api/uploads/${ticket.id}/uploaded`)).body.code).toBe('upload.notArrived')
      expect(await env.blobs.stat(ticket.key)).toBeUndefined()
    })

    describe('blocks', () => {
      const file = somePdf(3 * blockSize + 1000)
      const start = () => env.declareUpload(teacher, { name: 'big.pdf', size: file.length, storage_type: 'chunked' })

      test('the token expires with 401 and is renewed; the rest goes on', async () => {
        const ticket = await start()
        const contexts = [await ctx(env.sendBlock(ticket, file, 0))]
        expect(await refusal(env.sendBlock(ticket, file, 1, { token: 'expired' }))).toEqual([401, 'upload.token'])
        const { body } = await env.call(teacher, 'GET', `/api/uptoken?id=${ticket.id}`)
        for (const index of [1, 2, 3]) contexts.push(await ctx(env.sendBlock(ticket, file, index, { token: body.uptoken })))
        expect((await env.join(ticket, file.length, contexts, body.uptoken)).status).toBe(200)
        expect((await env.call(teacher, 'PUT', `/api/uploads/${ticket.id}/uploaded`)).body.status).toBe('ready')
      })

      test('without an index a block is the next', async () => {
        const ticket = await start()
        const contexts: string[] = []
        for (const index of [0, 1, 2, 3]) contexts.push(await ctx(env.sendBlock(ticket, file, index, { query: '' })))
        expect((await env.join(ticket, file.length, contexts)).status).toBe(200)
      })

      test('a repeated block is the same; a cut repetition spoils nothing; another content replaces it', async () => {
        const ticket = await start()
        const changed = Buffer.from(file)
        changed.fill(7, blockSize + 10, blockSize + 20)
        changed.fill(9, 3 * blockSize + 10, 3 * blockSize + 20)
        const first = await ctx(env.sendBlock(ticket, file, 0))
        expect(await ctx(env.sendBlock(ticket, file, 0))).toBe(first)
        const old = await ctx(env.sendBlock(ticket, file, 1))
        await env
          .bytes(`${ticket.upload_url}/mkblk/${blockSize}?index=1`, {
            method: 'POST',
            duplex: 'half',
            headers: ticket.headers,
            body: new ReadableStream({
              start(to) {
                to.enqueue(randomBytes(1000))
                setTimeout(() => to.error(new Error('gone')), 50)
              },
            }),
          } as RequestInit)
          .catch(() => {})
        const rest = [await ctx(env.sendBlock(ticket, file, 2)), await ctx(env.sendBlock(ticket, file, 3))]
        const second = await ctx(env.sendBlock(ticket, changed, 1))
        rest[1] = await ctx(env.sendBlock(ticket, changed, 3))
        expect(await refusal(env.join(ticket, file.length, [first, old, ...rest]))).toEqual([409, 'upload.blocksChanged'])
        expect((await env.join(ticket, file.length, [first, second, ...rest])).status).toBe(200)
        await env.call(teacher, 'PUT', `/api/uploads/${ticket.id}/uploaded`)
        expect(Buffer.from(await (await download(teacher, ticket.id)).arrayBuffer()).equals(changed)).toBe(true)
      })

      test('mkfile is repeatable; no block is taken after it', async () => {
        const ticket = await start()
        const contexts: string[] = []
        for (const index of [0, 1, 2, 3]) contexts.push(await ctx(env.sendBlock(ticket, file, index)))
        const answers = await Promise.all([1, 2, 3].map(async () => (await env.join(ticket, file.length, contexts)).json()))
        expect(answers).toEqual(Array(3).fill({ key: ticket.key, size: file.length }))
        expect(await refusal(env.sendBlock(ticket, file, 0))).toEqual([409, 'upload.finished'])
      })

      test('wrong order, missing, foreign, wrong total, wrong size, no such block', async () => {
        const ticket = await start()
        const elsewhere = await start()
        const contexts: string[] = []
        // of two blocks of a part the first must come first
        if (store === 's3') expect(await refusal(env.sendBlock(ticket, file, 1))).toEqual([409, 'upload.blockMissing'])
        for (const index of [0, 1, 2, 3]) contexts.push(await ctx(env.sendBlock(ticket, file, index)))
        const [a = '', b = '', c = '', d = ''] = contexts
        const foreign = await ctx(env.sendBlock(elsewhere, file, 0))
        expect(await refusal(env.join(ticket, file.length, [b, a, c, d]))).toEqual([400, 'upload.blockOrder'])
        expect(await refusal(env.join(ticket, file.length, [a, b, c]))).toEqual([400, 'upload.blockMissing'])
        expect(await refusal(env.join(ticket, file.length, [foreign, b, c, d]))).toEqual([400, 'upload.foreignBlock'])
        expect(await refusal(env.join(ticket, file.length, ['', b, c, d]))).toEqual([400, 'upload.foreignBlock'])
        expect(await refusal(env.join(ticket, file.length + 1, contexts))).toEqual([400, 'upload.wrongTotal'])
        expect(await refusal(env.sendBlock(ticket, file, 0, { length: blockSize - 1 }))).toEqual([400, 'upload.blockSize'])
        expect(await refusal(env.sendBlock(ticket, file, 0, { query: '?index=4' }))).toEqual([400, 'upload.blockIndex'])
        expect(await refusal(env.sendBlock({ ...ticket, headers: elsewhere.headers }, file, 0))).toEqual([401, 'upload.token'])
        expect(await refusal(env.join(ticket, file.length, contexts, 'x'))).toEqual([401, 'upload.token'])
        expect((await env.call(teacher, 'PUT', `/api/uploads/${ticket.id}/uploaded`)).body.code).toBe('upload.notArrived')
        expect((await env.join(ticket, file.length, contexts)).status).toBe(200)
      })

      test('only its owner gets a token', async () => {
        const ticket = await start()
        expect((await env.call(other, 'GET', `/api/uptoken?id=${ticket.id}`)).status).toBe(403)
        expect((await env.call(teacher, 'GET', `/api/uptoken?id=${newId()}`)).status).toBe(404)
      })
    })

    test.skipIf(store === 'folder')('the store killed between two blocks: 503 while it is away, and the upload goes on', async () => {
      if (!env.s3?.restart) return
      const file = somePdf(2 * blockSize + 10)
      const ticket = await env.declareUpload(teacher, { name: 'big.pdf', size: file.length, storage_type: 'chunked' })
      const contexts = [await ctx(env.sendBlock(ticket, file, 0))]
      const back = env.s3.restart()
      const while_ = await refusal(env.sendBlock(ticket, file, 1))
      expect([
        [503, 'store.unavailable'],
        [200, undefined],
      ]).toContainEqual(while_)
      await back
      contexts.push(await ctx(env.sendBlock(ticket, file, 1)), await ctx(env.sendBlock(ticket, file, 2)))
      expect((await env.join(ticket, file.length, contexts)).status).toBe(200)
      await env.call(teacher, 'PUT', `/api/uploads/${ticket.id}/uploaded`)
      expect(Buffer.from(await (await download(teacher, ticket.id)).arrayBuffer()).equals(file)).toBe(true)
    })
  })
})
