// An archive in the store, read by ranges.
import { buffer } from 'node:stream/consumers'
import type { ZipSource } from '@lyceum/kit/archives/zip'
import type { Blobs } from '@lyceum/kit/blobs/blobs'

/** The inspected object of an upload. Its reads throw BlobMissing, and BlobChanged for another object. */
export const blobArchive = (blobs: Blobs, { key, etag, size }: { key: string; etag: string; size: number }): ZipSource => ({
  size,
  read: async (at, length) =>
    length === 0 ? Buffer.alloc(0) : await buffer(await blobs.read(key, { start: at, end: Math.min(at + length, size) - 1, etag })),
  async *stream(at, length) {
    if (length > 0) yield* await blobs.read(key, { start: at, end: Math.min(at + length, size) - 1, etag })
  },
})
