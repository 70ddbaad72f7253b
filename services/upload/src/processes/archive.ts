// ZIP archives, as office files are: read and written in memory. A small one may unpack to gigabytes: only programs under limits read them.
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'

/** It has a password. Any other error: it is broken, or ERR_BUFFER_TOO_LARGE. */
export class Encrypted extends Error {}

/** Bytes of a part of the archive, and of all that is read of it, unpacked, at most. */
const mostBytes = 48 * 1024 ** 2
const mostRead = 192 * 1024 ** 2
const mostEntries = 20_000
/** The file with a password of Microsoft's formats is no archive. */
const compound = 'd0cf11e0'

export type Archive = { names: string[]; bytes(name: string): Buffer | undefined; text(name: string): string | undefined }

export function openArchive(bytes: Buffer): Archive {
  if (bytes.toString('hex', 0, 4) === compound) throw new Encrypted()
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end < 0) throw new Error('no archive')
  const entries = new Map<string, { method: number; flags: number; packed: number; at: number }>()
  let at = bytes.readUInt32LE(end + 16)
  for (let nth = Math.min(bytes.readUInt16LE(end + 10), mostEntries); nth > 0; nth--) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Error('no entry')
    const [name, extra, comment] = [bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30), bytes.readUInt16LE(at + 32)]
    entries.set(bytes.toString('utf8', at + 46, at + 46 + name), {
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      at: bytes.readUInt32LE(at + 42),
    })
    at += 46 + name + extra + comment
  }
  let left = mostRead
  const read = (name: string) => {
    const entry = entries.get(name)
    if (!entry) return undefined
    if (entry.flags & 1) throw new Encrypted()
    const begin = entry.at + 30 + bytes.readUInt16LE(entry.at + 26) + bytes.readUInt16LE(entry.at + 28)
    const packed = bytes.subarray(begin, begin + entry.packed)
    if (entry.method !== 0 && entry.method !== 8) throw new Error('packed in another way')
    const part = entry.method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: Math.min(mostBytes, left) })
    left = Math.max(1, left - part.length)
    return part
  }
  return { names: [...entries.keys()], bytes: read, text: (name) => read(name)?.toString() }
}

/** `stored`: not compressed. */
export type Part = { name: string; bytes: Buffer; stored?: boolean }

/** An archive of these parts in their order, without times and other marks of who made it. */
export function packArchive(parts: readonly Part[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, bytes, stored } of parts) {
    const packed = stored ? bytes : deflateRawSync(bytes)
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    // names are UTF-8
    about.writeUInt16LE(0x800, 2)
    about.writeUInt16LE(stored ? 0 : 8, 4)
    // the first day that a ZIP archive knows
    about.writeUInt16LE(0x21, 8)
    about.writeUInt32LE(crc32(bytes), 10)
    about.writeUInt32LE(packed.length, 14)
    about.writeUInt32LE(bytes.length, 18)
    about.writeUInt16LE(Buffer.byteLength(name), 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), about, place, Buffer.from(name))
    const body = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), about, Buffer.from(name), packed])
    bodies.push(body)
    at += body.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, listed, end])
}
