// Office files as ZIP archives of strangers: unpacked within limits that are counted, not declared, and packed again without compression,
// so that the library that reads one never inflates anything itself.

export type ArchiveFault = 'broken' | 'tooLarge' | 'protected'
export class ArchiveError extends Error {
  fault: ArchiveFault
  constructor(fault: ArchiveFault) {
    super(fault)
    this.fault = fault
  }
}
/** `bytes`: of all kept entries together, unpacked. */
export type ArchiveLimits = { entries: number; bytes: number }

type Entry = { name: string; method: number; packed: Uint8Array; size: number }

const signature = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 }
const broken = () => new ArchiveError('broken')

/** The entries whose names are kept, unpacked. Throws ArchiveError. */
export async function unpack(
  archive: Uint8Array<ArrayBuffer>,
  isKept: (name: string) => boolean,
  limits: ArchiveLimits,
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  let left = limits.bytes
  for (const { name, method, packed, size } of entriesOf(archive, limits.entries)) {
    if (!isKept(name) || files.has(name)) continue
    if (size > left) throw new ArchiveError('tooLarge')
    const file = method === 0 ? packed.slice() : await inflate(packed, left)
    if (file.length > left) throw new ArchiveError('tooLarge')
    left -= file.length
    files.set(name, file)
  }
  return files
}

function entriesOf(archive: Uint8Array, most: number): Entry[] {
  if (archive[0] === 0xd0 && archive[1] === 0xcf) throw new ArchiveError(isEncrypted(archive) ? 'protected' : 'broken')
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  try {
    const end = endOf(view)
    const count = view.getUint16(end + 10, true)
    if (count > most) throw new ArchiveError('tooLarge')
    const entries: Entry[] = []
    let at = view.getUint32(end + 16, true)
    for (let nth = 0; nth < count; nth++) {
      if (view.getUint32(at, true) !== signature.central) throw broken()
      const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)]
      if (flags & 1) throw new ArchiveError('protected')
      const [packedSize, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)]
      const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
        number,
        number,
        number,
      ]
      const local = view.getUint32(at + 42, true)
      if (view.getUint32(local, true) !== signature.local || (method !== 0 && method !== 8)) throw broken()
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
      if (start + packedSize > archive.length) throw broken()
      entries.push({
        name: new TextDecoder().decode(archive.subarray(at + 46, at + 46 + nameLength)),
        method,
        packed: archive.subarray(start, start + packedSize),
        size,
      })
      at += 46 + nameLength + extraLength + commentLength
    }
    return entries
  } catch (error) {
    throw error instanceof ArchiveError ? error : broken()
  }
}

/** Whether an OLE container holds an encrypted file; an old format under a new extension is one too. */
function isEncrypted(container: Uint8Array): boolean {
  const name = Uint8Array.from('EncryptedPackage', (letter) => letter.charCodeAt(0))
  for (let at = container.indexOf(name[0]!); at >= 0; at = container.indexOf(name[0]!, at + 1))
    if (name.every((letter, nth) => container[at + 2 * nth] === letter)) return true
  return false
}

/** The position of the end record: the last one, since a comment of at most 65,535 bytes may follow it. */
function endOf(view: DataView): number {
  const last = view.byteLength - 22
  for (let at = last; at >= 0 && at >= last - 65_535; at--) if (view.getUint32(at, true) === signature.end) return at
  throw broken()
}

async function inflate(packed: Uint8Array, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([packed as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw broken()
    })
    if (done) break
    size += value.length
    if (size > most) {
      void reader.cancel().catch(() => {})
      throw new ArchiveError('tooLarge')
    }
    chunks.push(value)
  }
  const file = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    file.set(chunk, at)
    at += chunk.length
  }
  return file
}

/** A ZIP archive of these files, each stored as it is. */
export function pack(files: ReadonlyMap<string, Uint8Array>): Uint8Array<ArrayBuffer> {
  const entries = [...files].map(([name, file]) => ({ name: new TextEncoder().encode(name), file, crc: crc32(file) }))
  const total = entries.reduce((sum, { name, file }) => sum + 76 + 2 * name.length + file.length, 22)
  const archive = new Uint8Array(total)
  const view = new DataView(archive.buffer)
  const starts: number[] = []
  let at = 0
  /** The fields that local and central headers share, from the version on: UTF-8 names, no compression, 1980. */
  const common = (offset: number, { name, file, crc }: (typeof entries)[number]) => {
    view.setUint16(offset, 20, true)
    view.setUint16(offset + 2, 0x800, true)
    view.setUint16(offset + 8, 0x21, true)
    view.setUint32(offset + 10, crc, true)
    view.setUint32(offset + 14, file.length, true)
    view.setUint32(offset + 18, file.length, true)
    view.setUint16(offset + 22, name.length, true)
  }
  for (const entry of entries) {
    starts.push(at)
    view.setUint32(at, signature.local, true)
    common(at + 4, entry)
    archive.set(entry.name, at + 30)
    archive.set(entry.file, at + 30 + entry.name.length)
    at += 30 + entry.name.length + entry.file.length
  }
  const directory = at
  for (const [nth, entry] of entries.entries()) {
    view.setUint32(at, signature.central, true)
    view.setUint16(at + 4, 20, true)
    common(at + 6, entry)
    view.setUint32(at + 42, starts[nth]!, true)
    archive.set(entry.name, at + 46)
    at += 46 + entry.name.length
  }
  view.setUint32(at, signature.end, true)
  view.setUint16(at + 8, entries.length, true)
  view.setUint16(at + 10, entries.length, true)
  view.setUint32(at + 12, at - directory, true)
  view.setUint32(at + 16, directory, true)
  return archive
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})
function crc32(file: Uint8Array): number {
  let crc = ~0
  for (const byte of file) crc = (crc >>> 8) ^ crcTable[(crc ^ byte) & 0xff]!
  return ~crc >>> 0
}
