// mkblk and mkfile: a file in blocks of 4 MiB. A ctx is answered when its block is durable. Where the store wants larger parts, the
// first of two blocks waits as an object of its own until the second comes and both go into one part.
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { BlobCut, PartsChanged, PartsGone } from '@lyceum/kit/blobs'
import { conflict, refused } from '@lyceum/kit/errors'
import { enqueue } from '@lyceum/kit/jobs'
import { type Sent, whyCut } from '../bytes/put.ts'
import type { Deps } from '../deps.ts'
import type { Block } from '../generated/client.ts'
import type { Row } from '../uploads/rows.ts'
import { openToken } from '../uploads/tokens.ts'
import { longestCtx, readCtx, writeCtx } from './ctx.ts'
import { blockCount, lengthOf, partition } from './sizes.ts'

type Given = { id: string; token: string | undefined; receive: Sent['receive'] }
export type BlockGiven = Given & Sent & { length: number; index?: number }

async function openFor(deps: Deps, { id, token }: Given): Promise<Row & { blockSecret: string }> {
  const row = await openToken(deps.db, token, 'blocks', deps.now(), id)
  if (row.storageType !== 'chunked' || !row.blockSecret) throw conflict('upload.notChunked')
  return row as Row & { blockSecret: string }
}

/** Takes one block. The same bytes again change nothing; other bytes replace it, and the second of the two must then be sent again. */
export async function putBlock(deps: Deps, given: BlockGiven): Promise<{ ctx: string; index: number }> {
  const { db } = deps
  const row = await openFor(deps, given)
  if (row.storedAt || row.status !== 'processing') throw conflict('upload.finished')
  const size = Number(row.size)
  const index = given.index ?? (await db.block.count({ where: { uploadId: row.id } }))
  const expected = lengthOf(size, index)
  if (expected <= 0) throw refused(400, 'upload.blockIndex', { index, blocks: blockCount(size) })
  if (given.length !== expected || (given.announced !== undefined && given.announced !== expected))
    throw refused(400, 'upload.blockSize', { index, expected, length: given.announced ?? given.length })
  const before = await db.block.findUnique({ where: { uploadId_index: { uploadId: row.id, index } } })
  const body = given.receive(expected)
  const hash = await stored(deps, row, index, expected, body, before).catch((error) => {
    if (error instanceof PartsGone) throw conflict('upload.finished')
    throw whyCut(error, body, 'upload.blockSize', { index, expected })
  })
  return { ctx: writeCtx(row.blockSecret, row.id, { index, hash }), index }
}

async function stored(deps: Deps, row: Row, index: number, length: number, body: Readable, before: Block | null): Promise<string> {
  const { db, blobs } = deps
  const where = { uploadId: row.id }
  let bytes: AsyncIterable<Uint8Array> | Uint8Array[] = body
  if (before) {
    // again: looked at whole, so that a repetition that is cut cannot spoil what was acknowledged
    const whole = await buffer(body)
    if (whole.length !== length) throw new BlobCut()
    if (createHash('sha256').update(whole).digest('base64url') === before.hash) return before.hash
    bytes = [whole]
  }
  const hasher = createHash('sha256')
  const hashed = hashing(bytes, hasher)
  const keep = async (data: { temp?: string; etag: string }, hash: string) => {
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
    // a second block that is already in the part is there together with the old first one
    if (before) await db.block.deleteMany({ where: { ...where, index: index + 1 } })
    return await keep({ temp, etag }, hasher.digest('base64url'))
  }
  const multipart = row.multipart ?? (await beginParts(deps, row))
  const first = isSecond(index) ? await db.block.findUnique({ where: { uploadId_index: { ...where, index: index - 1 } } }) : undefined
  if (isSecond(index) && !first?.temp) throw conflict('upload.blockMissing', { index: index - 1 })
  const ahead = first?.temp ? lengthOf(Number(row.size), index - 1) : 0
  const source = first?.temp ? chained(await blobs.read(first.temp, { etag: first.etag ?? undefined }), hashed) : hashed
  const { etag } = await blobs.parts.put(row.key, multipart, partOf(index), source, ahead + length)
  return await keep({ etag }, hasher.digest('base64url'))
}

async function beginParts({ db, blobs }: Deps, { id, key }: Row): Promise<string> {
  const begun = await blobs.parts.begin(key)
  const { count } = await db.upload.updateMany({ where: { id, multipart: null }, data: { multipart: begun } })
  if (count === 1) return begun
  await blobs.parts.abort(key, begun)
  return (await db.upload.findUniqueOrThrow({ where: { id } })).multipart!
}

async function* hashing(body: AsyncIterable<Uint8Array> | Uint8Array[], hasher: ReturnType<typeof createHash>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    hasher.update(chunk)
    yield chunk
  }
}
async function* chained(...sources: AsyncIterable<Uint8Array>[]): AsyncGenerator<Uint8Array> {
  for (const source of sources) yield* source
}

/** A comma and a space or line break, bytes. */
const separator = 3

/** Joins the blocks. Answers the same when asked again; quick whatever the size. */
export async function makeFile(deps: Deps, given: Given & { size: number }): Promise<{ key: string; size: number }> {
  const { db, blobs } = deps
  const row = await openFor(deps, given)
  const size = Number(row.size)
  if (given.size !== size) throw refused(400, 'upload.wrongTotal', { declared: size, given: given.size })
  if (row.storedAt) return { key: row.key, size }
  if (row.status !== 'processing') throw conflict('upload.finished')
  const contexts = await text(given.receive(blockCount(size) * (longestCtx + separator)))
  const blocks = checkedBlocks(row, contexts, await db.block.findMany({ where: { uploadId: row.id }, orderBy: { index: 'asc' } }))
  // a part was answered for with its last block
  const { partOf, waits } = partition(size, blobs.partSize)
  const parts = blocks.filter(({ index }) => !waits(index)).map(({ index, etag }) => ({ number: partOf(index), etag: etag ?? '' }))
  try {
    await blobs.parts.complete(row.key, row.multipart ?? '', parts)
  } catch (error) {
    if (error instanceof PartsChanged) throw conflict('upload.blocksChanged')
    // the same call before us, which may have died before it could say so
    if (!(error instanceof PartsGone) || (await blobs.stat(row.key))?.size !== size) throw error
  }
  await deps.client.$transaction(async (tx) => {
    await tx.upload.updateMany({ where: { id: row.id, storedAt: null }, data: { storedAt: deps.now() } })
    await enqueue(tx, { kind: 'clean', key: `clean:${row.id}`, payload: { upload: row.id } })
  })
  deps.committed()
  return { key: row.key, size }
}

/** The blocks these contexts name: all of them, in order, as they are stored now. */
function checkedBlocks(row: Row & { blockSecret: string }, contexts: string, blocks: Block[]): Block[] {
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
  const known = new Map(blocks.map((block) => [block.index, block]))
  return read.map(({ index, hash }) => {
    const block = known.get(index)
    if (!block) throw conflict('upload.blockMissing', { index })
    if (block.hash !== hash) throw conflict('upload.blocksChanged', { index })
    return block
  })
}
