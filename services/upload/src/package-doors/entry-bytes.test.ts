// Tests of the bytes of one file in an archive: parts of packed files, the end of their unpacking, and how far files have ranges.
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { zipEntries, type ZipSource } from '@lyceum/kit/archives/zip'
import { scaled, until } from '@lyceum/kit/test/wait'
import { expect, test } from 'vitest'
import { zipOf } from '../test/office.ts'
import { entryBytes, hasRanges, mostUnpacked } from './entry-bytes.ts'

const text = Buffer.from(randomBytes(2_000_000).toString('hex'))
const packed = zipOf({ 'a.txt': text })
let served = 0
let open = 0
const archive: ZipSource = {
  size: packed.length,
  read: async (at, length) => packed.subarray(at, at + length),
  async *stream(at, length) {
    open++
    try {
      for (let done = 0; done < length; done += 1000) {
        served += 1000
        yield packed.subarray(at + done, at + Math.min(done + 1000, length))
      }
    } finally {
      open--
    }
  },
}

test('a part of a packed file is that of its unpacked bytes', async () => {
  const [entry] = await zipEntries(archive)
  expect(entry!.method).toBe(8)
  for (const [start, end] of [
    [3_900_000, 3_900_009],
    [0, 99],
    [text.length - 5, text.length - 1],
  ] as const)
    expect((await buffer(await entryBytes(archive, entry!, { start, end }))).equals(text.subarray(start, end + 1))).toBe(true)
})

test('a reply whose reader has gone unpacks no further, and more replies than go on at once take turns', async () => {
  const [entry] = await zipEntries(archive)
  served = 0
  const last = { start: text.length - 1 }
  const gone = await Promise.all(Array.from({ length: 20 }, () => entryBytes(archive, entry!, last)))
  for (const one of gone) {
    one.resume()
    setImmediate(() => one.destroy())
  }
  await until(() => gone.every(({ closed }) => closed) && open === 0, scaled(10_000))
  expect(served).toBeLessThan(packed.length)
  expect(await buffer(await entryBytes(archive, entry!, last))).toHaveLength(1)
})

test('a packed file beyond the bound has no ranges, a stored one always has', () => {
  const of = (method: number, size: number) => hasRanges({ method, size, at: 0, packed: 1 })
  expect([of(8, mostUnpacked), of(8, mostUnpacked + 1), of(0, 2 ** 40)]).toEqual([true, false, true])
})
