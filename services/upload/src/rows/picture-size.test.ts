// Sizes of pictures.
import { describe, expect, test } from 'vitest'
import { encodeFile } from '../test/films.ts'
import { detectFormat } from './kinds.ts'
import { isTooLarge, pictureSize, type Size } from './picture-size.ts'

const sizeOf = async (file: Buffer) =>
  await pictureSize(detectFormat(file.subarray(0, 8192)), async (start, length) => file.subarray(start, start + length))
const u16 = (n: number) => [n >> 8, n & 255]
const u32 = (n: number) => [n >>> 24, (n >> 16) & 255, (n >> 8) & 255, n & 255]
const box = (kind: string, ...inside: number[]) => [...u32(inside.length + 8), ...Buffer.from(kind), ...inside]
const segment = (marker: number, length: number) => [0xff, marker, ...u16(length + 2), ...Array<number>(length).fill(0)]
const frame = (width: number, height: number) => [0xff, 0xc2, ...u16(11), 8, ...u16(height), ...u16(width), 1, 0, 0, 0]

const huge = { width: 30_000, height: 30_000 }
const byHand: [string, number[], Size | undefined][] = [
  ['png', [...Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...u32(13), ...Buffer.from('IHDR'), ...u32(30_000), ...u32(30_000)], huge],
  ['gif', [...Buffer.from('GIF89a'), 0x30, 0x75, 0x30, 0x75], huge],
  [
    'jpeg behind much else',
    [0xff, 0xd8, ...Array.from({ length: 30 }, () => segment(0xe1, 60_000)).flat(), 0xff, ...frame(30_000, 30_000)],
    huge,
  ],
  ['jpeg with its table of colours first', [0xff, 0xd8, ...segment(0xc4, 20), ...frame(30_000, 30_000)], huge],
  ['webp', [...Buffer.from('RIFF....WEBPVP8X'), 10, 0, 0, 0, 0, 0, 0, 0, 0x2f, 0x75, 0, 0x2f, 0x75, 0], { width: 30_000, height: 30_000 }],
  ['bmp, from the top', [...Buffer.from('BM'), ...Array<number>(12).fill(0), 40, 0, 0, 0, 0x30, 0x75, 0, 0, 0xd0, 0x8a, 0xff, 0xff], huge],
  [
    'tiff',
    [
      ...Buffer.from('MM\0*'),
      ...u32(8),
      ...u16(2),
      ...u16(256),
      ...u16(3),
      ...u32(1),
      ...u16(30_000),
      0,
      0,
      ...u16(257),
      ...u16(4),
      ...u32(1),
      ...u32(30_000),
      ...u32(0),
    ],
    huge,
  ],
  [
    'avif',
    [
      ...box('ftyp', ...Buffer.from('avif')),
      ...box(
        'meta',
        0,
        0,
        0,
        0,
        ...box(
          'iprp',
          ...box('ipco', ...box('ispe', 0, 0, 0, 0, ...u32(9), ...u32(9)), ...box('ispe', 0, 0, 0, 0, ...u32(30_000), ...u32(30_000))),
        ),
      ),
    ],
    huge,
  ],
  ['jpeg that is cut off', [0xff, 0xd8, ...segment(0xe1, 20)], undefined],
  [
    'jpeg whose size lies behind thousands of parts',
    [0xff, 0xd8, ...Array.from({ length: 5000 }, () => segment(0xe1, 0)).flat()],
    { width: Infinity, height: Infinity },
  ],
  ['tiff that goes round', [...Buffer.from('MM\0*'), ...u32(8), ...u16(0), ...u32(8)], { width: Infinity, height: Infinity }],
  ['png of nothing else', [...Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')], undefined],
]
describe('the size of a picture', () => {
  test.each(byHand)('%s', async (_, bytes, size) => expect(await sizeOf(Buffer.from(bytes))).toEqual(size))
  test.each(['png', 'jpg', 'gif', 'bmp', 'tiff'])('%s as a program writes it', async (kind) =>
    expect(
      await sizeOf(await encodeFile(`one.${kind}`, ['-f', 'lavfi', '-i', 'testsrc2=size=322x242:duration=1', '-frames:v', '1'])),
    ).toEqual({
      width: 322,
      height: 242,
    }),
  )
  test.each<[number, number, boolean]>([
    [30_000, 30_000, true],
    [10_001, 10_000, true],
    [40_000, 10, true],
    [10_000, 10_000, false],
    [1080, 30_000, false],
  ])('%d × %d is too large: %s', (width, height, expected) => expect(isTooLarge({ width, height })).toBe(expected))
})
