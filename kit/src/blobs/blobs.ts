// The port of the blob store: bytes under a key, in a folder or on an S3 server. An acknowledged blob is durable and complete; a reader
// never gets part of one. Keys are [a-z0-9/_.-], and no key is the folder of another key.
import type { Readable } from 'node:stream'
import { Problem } from '../calls/errors.ts'

/** A stream, any other source of pieces, or bytes in memory. */
export type Bytes = AsyncIterable<Uint8Array> | Uint8Array
export type StoredBlob = { size: number; etag: string }
export type Part = { number: number; etag: string }
export type ListedBlob = { key: string; size: number; at: Date }

export type Blobs = {
  kind: 'folder' | 's3'
  /** Bytes: every part but the last is exactly so long. */
  partSize: number
  /** Throws when the store cannot be reached. */
  ready(): Promise<void>
  /** Stores `size` bytes, replacing what the key held. BlobCut when the body ends early or runs over: no part of it stays. */
  put(key: string, body: Bytes, about: { size: number; type?: string }): Promise<StoredBlob>
  stat(key: string): Promise<StoredBlob | undefined>
  /** `end` is inclusive. BlobMissing; BlobChanged when an etag is given and the object is another one. */
  read(key: string, range?: { start?: number; end?: number; etag?: string }): Promise<Readable>
  /** All blobs whose keys begin with the prefix. */
  list(prefix: string): AsyncIterable<ListedBlob>
  /** Copies an object to a second key within the store; `etag` is that of the expected source. BlobMissing, BlobChanged. */
  copy(from: string, to: string, etag: string): Promise<StoredBlob>
  /** Removes blobs; keys without a blob are skipped. */
  remove(keys: string[]): Promise<void>
  parts: {
    begin(key: string, type?: string): Promise<string>
    /** The same number again replaces that part. Parts may come in any order. A body that is cut may damage the part with the same number. */
    put(key: string, id: string, number: number, body: Bytes, size: number): Promise<Part>
    /** Makes the object of these parts, in constant time. PartsGone when `id` is not open (any more); PartsChanged when a part has another etag. */
    complete(key: string, id: string, parts: Part[]): Promise<void>
    abort(key: string, id: string): Promise<void>
    /** Uploads in parts that began before a time and are neither completed nor aborted. */
    stale(before: Date): AsyncIterable<{ key: string; id: string }>
  }
  /** An address for one PUT straight into the store. Absent where browsers cannot reach the store. */
  signPut?(key: string, seconds: number): Promise<string>
  /** An address for reading the object, with ranges. */
  signGet?(key: string, seconds: number, type?: string): Promise<string>
  /** The object's file on this machine. */
  path?(key: string): string
}

export class BlobMissing extends Problem {
  constructor(key: string) {
    super(404, 'blob.notFound', { params: { key } })
  }
}
export class BlobChanged extends Problem {
  constructor(key: string) {
    super(409, 'blob.changed', { params: { key } })
  }
}
export class BlobCut extends Problem {
  constructor() {
    super(400, 'blob.cut')
  }
}
export class PartsGone extends Problem {
  constructor() {
    super(409, 'blob.partsGone')
  }
}
export class PartsChanged extends Problem {
  constructor() {
    super(409, 'blob.partsChanged')
  }
}

export function checkKey(key: string): string {
  if (!/^[a-z0-9_-][a-z0-9_.-]*(\/[a-z0-9_-][a-z0-9_.-]*)*$/.test(key) || key.length > 512) throw new Error(`not a key: ${key}`)
  return key
}

export async function removePrefix(blobs: Blobs, prefix: string): Promise<void> {
  let batch: string[] = []
  for await (const { key } of blobs.list(prefix)) {
    batch.push(key)
    if (batch.length < 500) continue
    await blobs.remove(batch)
    batch = []
  }
  if (batch.length > 0) await blobs.remove(batch)
}
