// The size of a picture, read from its header a few bytes at a time, before it is unpacked. Pure but for `read`.
import type { FileFormat } from './kinds.ts'

/** Reads bytes of the file from `start`; fewer at its end. */
export type Read = (start: number, length: number) => Promise<Buffer>
export type Size = { width: number; height: number }

/** A phone's largest pictures have 50 million pixels, a sheet of A3 scanned at 600 dpi 70. Unpacked, each pixel takes four bytes. */
export const maxPixels = 100_000_000
/** The most pixels that browsers draw in one direction. */
export const maxSide = 32_767
export const isTooLarge = ({ width, height }: Size) => width * height > maxPixels || Math.max(width, height) > maxSide

/** Header parts that are read at most: more than any camera or program writes before the size. */
const maxSteps = 1000
/** The size returned for a header with too many parts before the size. */
const endless: Size = { width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY }

/** Reads the size; undefined for a header without one, which no browser draws either. */
export async function pictureSize(format: FileFormat, read: Read): Promise<Size | undefined> {
  const reader = readers[format]
  try {
    return await reader?.(read)
  } catch (error) {
    if (error instanceof RangeError) return undefined // the file ends within its header
    throw error
  }
}

const readers: Partial<Record<FileFormat, (read: Read) => Promise<Size | undefined>>> = {
  async png(read) {
    const head = await read(0, 24)
    return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
  },
  async gif(read) {
    const head = await read(0, 10)
    return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) }
  },
  async bmp(read) {
    const head = await read(0, 26)
    if (head.readUInt32LE(14) === 12) return { width: head.readUInt16LE(18), height: head.readUInt16LE(20) }
    return { width: Math.abs(head.readInt32LE(18)), height: Math.abs(head.readInt32LE(22)) }
  },
  async webp(read) {
    const head = await read(0, 30)
    const kind = head.toString('latin1', 12, 16)
    if (kind === 'VP8X') return { width: 1 + head.readUIntLE(24, 3), height: 1 + head.readUIntLE(27, 3) }
    if (kind === 'VP8 ') return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff }
    if (kind !== 'VP8L') return undefined
    const bits = head.readUInt32LE(21)
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
  },
  jpeg: jpegSize,
  tiff: tiffSize,
  heic: async (read) => (await boxedPicture(read)).size,
  avif: async (read) => (await boxedPicture(read)).size,
}

/** Segment by segment to the frame; a marker may be preceded by any number of fill bytes. */
async function jpegSize(read: Read): Promise<Size | undefined> {
  let offset = 2
  for (let step = 0; step < maxSteps; step++) {
    const head = await read(offset, 9)
    if (head.readUInt8(0) !== 0xff) return undefined
    const marker = head.readUInt8(1)
    if (marker === 0xff) {
      offset++
      continue
    }
    if (marker === 0xd9 || marker === 0xda) return undefined
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: head.readUInt16BE(7), height: head.readUInt16BE(5) }
    const alone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
    offset += alone ? 2 : 2 + head.readUInt16BE(2)
  }
  return endless
}

/** The largest of its pictures. */
async function tiffSize(read: Read): Promise<Size | undefined> {
  const head = await read(0, 8)
  const little = head.readUInt8(0) === 0x49
  const u16 = (from: Buffer, offset: number) => (little ? from.readUInt16LE(offset) : from.readUInt16BE(offset))
  const u32 = (from: Buffer, offset: number) => (little ? from.readUInt32LE(offset) : from.readUInt32BE(offset))
  let largest: Size | undefined
  let offset = u32(head, 4)
  for (let step = 0; offset !== 0; step++) {
    if (step === 64) return endless
    const count = u16(await read(offset, 2), 0)
    const table = await read(offset + 2, count * 12 + 4)
    const size = { width: 0, height: 0 }
    for (let nth = 0; nth < count; nth++) {
      const tag = u16(table, nth * 12)
      if (tag !== 256 && tag !== 257) continue
      const value = u16(table, nth * 12 + 2) === 3 ? u16(table, nth * 12 + 8) : u32(table, nth * 12 + 8)
      size[tag === 256 ? 'width' : 'height'] = value
    }
    largest = larger(largest, size)
    offset = table.length === count * 12 + 4 ? u32(table, count * 12) : 0
  }
  return largest
}

/** Of a HEIC or AVIF: the largest size among its pictures (meta / iprp / ipco / ispe), and whether it says how they are turned or mirrored. */
export async function boxedPicture(read: Read): Promise<{ size: Size | undefined; turns: boolean }> {
  let largest: Size | undefined
  let turns = false
  let steps = 0
  const walk = async (from: number, end: number) => {
    for (let offset = from; offset + 8 <= end; ) {
      if (++steps > maxSteps) {
        largest = endless
        return
      }
      const head = await read(offset, 20)
      if (head.length < 8) return
      const kind = head.toString('latin1', 4, 8)
      const short = head.readUInt32BE(0)
      const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - offset : short
      if (length < 8) return
      const inside = offset + (short === 1 ? 16 : 8)
      if (kind === 'meta') await walk(inside + 4, offset + length)
      else if (kind === 'iprp' || kind === 'ipco') await walk(inside, offset + length)
      else if (kind === 'irot' || kind === 'imir') turns = true
      else if (kind === 'ispe') largest = larger(largest, { width: head.readUInt32BE(12), height: head.readUInt32BE(16) })
      offset += length
    }
  }
  await walk(0, Number.MAX_SAFE_INTEGER)
  return { size: largest, turns }
}

const larger = (one: Size | undefined, other: Size): Size => (one && one.width * one.height >= other.width * other.height ? one : other)
