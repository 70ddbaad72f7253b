// Tests of both adapters of blobs.
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BlobChanged, BlobCut, BlobMissing, type Blobs, PartsChanged, PartsGone, removePrefix } from './blobs.ts'
import { folderBlobs } from './folder.ts'
import { s3Blobs } from './s3.ts'
import { s3Missing, testS3 } from '../test/versitygw.ts'

type Opened = { blobs: Blobs; again(): Promise<Blobs>; close(): Promise<void> }
const stores: [string, string | undefined, () => Promise<Opened>][] = [
  [
    'folder',
    undefined,
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'lyceum-blobs-'))
      const again = () => folderBlobs({ folder })
      return { blobs: await again(), again, close: () => rm(folder, { recursive: true }) }
    },
  ],
  [
    's3',
    s3Missing(),
    async () => {
      const s3 = await testS3()
      return { blobs: await s3Blobs(s3), again: () => s3Blobs(s3), close: s3.stop }
    },
  ],
]
const some = (size: number) => randomBytes(size)
const stream = (bytes: Uint8Array) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
    })(),
  )
const all = async <T>(list: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = []
  for await (const one of list) found.push(one)
  return found
}
const sum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe.each(stores)('blobs in %s', (name, missing, open) => {
  describe.skipIf(missing)(missing ?? name, () => {
    let opened: Opened, blobs: Blobs, partSize: number
    beforeAll(async () => {
      opened = await open()
      blobs = opened.blobs
      partSize = blobs.partSize
    })
    afterAll(() => opened?.close())
    const content = async (key: string, range = {}) => await buffer(await blobs.read(key, range))
    const keys = async (prefix: string) => (await all(blobs.list(prefix))).map(({ key }) => key).sort()

    test('a blob is read back, also by another process', async () => {
      const bytes = some(300_000)
      const put = await blobs.put('a/one', stream(bytes), { size: bytes.length, type: 'video/mp4' })
      expect(await blobs.stat('a/one')).toEqual({ size: 300_000, etag: put.etag })
      expect(sum(await content('a/one'))).toBe(sum(bytes))
      expect(sum(await buffer(await (await opened.again()).read('a/one')))).toBe(sum(bytes))
    })

    test('bytes in memory and an empty range at the end', async () => {
      await blobs.put('a/ten', Buffer.from('0123456789'), { size: 10 })
      expect(String(await content('a/ten', { start: 2, end: 4 }))).toBe('234')
      expect(String(await content('a/ten', { start: 7 }))).toBe('789')
    })

    test('nothing stays of a body that is cut or too long', async () => {
      await blobs.put('a/kept', Buffer.from('old'), { size: 3 })
      await expect(blobs.put('a/kept', stream(some(10)), { size: 20 })).rejects.toThrow(BlobCut)
      await expect(blobs.put('a/kept', stream(some(30)), { size: 20 })).rejects.toThrow(BlobCut)
      // a server may keep what it got of a large one: it must not stay
      await expect(blobs.put('a/large', stream(some(3_000_000)), { size: 6_000_000 })).rejects.toThrow(BlobCut)
      await expect.poll(() => blobs.stat('a/large')).toBeUndefined()
      const broken = Readable.from(
        (async function* () {
          yield some(5)
          throw new Error('the sender went away')
        })(),
      )
      await expect(blobs.put('a/kept', broken, { size: 20 })).rejects.toThrow()
      // some servers lose what was there before; no reader of ours ever sees a part of the new
      await expect.poll(async () => (await blobs.stat('a/kept'))?.size ?? 3).toBe(3)
    })

    test('a blob that is not there is missing; another object under the key is noticed', async () => {
      expect(await blobs.stat('a/none')).toBeUndefined()
      await expect(blobs.read('a/none')).rejects.toThrow(BlobMissing)
      const { etag } = await blobs.put('a/changes', Buffer.from('first'), { size: 5 })
      expect(String(await content('a/changes', { etag }))).toBe('first')
      await blobs.put('a/changes', Buffer.from('other'), { size: 5 })
      await expect(blobs.read('a/changes', { etag })).rejects.toThrow(BlobChanged)
    })

    test('a copy stays as it was when other bytes come under the first key', async () => {
      const [first, second] = [some(70_000), some(70_000)]
      const { etag } = await blobs.put('copy/in', first, { size: first.length })
      const copied = await blobs.copy('copy/in', 'copy/kept/1', etag)
      expect(copied.size).toBe(first.length)
      expect((await blobs.copy('copy/in', 'copy/kept/1', etag)).etag).toBe(copied.etag)
      await blobs.put('copy/in', second, { size: second.length })
      expect(sum(await content('copy/kept/1', { etag: copied.etag }))).toBe(sum(first))
      await expect(blobs.copy('copy/in', 'copy/kept/2', etag)).rejects.toThrow(BlobChanged)
      await expect(blobs.copy('copy/none', 'copy/kept/2', etag)).rejects.toThrow(BlobMissing)
      expect(await keys('copy/')).toEqual(['copy/in', 'copy/kept/1'])
    })

    test('keys are listed by prefix and removed; absent ones are passed over', async () => {
      for (const key of ['l/x/1', 'l/x/2', 'l/y', 'lx']) await blobs.put(key, Buffer.from('x'), { size: 1 })
      expect(await keys('l/')).toEqual(['l/x/1', 'l/x/2', 'l/y'])
      await blobs.remove(['l/y', 'l/nothing/here'])
      await removePrefix(blobs, 'l/x/')
      expect(await keys('l/')).toEqual([])
      expect(await keys('lx')).toEqual(['lx'])
      expect(await keys('nothing/')).toEqual([])
    })

    test('keys beside one another come and go at once', async () => {
      await Promise.all(
        Array.from({ length: 20 }, async (_, n) => {
          await blobs.put(`race/${n % 3}/${n}`, Buffer.from('x'), { size: 1 })
          await blobs.remove([`race/${n % 3}/${n}`])
        }),
      )
      expect(await keys('race/')).toEqual([])
    })

    test('a key that is not a key is refused', async () => {
      for (const key of ['../x', '/x', 'a//b', 'a/../b', 'A', 'ü', '.hidden', ''])
        await expect((async () => blobs.put(key, Buffer.from('x'), { size: 1 }))()).rejects.toThrow('not a key')
    })

    test('parts in any order make one object; a repeated part replaces the first', async () => {
      const one = some(partSize),
        two = some(partSize),
        last = some(1234)
      const id = await blobs.parts.begin('p/whole', 'video/mp4')
      const third = await blobs.parts.put('p/whole', id, 3, stream(last), last.length)
      await blobs.parts.put('p/whole', id, 1, stream(some(partSize)), partSize)
      await expect(blobs.parts.put('p/whole', id, 2, stream(some(partSize / 2)), partSize)).rejects.toThrow(BlobCut)
      const second = await blobs.parts.put('p/whole', id, 2, stream(two), partSize)
      const first = await blobs.parts.put('p/whole', id, 1, stream(one), partSize)
      expect(await blobs.stat('p/whole')).toBeUndefined()
      await blobs.parts.complete('p/whole', id, [first, second, third])
      expect(sum(await content('p/whole'))).toBe(sum(Buffer.concat([one, two, last])))
      // some servers answer the same again
      await blobs.parts.complete('p/whole', id, [first, second, third]).catch((error) => expect(error).toBeInstanceOf(PartsGone))
      await expect(blobs.parts.put('p/whole', id, 4, stream(some(10)), 10)).rejects.toThrow(PartsGone)
    })

    test('parts that were answered for are there for another process', async () => {
      const one = some(partSize),
        two = some(77),
        changed = some(partSize)
      const id = await blobs.parts.begin('p/again')
      await blobs.parts.put('p/again', id, 1, stream(one), partSize)
      const second = await blobs.parts.put('p/again', id, 2, stream(two), two.length)
      const other = await opened.again()
      const first = await other.parts.put('p/again', id, 1, stream(changed), partSize)
      await (await opened.again()).parts.complete('p/again', id, [first, second])
      expect(sum(await content('p/again'))).toBe(sum(Buffer.concat([changed, two])))
    })

    test('a part that is not the one named is noticed', async () => {
      const id = await blobs.parts.begin('p/changed')
      const old = await blobs.parts.put('p/changed', id, 1, stream(some(100)), 100)
      const now = await blobs.parts.put('p/changed', id, 1, stream(some(100)), 100)
      await expect(blobs.parts.complete('p/changed', id, [old])).rejects.toThrow(PartsChanged)
      await blobs.parts.complete('p/changed', id, [now])
      expect((await blobs.stat('p/changed'))?.size).toBe(100)
    })

    test('stale parts are found and aborted', async () => {
      const id = await blobs.parts.begin('p/stale')
      await blobs.parts.put('p/stale', id, 1, stream(some(100)), 100)
      const stale = async (before: Date) => (await all(blobs.parts.stale(before))).filter((one) => one.id === id)
      expect(await stale(new Date(Date.now() - 60_000))).toEqual([])
      expect(await stale(new Date(Date.now() + 60_000))).toEqual([{ key: 'p/stale', id }])
      await blobs.parts.abort('p/stale', id)
      await blobs.parts.abort('p/stale', id)
      expect(await stale(new Date(Date.now() + 60_000))).toEqual([])
    })

    test.skipIf(name === 'folder')('a signed address takes one PUT from any page and gives ranges', async () => {
      const put = await blobs.signPut!('s/direct', 60)
      const preflight = await fetch(put, {
        method: 'OPTIONS',
        headers: { origin: 'http://page.test', 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-type' },
      })
      expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([
        200,
        expect.stringMatching(/\*|http:\/\/page\.test/),
      ])
      expect((await fetch(put, { method: 'PUT', body: 'abcdef', headers: { 'content-type': 'text/plain' } })).status).toBe(200)
      const get = await fetch(await blobs.signGet!('s/direct', 60, 'video/mp2t'), { headers: { range: 'bytes=1-2', origin: 'null' } })
      expect([get.status, await get.text(), get.headers.get('content-type'), get.headers.get('access-control-allow-origin')]).toEqual([
        206,
        'bc',
        'video/mp2t',
        expect.any(String),
      ])
      expect((await fetch(put.replace('direct', 'other'), { method: 'PUT', body: 'x' })).status).toBe(403)
    })
  })
})
