// The kind of a picture by its first bytes. Pure.

/** The side of the largest picture in pixels: a small file may unfold to a huge one. */
const largestSide = 1024

type PictureKind = { type: 'image/png' | 'image/jpeg' | 'image/webp'; width: number; height: number }

/** The type of a picture that browsers show, undefined for anything else and for one that is too large. */
export function pictureType(bytes: Buffer): PictureKind['type'] | undefined {
  const found = png(bytes) ?? webp(bytes) ?? jpeg(bytes)
  return found && fits(found.width) && fits(found.height) ? found.type : undefined
}
const fits = (side: number) => side >= 1 && side <= largestSide

const png = (bytes: Buffer): PictureKind | undefined =>
  bytes.length > 24 && bytes.toString('latin1', 0, 16) === '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'
    ? { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : undefined

function webp(bytes: Buffer): PictureKind | undefined {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined
  const type = 'image/webp'
  const kind = bytes.toString('latin1', 12, 16)
  if (kind === 'VP8 ') return { type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (kind === 'VP8X') return { type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (kind !== 'VP8L') return undefined
  const sides = bytes.readUInt32LE(21)
  return { type, width: (sides & 0x3fff) + 1, height: ((sides >>> 14) & 0x3fff) + 1 }
}

/** Walks the segments to the frame header, which has the size. */
function jpeg(bytes: Buffer): PictureKind | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1]!
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}
