// Pictures without their properties: camera, place, author, words of programs. The picture itself, its colours and its turn stay.

/** The turn of a photo stands in its properties: 1 to 8, as cameras write it; 1 is upright. */
function turnOf(exif: Buffer): number {
  const little = exif.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (little ? exif.readUInt16LE(at) : exif.readUInt16BE(at))
  const long = (at: number) => (little ? exif.readUInt32LE(at) : exif.readUInt32BE(at))
  if (exif.length < 14) return 1
  const first = long(4)
  for (let nth = 0; first + 2 <= exif.length && nth < short(first); nth++) {
    const at = first + 2 + nth * 12
    if (at + 12 > exif.length) break
    if (short(at) === 0x0112) return short(at + 8)
  }
  return 1
}

/** The segment of a photo's properties that says its turn alone. */
const turnSegment = (turn: number) =>
  Buffer.from(
    `ffe10022${Buffer.from('Exif\0\0MM\0*').toString('hex')}0000000800010112000300000001${turn.toString(16).padStart(4, '0')}000000000000`,
    'hex',
  )

const marker = (bytes: Buffer, at: number) => (bytes[at] === 0xff ? bytes[at + 1]! : -1)
/** Segments whose place is before the picture: the look of it, and the profile of its colours. */
const isKept = (kind: number, body: Buffer) =>
  kind === 0xe0 ||
  kind === 0xee ||
  (kind === 0xe2 && body.toString('latin1', 0, 11) === 'ICC_PROFILE') ||
  !(kind === 0xfe || (kind >= 0xe0 && kind <= 0xef))

/** Throws for bytes that are no JPEG. Bytes behind the picture are dropped: other pictures with properties of their own. */
export function strippedJpeg(bytes: Buffer, { keepsTurn = true } = {}): Buffer {
  if (marker(bytes, 0) !== 0xd8) throw new Error('no JPEG')
  const kept: Buffer[] = [bytes.subarray(0, 2)]
  let turn = 1
  for (let at = 2; at < bytes.length; ) {
    const kind = marker(bytes, at)
    if (kind === -1) throw new Error('no segment')
    if (kind === 0xff) at += 1
    else if (kind === 0xd9) {
      kept.push(bytes.subarray(at, at + 2))
      break
    } else if (kind >= 0xd0 && kind <= 0xd7) at += 2
    else {
      const end = at + 2 + bytes.readUInt16BE(at + 2)
      const body = bytes.subarray(at + 4, end)
      if (kind === 0xe1 && body.toString('latin1', 0, 6) === 'Exif\0\0') turn = turnOf(body.subarray(6))
      const next = kind === 0xda ? endOfScan(bytes, end) : end
      if (isKept(kind, body)) kept.push(bytes.subarray(at, next))
      at = next
    }
  }
  if (keepsTurn && turn > 1 && turn <= 8) kept.splice(1, 0, turnSegment(turn))
  return Buffer.concat(kept)
}

/** The end of the compressed picture: at a mark that is neither part of it nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next === undefined) break
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

const pngParts = new Set('IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs hIST sPLT cICP mDCV cLLI acTL fcTL fdAT'.split(' '))
export function strippedPng(bytes: Buffer): Buffer {
  if (bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') throw new Error('no PNG')
  const kept = [bytes.subarray(0, 8)]
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at)
    const kind = bytes.toString('latin1', at + 4, at + 8)
    if (pngParts.has(kind)) kept.push(bytes.subarray(at, end))
    if (kind === 'IEND') break
    at = end
  }
  return Buffer.concat(kept)
}

export function strippedWebp(bytes: Buffer): Buffer {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') throw new Error('no WebP')
  const kept: Buffer[] = []
  const last = Math.min(bytes.length, 8 + bytes.readUInt32LE(4))
  for (let at = 12; at + 8 <= last; ) {
    const end = at + 8 + bytes.readUInt32LE(at + 4)
    const kind = bytes.toString('latin1', at, at + 4)
    const part = Buffer.from(bytes.subarray(at, end + (end % 2)))
    // the flags of properties
    if (kind === 'VP8X') part[8]! &= ~0b1100
    if (['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'].includes(kind)) kept.push(part)
    at = end + (end % 2)
  }
  const body = Buffer.concat(kept)
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(body.length + 4, 4)
  return Buffer.concat([head, body])
}

const gifPrograms = ['NETSCAPE2.0', 'ANIMEXTS1.0']
/** Comments and the extensions of programs are dropped, but the one that repeats a moving picture. */
export function strippedGif(bytes: Buffer): Buffer {
  if (bytes.toString('latin1', 0, 4) !== 'GIF8') throw new Error('no GIF')
  const table = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)
  const afterBlocks = (from: number) => {
    let at = from
    while (at < bytes.length && bytes[at] !== 0) at += bytes[at]! + 1
    return at + 1
  }
  let at = 13 + table(bytes[10]!)
  const kept = [bytes.subarray(0, at)]
  while (at < bytes.length) {
    const begin = at
    if (bytes[at] === 0x3b) {
      kept.push(bytes.subarray(at, at + 1))
      break
    } else if (bytes[at] === 0x2c) {
      at = afterBlocks(at + 10 + table(bytes[at + 9]!) + 1)
      kept.push(bytes.subarray(begin, at))
    } else if (bytes[at] === 0x21) {
      const kind = bytes[at + 1]
      at = afterBlocks(at + 2)
      const program = bytes.toString('latin1', begin + 3, begin + 14)
      if (kind === 0xf9 || kind === 0x01 || (kind === 0xff && gifPrograms.includes(program))) kept.push(bytes.subarray(begin, at))
    } else throw new Error('no block')
  }
  return Buffer.concat(kept)
}
