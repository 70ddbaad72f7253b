// The bytes of an offered file on their way into the store: in parts, each recorded once it is durable, so that another try goes on behind the last one.
import { type Part, PartsGone } from '@lyceum/kit/blobs/blobs'
import { type Download, openDownload } from '@lyceum/kit/http/download'
import { OutgoingRefused } from '@lyceum/kit/http/outgoing'
import type { JobContext } from '@lyceum/kit/jobs/jobs'
import type { Offer } from '../../mirror/offered-file.ts'
import type { Deps } from '../deps.ts'
import { enqueue } from '../jobs.ts'
import { lockRow, type Row } from '../rows/rows.ts'
import type { Reason } from '../rows/shapes.ts'
import { readRules } from '../rows/storage-rules.ts'
import { releaseStorage, reserveStorage } from '../storage/storage.ts'

/** No other try of the same address will bring the file. */
export class FetchRefused extends Error {
  readonly reason: Reason
  constructor(reason: Reason) {
    super(`the file is not taken: ${reason}`)
    this.reason = reason
  }
}

type Context = Pick<JobContext, 'signal' | 'assertLease'>
/** The file as far as it is in the store. */
type Stored = { multipart: string; parts: Part[]; size: number }
const isWhole = ({ parts, size }: Stored, partSize: number) => size > 0 && parts.length === Math.ceil(size / partSize)

/** Throws FetchRefused, OutgoingRefused, and a conflict of storage where there is no room. */
export async function storeOffered(deps: Deps, row: Row, offer: Offer, { signal, assertLease }: Context): Promise<void> {
  const { client, blobs } = deps
  const known = await storedParts(deps, row)
  const { multipart, parts, size } = isWhole(known, blobs.partSize)
    ? known
    : await bringParts(deps, row, offer, known, { signal, assertLease })
  try {
    await blobs.parts.complete(row.key, multipart, parts)
  } catch (error) {
    // a try before this one has completed the parts, and died before it could record it
    if (!(error instanceof PartsGone) || (await blobs.stat(row.key))?.size !== size) throw error
  }
  await client.$transaction(async (tx) => {
    await assertLease(tx)
    await tx.upload.updateMany({ where: { id: row.id, storedAt: null }, data: { storedAt: deps.now() } })
    await enqueue(tx, { kind: 'cleanUpload', key: `clean:${row.id}`, payload: { upload: row.id } })
  })
  deps.onCommit()
}

/** The parts that are missing. */
async function bringParts(deps: Deps, row: Row, offer: Offer, known: Stored, { signal, assertLease }: Context): Promise<Stored> {
  const { client, blobs } = deps
  const download = await openFirst(offer, { from: known.parts.length * blobs.partSize, mark: row.fetchMark ?? '', signal })
  try {
    await checkDownload(deps, row, download)
    const goesOn = download.from > 0 && download.size === known.size
    if (download.from > 0 && !goesOn) throw new FetchRefused('upload.fetchRefused')
    const stored = goesOn ? known : await beginAnew(deps, row, download, assertLease)
    for await (const bytes of piecesOf(download.body, blobs.partSize)) {
      const part = await blobs.parts.put(row.key, stored.multipart, stored.parts.length + 1, bytes, bytes.length)
      stored.parts.push(part)
      await client.$transaction(async (tx) => {
        await assertLease(tx)
        await tx.block.create({ data: { uploadId: row.id, index: part.number, hash: '', etag: part.etag } })
      })
    }
    return stored
  } finally {
    download.close()
  }
}

async function storedParts({ client }: Deps, { id, multipart, size }: Row): Promise<Stored> {
  if (!multipart) return { multipart: '', parts: [], size: 0 }
  const blocks = await client.block.findMany({ where: { uploadId: id }, orderBy: { index: 'asc' } })
  return { multipart, parts: blocks.map(({ index, etag }) => ({ number: index, etag: etag ?? '' })), size: Number(size) }
}

/** The first of the addresses at which there is a file. */
async function openFirst({ addresses }: Offer, options: { from: number; mark: string; signal: AbortSignal }): Promise<Download> {
  let missing: unknown = new FetchRefused('upload.fetchRefused')
  for (const { url, named } of addresses) {
    try {
      return await openDownload(new URL(url), { ...options, named })
    } catch (error) {
      if (!(error instanceof OutgoingRefused && (error.status === 404 || error.status === 403 || error.status === 410))) throw error
      missing = error
    }
  }
  throw missing
}

/** A page for people, as of a server that wants them to sign in, is no film. */
const media = /^(video\/|audio\/|application\/(octet-stream|mp4|ogg|x-matroska)$|$)/

async function checkDownload(deps: Deps, { orgId }: Row, { size, type }: Download): Promise<void> {
  const { limits } = await readRules({ ...deps, db: deps.client }, orgId)
  const reason = !media.test(type) || size === 0 ? 'upload.typeMismatch' : size > limits.video ? 'upload.fetchTooLarge' : undefined
  if (reason) throw new FetchRefused(reason)
}

/** Reserves the storage of its owner and begins the parts. Parts of another version go. */
async function beginAnew(deps: Deps, row: Row, { size, mark }: Download, assertLease: Context['assertLease']): Promise<Stored> {
  const { client, blobs, config } = deps
  const multipart = await blobs.parts.begin(row.key)
  try {
    const before = await client.$transaction(async (tx) => {
      const locked = await lockRow(tx, row.id)
      await assertLease(tx)
      if (!locked) throw new FetchRefused('upload.fetchRefused')
      await releaseStorage(tx, row.orgId, row.ownerId, Number(locked.size))
      await reserveStorage({ db: tx, config }, { org: row.orgId, person: row.ownerId, course: null }, size)
      await tx.block.deleteMany({ where: { uploadId: row.id } })
      await tx.upload.update({ where: { id: row.id }, data: { size: BigInt(size), fetchMark: mark, multipart } })
      return locked.multipart
    })
    if (before) await blobs.parts.abort(row.key, before)
  } catch (error) {
    await blobs.parts.abort(row.key, multipart)
    throw error
  }
  return { multipart, parts: [], size }
}

/** Pieces of exactly this length, but for the last. */
async function* piecesOf(body: AsyncIterable<Buffer>, length: number): AsyncGenerator<Buffer> {
  let kept: Buffer[] = [],
    size = 0
  for await (const piece of body) {
    kept.push(piece)
    size += piece.length
    while (size >= length) {
      const all = Buffer.concat(kept)
      yield all.subarray(0, length)
      kept = [all.subarray(length)]
      size -= length
    }
  }
  if (size > 0) yield Buffer.concat(kept)
}
