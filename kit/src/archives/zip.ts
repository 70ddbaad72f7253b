// ZIP archives read by ranges, from a file or from a store, entry by entry as streams: bounded in entries, bytes and ratio, and without paths that
// lead elsewhere.
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { decode, detectEncoding } from '../text/encodings.ts'

/** encrypted: it has a password; unsafe: a path or a link leads out of it; tooLarge: beyond the bounds; broken: anything else. */
export type ZipFault = 'encrypted' | 'unsafe' | 'tooLarge' | 'broken'
export class BadZip extends Error {
  readonly fault: ZipFault
  constructor(fault: ZipFault, message: string = fault) {
    super(message)
    this.fault = fault
  }
}

export const zipBounds = { entries: 10_000, bytes: 2 * 1024 ** 3, ratio: 1000, name: 1000 }
/** The bytes of an archive. `read` gives exactly `length` bytes, or fewer where they end; `stream` the same in pieces. */
export type ZipSource = {
  size: number
  read(at: number, length: number): Promise<Buffer>
  stream(at: number, length: number): AsyncIterable<Uint8Array>
}
/** Of an entry: `at` is where its own head lies, `packed` and `size` are its bytes before and after unpacking, `method` is 0 (stored) or 8 (deflated). */
export type ZipPlace = { at: number; packed: number; size: number; method: number }
/** `size`: unpacked, as the archive says; reading it stops there. */
export type ZipEntry = ZipPlace & { name: string; crc: number; bytes(): AsyncIterable<Uint8Array> }
export type Zip = { entries: ZipEntry[]; close(): Promise<void> }
type Listed = ZipPlace & { raw: Buffer; utf8: boolean; crc: number }

/** The files of an archive; folders are left out. Throws BadZip, also while an entry is read. */
export async function openZip(path: string, bounds = zipBounds): Promise<Zip> {
  const file = await open(path)
  try {
    const read = async (at: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
      return buffer.subarray(0, bytesRead)
    }
    async function* stream(at: number, length: number) {
      for (let done = 0; done < length; done += 65_536) yield await read(at + done, Math.min(65_536, length - done))
    }
    const { size } = await file.stat()
    return { entries: await zipEntries({ size, read, stream }, bounds), close: () => file.close() }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** The files of an archive wherever it lies; folders are left out. Throws BadZip; what the source throws stays as it is. */
export const zipEntries = async (source: ZipSource, bounds = zipBounds): Promise<ZipEntry[]> =>
  named(await directoryOf(source, bounds)).map(([name, { raw: _raw, utf8: _utf8, ...one }]) => ({
    ...one,
    name,
    bytes: () => unpackedZip(source, one),
  }))

async function piece(source: ZipSource, at: number, length: number): Promise<Buffer> {
  const bytes = at >= 0 && at + length <= source.size ? await source.read(at, length) : undefined
  if (!bytes || bytes.length < length) throw new BadZip('broken', 'it ends early')
  return bytes
}

const most = 0xffff_ffff
const mostDirectory = 64 * 1024 * 1024

async function directoryOf(file: ZipSource, bounds: typeof zipBounds): Promise<Listed[]> {
  const { size } = file
  const tail = await piece(file, Math.max(0, size - 66_000), Math.min(size, 66_000))
  const end = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end < 0 || end + 22 > tail.length) throw new BadZip('broken', 'no directory')
  let [count, length, at] = [tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)]
  // an archive of ZIP64 has its numbers in a record of their own
  const locator = end - 20
  if ((count === 0xffff || length === most || at === most) && locator >= 0 && tail.readUInt32LE(locator) === 0x0706_4b50) {
    const record = await piece(file, Number(tail.readBigUInt64LE(locator + 8)), 56)
    count = Number(record.readBigUInt64LE(32))
    length = Number(record.readBigUInt64LE(40))
    at = Number(record.readBigUInt64LE(48))
  }
  if (count > bounds.entries || length > mostDirectory) throw new BadZip('tooLarge')
  if (at + length > size) throw new BadZip('broken', 'no directory')
  const directory = await piece(file, at, length)
  const listed: Listed[] = []
  let total = 0
  let next = 0
  for (let nth = 0; nth < count; nth++) {
    if (next + 46 > length || directory.readUInt32LE(next) !== 0x0201_4b50) throw new BadZip('broken', 'no entry')
    const [nameLength, extra, comment] = [
      directory.readUInt16LE(next + 28),
      directory.readUInt16LE(next + 30),
      directory.readUInt16LE(next + 32),
    ]
    const raw = directory.subarray(next + 46, next + 46 + nameLength)
    const flags = directory.readUInt16LE(next + 8)
    const entry = withLong(
      {
        raw,
        utf8: (flags & 0x800) !== 0,
        method: directory.readUInt16LE(next + 10),
        crc: directory.readUInt32LE(next + 16),
        packed: directory.readUInt32LE(next + 20),
        size: directory.readUInt32LE(next + 24),
        at: directory.readUInt32LE(next + 42),
      },
      directory.subarray(next + 46 + nameLength, next + 46 + nameLength + extra),
    )
    // made by Unix: the upper half is the file's mode
    const isLink = directory[next + 5] === 3 && directory.readUInt32LE(next + 38) >>> 28 === 0xa
    next += 46 + nameLength + extra + comment
    if (flags & 0x41) throw new BadZip('encrypted')
    if (isLink || isUnsafe(raw)) throw new BadZip('unsafe')
    total += entry.size
    if (total > bounds.bytes || nameLength > bounds.name || entry.size > bounds.ratio * Math.max(entry.packed, 1024))
      throw new BadZip('tooLarge')
    if (entry.method !== 0 && entry.method !== 8) throw new BadZip('broken', 'packed in another way')
    if (raw.at(-1) !== 0x2f) listed.push(entry)
  }
  return listed
}

function isUnsafe(raw: Buffer): boolean {
  const name = raw.toString('latin1')
  return name === '' || /^[/\\]|^[A-Za-z]:|[\0]/.test(name) || name.split(/[\\/]/).some((part) => part === '..')
}

/** Sizes and place of ZIP64, where the short ones are full. */
function withLong(entry: Listed, extra: Buffer): Listed {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    let place = at + 4
    for (const field of ['size', 'packed', 'at'] as const)
      if (entry[field] === most && place + 8 <= extra.length) {
        entry[field] = Number(extra.readBigUInt64LE(place))
        place += 8
      }
  }
  return entry
}

/** Names without the mark of UTF-8 are in it all the same, or in the encoding of their computer; a backslash of a name is a slash. */
function named(listed: Listed[]): [string, Listed][] {
  const unmarked = Buffer.concat(listed.flatMap(({ utf8, raw }) => (utf8 ? [] : [raw, Buffer.from('\n')])))
  const encoding = unmarked.length > 0 ? detectEncoding(unmarked) : 'utf-8'
  return listed.map((one) => [decode(one.raw, one.utf8 ? 'utf-8' : encoding).replaceAll('\\', '/'), one])
}

/** Bytes that one head may have after its first 30: a name and an extra field. */
const mostHead = 2 * 0xffff

/** The place of the first byte of an entry, by its own head. */
export async function beginOfZip(source: ZipSource, { at }: ZipPlace): Promise<number> {
  return at + headLength(await piece(source, at, 30))
}

function headLength(head: Buffer): number {
  if (head.readUInt32LE(0) !== 0x0403_4b50) throw new BadZip('broken', 'no entry')
  return 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
}

/** The packed bytes of an entry, by one read of the source. */
async function* packedBytes(source: ZipSource, { at, packed }: ZipPlace): AsyncGenerator<Uint8Array> {
  let head: Buffer | undefined = Buffer.alloc(0)
  let left = packed
  let skipped = 0
  for await (const chunk of source.stream(at, Math.min(source.size - at, 30 + mostHead + packed))) {
    let bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    if (head) {
      head = Buffer.concat([head, bytes])
      if (head.length < 30) continue
      skipped = headLength(head)
      bytes = head
      head = undefined
    }
    const skip = Math.min(skipped, bytes.length)
    skipped -= skip
    const taken = bytes.subarray(skip, skip + left)
    left -= taken.length
    if (taken.length > 0) yield taken
    if (left === 0 && skipped === 0) return
  }
  throw new BadZip('broken', 'it ends early')
}

/** The unpacked bytes of an entry. Throws BadZip when they are not as many as the archive says. */
export async function* unpackedZip(source: ZipSource, place: ZipPlace): AsyncGenerator<Uint8Array> {
  const { size, method } = place
  const stored = Readable.from(packedBytes(source, place))
  const bytes = method === 0 ? stored : stored.pipe(createInflateRaw())
  stored.on('error', (error) => bytes.destroy(error))
  let read = 0
  try {
    for await (const chunk of bytes) {
      read += (chunk as Buffer).length
      if (read > size) throw new BadZip('tooLarge', 'an entry is longer than the archive says')
      yield chunk as Buffer
    }
  } catch (error) {
    // what the inflater says is the archive's fault; what the source says is not
    throw error instanceof BadZip || !isOfInflater(error) ? error : new BadZip('broken', String(error))
  } finally {
    bytes.destroy()
    stored.destroy()
  }
  if (read < size) throw new BadZip('broken', 'an entry ends early')
}

const isOfInflater = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_')
