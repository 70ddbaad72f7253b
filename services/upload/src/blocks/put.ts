// A whole file in one PUT, streamed into the store: the token in the address is the right.
import type { Readable } from 'node:stream'
import { BlobCut } from '@lyceum/kit/blobs/blobs'
import { BodyCut } from '@lyceum/kit/http/bodies'
import { conflict, type ErrorCode, type Params, Problem, refused } from '@lyceum/kit/calls/errors'
import type { Deps } from '../deps.ts'
import { rejectLatePut } from '../uploads/arrival.ts'
import { kindOf } from '../rows/kinds.ts'
import { extensionOf } from '../rows/names.ts'
import { openToken } from '../rows/tokens.ts'

/** Reads the body, at most `limit` bytes of it. `announced`: the header content-length. */
export type RequestBody = { receive(limit: number): Readable; announced: number | undefined }

/** Stores the file; repeatable until it is inspected. 400 upload.sizeMismatch for more bytes than declared, or for another content-length. 409 upload.finished. */
export async function putFile(deps: Deps, token: string, { receive, announced }: RequestBody): Promise<{ key: string; size: number }> {
  const row = await openToken(deps.db, token, 'put', deps.now())
  if (row.etag || row.status !== 'processing') throw conflict('upload.finished')
  const size = Number(row.size)
  if (announced !== undefined && announced !== size) throw refused(400, 'upload.sizeMismatch', { declared: size, given: announced })
  const body = receive(size)
  await deps.blobs.put(row.key, body, { size, type: kindOf(extensionOf(row.name))?.media }).catch((error) => {
    throw toUploadProblem(error, body, 'upload.sizeMismatch', { declared: size })
  })
  const waiting = { id: row.id, etag: null, status: 'processing', deleted: false }
  const { count } = await deps.db.upload.updateMany({ where: waiting, data: { storedAt: deps.now() } })
  if (count === 0) await rejectLatePut(deps, row)
  return { key: row.key, size }
}

/** The problem behind a failed write to the store: the client has left, has sent too few or too many bytes (`mismatch`), or the store's own error. */
export function toUploadProblem(error: unknown, body: Readable, mismatch: ErrorCode, params: Params): unknown {
  const reason = body.errored ?? error
  if (reason instanceof BodyCut) return refused(400, 'upload.cut', params)
  return reason instanceof BlobCut || (reason instanceof Problem && reason.status === 413) ? refused(400, mismatch, params) : reason
}
