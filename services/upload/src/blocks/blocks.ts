// mkblk and mkfile: a file sent in blocks of 4 MiB. The reply carries a ctx once the block is durable. For a store with larger parts, the
// first of two blocks waits as an object of its own until the second arrives, and both go into one part.
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { BlobCut, PartsChanged, PartsGone } from '@lyceum/kit/blobs/blobs'
import { conflict, refused } from '@lyceum/kit/calls/errors'
import { enqueue } from '../jobs.ts'
import { type RequestBody, toUploadProblem } from './put.ts'
import type { Deps } from '../deps.ts'
import type { Block } from '../generated/client.ts'
import type { Row } from '../rows/rows.ts'
import { openToken } from '../rows/tokens.ts'
import { maxCtxLength, readCtx, writeCtx } from './ctx.ts'
import { blockCount, lengthOf, partition } from './sizes.ts'

type ChunkedRequest = { id: string; token: string | undefined; receive: RequestBody['receive'] }
export type BlockRequest = ChunkedRequest & RequestBody & { length: number; index?: number }

async function openChunkedUpload(deps: Deps, { id, token }: ChunkedRequest): Promise<Row & { blockSecret: string }> {
  const row = await openToken(deps.db, token, 'blocks', deps.now(), id)
  if (row.storageType !== 'chunked' || !row.blockSecret) throw conflict('upload.notChunked')
  return row as Row & { blockSecret: string }
}

/** Stores one block. Repeated bytes change nothing; other bytes replace the block, and then the second of its pair must be sent again. */
export async function putBlock(deps: Deps, request: BlockRequest): Promise<{ ctx: string; index: number }> {
  const { db } = deps
  const row = await openChunkedUpload(deps, request)
  if (row.storedAt || row.status !== 'processing') throw conflict('upload.finished')
  const size = Number(row.size)
  const index = request.index ?? (await db.block.count({ where: { uploadId: row.id } }))
  const expected = lengthOf(size, index)
  if (expected <= 0) throw refused(400, 'upload.blockIndex', { index, blocks: blockCount(size) })
  if (request.length !== expected || (request.announced !== undefined && request.announced !== expected))
    throw refused(400, 'upload.blockSize', { index, expected, length: request.announced ?? request.length })
  const previous = await db.block.findUnique({ where: { uploadId_index: { uploadId: row.id, index } } })
  const body = request.receive(expected)
  const hash = await storeBlock(deps, row, index, expected, body, previous).catch((error) => {
    if (error instanceof PartsGone) throw conflict('upload.finished')
    throw toUploadProblem(error, body, 'upload.blockSize', { index, expected })
  })
  return { ctx: writeCtx(row.blockSecret, row.id, { index, hash }), index }
}

async function storeBlock(deps: Deps, row: Row, index: number, length: number, body: Readable, previous: Block | null): Promise<string> {
  const { db, blobs } = deps
  const where = { uploadId: row.id }
  let bytes: AsyncIterable<Uint8Array> | Uint8Array[] = body
  if (previous) {
    // a repetition is read whole first, so that a cut one cannot spoil an acknowledged block
    const bytesOfBlock = await buffer(body)
    if (bytesOfBlock.length !== length) throw new BlobCut()
    if (createHash('sha256').update(bytesOfBlock).digest('base64url') === previous.hash) return previous.hash
    bytes = [bytesOfBlock]
  }
  const hasher = createHash('sha256')
  const hashed = hashWhile(bytes, hasher)
  const save = async (data: { temp?: string; etag: string }, hash: string) => {
    await db.block.upsert({
      where: { uploadId_index: { ...where, index } },
      create: { ...where, index, hash, ...data },
      update: { hash, ...data },
    })
    return hash
  }
  const { partOf, isSecond, waits } = partition(Number(row.size), blobs.partSize)
  if (waits(index)) {
    const temp = `tmp/${row.id}/${index}`
    const { etag } = await blobs.put(temp, hashed, { size: length })
    // a second block already in the part lies there with the old first one
    if (previous) await db.block.deleteMany({ where: { ...where, index: index + 1 } })
    return await save({ temp, etag }, hasher.digest('base64url'))
  }
  const multipart = row.multipart ?? (await beginMultipart(deps, row))
  const first = isSecond(index) ? await db.block.findUnique({ where: { uploadId_index: { ...where, index: index - 1 } } }) : undefined
  if (isSecond(index) && !first?.temp) throw conflict('upload.blockMissing', { index: index - 1 })
  const firstLength = first?.temp ? lengthOf(Number(row.size), index - 1) : 0
  const source = first?.temp ? concat(await blobs.read(first.temp, { etag: first.etag ?? undefined }), hashed) : hashed
  const { etag } = await blobs.parts.put(row.key, multipart, partOf(index), source, firstLength + length)
  return await save({ etag }, hasher.digest('base64url'))
}

async function beginMultipart({ db, blobs }: Deps, { id, key }: Row): Promise<string> {
  const created = await blobs.parts.begin(key)
  const { count } = await db.upload.updateMany({ where: { id, multipart: null }, data: { multipart: created } })
  if (count === 1) return created
  await blobs.parts.abort(key, created)
  return (await db.upload.findUniqueOrThrow({ where: { id } })).multipart!
}

async function* hashWhile(
  body: AsyncIterable<Uint8Array> | Uint8Array[],
  hasher: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    hasher.update(chunk)
    yield chunk
  }
}
async function* concat(...sources: AsyncIterable<Uint8Array>[]): AsyncGenerator<Uint8Array> {
  for (const source of sources) yield* source
}

/** Bytes of a comma and a space or line break. */
const separator = 3

/** Joins the blocks of a file (mkfile). Repeatable, and quick for any size. 400, 409 as in bytesCalls. */
export async function joinBlocks(deps: Deps, request: ChunkedRequest & { size: number }): Promise<{ key: string; size: number }> {
  const { db, blobs } = deps
  const row = await openChunkedUpload(deps, request)
  const size = Number(row.size)
  if (request.size !== size) throw refused(400, 'upload.wrongTotal', { declared: size, given: request.size })
  if (row.storedAt) return { key: row.key, size }
  if (row.status !== 'processing') throw conflict('upload.finished')
  const contexts = await text(request.receive(blockCount(size) * (maxCtxLength + separator)))
  const blocks = checkBlocks(row, contexts, await db.block.findMany({ where: { uploadId: row.id }, orderBy: { index: 'asc' } }))
  // the last block of a part has its etag
  const { partOf, waits } = partition(size, blobs.partSize)
  const parts = blocks.filter(({ index }) => !waits(index)).map(({ index, etag }) => ({ number: partOf(index), etag: etag ?? '' }))
  try {
    await blobs.parts.complete(row.key, row.multipart ?? '', parts)
  } catch (error) {
    if (error instanceof PartsChanged) throw conflict('upload.blocksChanged')
    // an earlier call has completed the parts, and may have died before it was recorded
    if (!(error instanceof PartsGone) || (await blobs.stat(row.key))?.size !== size) throw error
  }
  await deps.client.$transaction(async (tx) => {
    await tx.upload.updateMany({ where: { id: row.id, storedAt: null }, data: { storedAt: deps.now() } })
    await enqueue(tx, { kind: 'cleanUpload', key: `clean:${row.id}`, payload: { upload: row.id } })
  })
  deps.onCommit()
  return { key: row.key, size }
}

/** The stored blocks of these contexts, which must be complete and in order. */
function checkBlocks(row: Row & { blockSecret: string }, contexts: string, blocks: Block[]): Block[] {
  const total = blockCount(Number(row.size))
  const list = contexts.split(',').map((one) => one.trim())
  const read = list.map((text, position) => {
    const ctx = readCtx(row.blockSecret, row.id, text)
    if (!ctx) throw refused(400, 'upload.foreignBlock', { position })
    return ctx
  })
  const misplaced = read.findIndex(({ index }, position) => index !== position)
  if (misplaced >= 0) throw refused(400, 'upload.blockOrder', { position: misplaced, index: read[misplaced]!.index })
  if (read.length !== total) throw refused(400, 'upload.blockMissing', { given: read.length, blocks: total, index: read.length })
  const blockByIndex = new Map(blocks.map((block) => [block.index, block]))
  return read.map(({ index, hash }) => {
    const block = blockByIndex.get(index)
    if (!block) throw conflict('upload.blockMissing', { index })
    if (block.hash !== hash) throw conflict('upload.blocksChanged', { index })
    return block
  })
}
