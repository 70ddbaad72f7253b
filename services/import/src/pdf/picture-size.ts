// Size of a picture by its first bytes, of the kinds that a PDF takes as they are: PNG and JPEG.

import { inflateSync } from 'node:zlib'

/** Most points of a PNG, whose bytes are unpacked to be written: of few bytes come gigabytes. */
const mostPoints = 16_000_000
const pngSign = 0x89504e47
const [dataChunk, endChunk] = [0x49444154, 0x49454e44]

/** In points of the picture; `unpacked`: those that are in memory to be written, none of a JPEG. */
export type PictureSize = { width: number; height: number; unpacked: number }

/** Undefined for another kind, one that is broken, and one too large to unpack where `most` points are left. */
export function pictureSize(bytes: Uint8Array, most: number): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const isPng = view.getUint32(0) === pngSign
    const size = isPng ? { width: view.getUint32(16), height: view.getUint32(20) } : jpegSize(view)
    if (!size || size.width === 0 || size.height === 0) return undefined
    if (!isPng) return { ...size, unpacked: 0 }
    const unpacked = size.width * size.height
    if (unpacked > Math.min(most, mostPoints)) return undefined
    // pdfkit unpacks it where nothing catches a failure; eight bytes a point are the most that one has
    inflateSync(pngData(bytes, view), { maxOutputLength: (size.width * 8 + 8) * size.height + 1024 })
    return { ...size, unpacked }
  } catch {
    return undefined
  }
}

/** The packed points of its chunks, up to the one at which pdfkit ends too. */
function pngData(bytes: Uint8Array, view: DataView): Buffer {
  const parts: Uint8Array[] = []
  for (let at = 8; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at)
    const type = view.getUint32(at + 4)
    if (type === endChunk) break
    if (type === dataChunk) parts.push(bytes.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  return Buffer.concat(parts)
}

function jpegSize(view: DataView): { width: number; height: number } | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined
  for (let at = 2; at < view.byteLength; ) {
    const marker = view.getUint16(at)
    if (marker < 0xff00) return undefined
    // frames, but for tables that stand between them
    if (marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}
