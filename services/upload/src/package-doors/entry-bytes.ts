// Bytes of one file in an archive, whole or in part: a packed one is unpacked from its beginning, which costs most where the part lies far behind.
import { Readable } from 'node:stream'
import { beginOfZip, unpackedZip, type ZipSource } from '@lyceum/kit/archives/zip'
import { limitConcurrency } from '@lyceum/kit/limit-concurrency'
import type { StoredFile } from '../packages/package-row.ts'

type Entry = Pick<StoredFile, 'at' | 'packed' | 'size' | 'method'>

/** Bytes of a packed file beyond which it has no ranges: one byte of its end would cost the unpacking of all of it. */
export const mostUnpacked = 64 * 1024 * 1024
export const hasRanges = ({ method, size }: Entry): boolean => method === 0 || size <= mostUnpacked

/** Ways to a part that one process unpacks at once: nobody receives anything meanwhile, so that no slow reader holds them up. */
const skipsAtOnce = 4

/** `range`: first and last byte, all of them without. */
export async function entryBytes(archive: ZipSource, file: Entry, { start = 0, end = file.size - 1 }: { start?: number; end?: number }) {
  if (start === 0 && end >= file.size - 1) return Readable.from(unpackedZip(archive, file))
  if (file.method === 0) return Readable.from(archive.stream((await beginOfZip(archive, file)) + start, end - start + 1))
  return Readable.from(part(unpackedZip(archive, file), start, end))
}

/** Resolves, once it is this one's turn, with the function that ends it. */
const turns = limitConcurrency(skipsAtOnce)
const turn = () => new Promise<() => void>((begun) => void turns(() => new Promise<void>((end) => begun(end))))

async function* part(bytes: AsyncIterable<Uint8Array>, start: number, end: number): AsyncGenerator<Uint8Array> {
  const endTurn = await turn()
  let at = 0
  try {
    for await (const chunk of bytes) {
      const taken = chunk.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at))
      at += chunk.length
      if (taken.length > 0) endTurn()
      // an empty piece too: it is here that the end of a reply is noticed whose reader has gone
      yield taken
      if (at > end) return
    }
  } finally {
    endTurn()
  }
}
