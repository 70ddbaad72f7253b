// Size of a picture by its first bytes, of the kinds that a PDF takes as they are: PNG and JPEG.

import { inflateSync } from 'node:zlib'

/** Most points of a PNG, whose bytes are unpacked to be written: of few bytes come gigabytes. */
const mostPoints = 16_000_000
const pngSign = 0x89504e47
const [headChunk, dataChunk, endChunk] = [0x49484452, 0x49444154, 0x49454e44]

/** In points of the picture; `unpacked`: those that are in memory to be written, none of a JPEG. */
export type PictureSize = { width: number; height: number; unpacked: number }

/** Undefined for another kind, one that is broken, and one too large to unpack where `most` points are left. */
export function pictureSize(bytes: Uint8Array, most: number): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (view.getUint32(0) === pngSign) return pngSize(bytes, view, Math.min(most, mostPoints))
    const size = jpegSize(view)
    return size && size.width > 0 && size.height > 0 ? { ...size, unpacked: 0 } : undefined
  } catch {
    return undefined
  }
}

/** Numbers a point by the type of its colour: grey, RGB, of a palette, grey and RGB with alpha. */
const samples: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/**
 * Undefined for one that pdfkit does not write. It unpacks points where nothing catches a failure, and reads on by the lengths in the file: so both are
 * read here first. Points in seven passes are left out.
 */
function pngSize(bytes: Uint8Array, view: DataView, most: number): PictureSize | undefined {
  const [width, height, bits, colour, passes] = [view.getUint32(16), view.getUint32(20), bytes[24]!, bytes[25]!, bytes[28]!]
  const data = pngData(bytes, view)
  const ofPoint = (samples[colour] ?? 0) * bits
  if (!data || passes !== 0 || ofPoint === 0 || ![1, 2, 4, 8, 16].includes(bits) || width * height === 0 || width * height > most)
    return undefined
  const row = Math.ceil((width * ofPoint) / 8) + 1
  const points = inflateSync(data, { maxOutputLength: row * height + 1024 })
  if (points.length < row * height) return undefined
  // the first byte of a row is one of five ways in which it is written
  for (let at = 0; at < row * height; at += row) if (points[at]! > 4) return undefined
  return { width, height, unpacked: width * height }
}

/** The packed points of its chunks, up to the one at which pdfkit ends too; undefined for chunks that it would not get through. */
function pngData(bytes: Uint8Array, view: DataView): Buffer | undefined {
  const parts: Uint8Array[] = []
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at)
    const type = view.getUint32(at + 4)
    if (type === endChunk) return Buffer.concat(parts)
    if (at + 12 + length > bytes.length || (type === headChunk) !== (at === 8)) return undefined
    if (type === dataChunk) parts.push(bytes.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  return undefined
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
