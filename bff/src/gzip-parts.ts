// Builds one gzip stream from parts: constant parts are compressed once, the others with each answer.
import { constants, crc32, deflateRawSync } from 'node:zlib'

/** A part that is equal in every answer, and its deflate blocks. */
export type Constant = { bytes: Buffer; deflated: Buffer }

/** Compresses a constant part at the best level, once. Its blocks end at a byte boundary, so that blocks of other parts can follow. */
export function constantPart(text: string): Constant {
  const bytes = Buffer.from(text)
  return { bytes, deflated: deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_SYNC_FLUSH }) }
}

/** Deflate method, no flags, no time, unknown system (RFC 1952). */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** Saves most of the best level's bytes in a third of its time. */
const level = 4
/** Bytes of one stored block at most. */
const mostStored = 65_535

/** An answer begins with a few bytes of its own and a constant part and ends with a part of its own: `first` and `last` are called once each. */
export function gzipParts() {
  let checksum = 0
  let size = 0
  const count = (bytes: Buffer) => {
    checksum = crc32(bytes, checksum)
    size += bytes.length
  }
  return {
    /** `own` is too short for compression to pay; 64 KiB at most. */
    first(own: string, { bytes, deflated }: Constant): Buffer {
      const small = Buffer.from(own)
      if (small.length > mostStored) throw new Error('a stored block holds 65,535 bytes')
      count(small)
      count(bytes)
      const block = Buffer.alloc(5) // a stored block, not the last one
      block.writeUInt16LE(small.length, 1)
      block.writeUInt16LE(~small.length & 0xffff, 3)
      return Buffer.concat([header, block, small, deflated])
    },
    /** Ends at a byte boundary: the browser can read it before the next part is there. */
    next(own: string): Buffer {
      const bytes = Buffer.from(own)
      count(bytes)
      return deflateRawSync(bytes, { level, finishFlush: constants.Z_SYNC_FLUSH })
    },
    last(own: string): Buffer {
      const bytes = Buffer.from(own)
      count(bytes)
      const trailer = Buffer.alloc(8)
      trailer.writeUInt32LE(checksum, 0)
      trailer.writeUInt32LE(size % 2 ** 32, 4)
      return Buffer.concat([deflateRawSync(bytes, { level }), trailer])
    },
  }
}

/** Whether an Accept-Encoding header accepts gzip. */
export const takesGzip = (accepted: string | string[] | undefined): boolean =>
  /(^|,)\s*(x-)?gzip\s*(;\s*q=(1|0\.0*[1-9])[\d.]*\s*)?(,|$)/i.test(String(accepted ?? ''))
