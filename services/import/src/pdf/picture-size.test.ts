// Sizes of pictures, and PNGs that would stop the writing of a PDF.
import { crc32, deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pictureSize } from './picture-size.ts'

function chunk(type: string, data: Buffer, length = data.length): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(length)
  head.write(type, 4, 'latin1')
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), data])))
  return Buffer.concat([head, data, sum])
}
function head(width: number, height: number, { colour = 6, passes = 0 } = {}): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width)
  data.writeUInt32BE(height, 4)
  data.set([8, colour, 0, 0, passes], 8)
  return chunk('IHDR', data)
}
const sign = Buffer.from('89504e470d0a1a0a', 'hex')
const end = chunk('IEND', Buffer.alloc(0))
const rows = (width: number, height: number, filter = 0) =>
  chunk(
    'IDAT',
    deflateSync(Buffer.concat(Array.from({ length: height }, () => Buffer.concat([Buffer.of(filter), Buffer.alloc(width * 4)])))),
  )
const png = (...chunks: Buffer[]) => Buffer.concat([sign, ...chunks])

test('a PNG has the size of its head, and needs as many points in memory', () => {
  expect(pictureSize(png(head(3, 2), rows(3, 2), end), 100)).toEqual({ width: 3, height: 2, unpacked: 6 })
  expect(pictureSize(png(head(3, 2), rows(3, 2), end), 5)).toBeUndefined()
})

test.each([
  ['a row that is written in no known way', png(head(3, 2), rows(3, 2, 5), end)],
  ['fewer rows than its head says', png(head(3, 3), rows(3, 2), end)],
  ['a second head', png(head(3, 2), head(9000, 9000), rows(3, 2), end)],
  ['a chunk longer than the file', png(head(3, 2), chunk('tEXt', Buffer.alloc(4), 2 ** 32 - 12), rows(3, 2), end)],
  ['no end', png(head(3, 2), rows(3, 2))],
  ['points in seven passes', png(head(3, 2, { passes: 1 }), rows(3, 2), end)],
  ['no such colours', png(head(3, 2, { colour: 5 }), rows(3, 2), end)],
  ['points after its end', png(head(3, 2), end, rows(3, 2))],
])('a PNG with %s is not written', (_, bytes) => {
  expect(pictureSize(bytes, 100)).toBeUndefined()
})
