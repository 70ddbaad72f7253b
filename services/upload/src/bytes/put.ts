// A whole file in one PUT, streamed into the store: the address is the capability.
import type { Readable } from 'node:stream'
import { BlobCut } from '@lyceum/kit/blobs'
import { BodyCut } from '@lyceum/kit/bodies'
import { conflict, type Params, Problem, refused } from '@lyceum/kit/errors'
import type { Deps } from '../deps.ts'
import { arrivedLate } from '../uploads/arrival.ts'
import { kindOf } from '../uploads/kinds.ts'
import { extensionOf } from '../uploads/names.ts'
import { openToken } from '../uploads/tokens.ts'

/** Reads the body, at most `limit` bytes of it. `announced`: the header content-length. */
export type Sent = { receive(limit: number): Readable; announced: number | undefined }

/** May be sent again until it was looked at. 400 upload.sizeMismatch as soon as there is more than was declared, or the header says so. */
export async function putFile(deps: Deps, token: string, { receive, announced }: Sent): Promise<{ key: string; size: number }> {
  const row = await openToken(deps.db, token, 'put', deps.now())
  if (row.etag || row.status !== 'processing') throw conflict('upload.finished')
  const size = Number(row.size)
  if (announced !== undefined && announced !== size) throw refused(400, 'upload.sizeMismatch', { declared: size, given: announced })
  const body = receive(size)
  await deps.blobs.put(row.key, body, { size, type: kindOf(extensionOf(row.name))?.media }).catch((error) => {
    throw whyCut(error, body, 'upload.sizeMismatch', { declared: size })
  })
  const waiting = { id: row.id, etag: null, status: 'processing', deleted: false }
  const { count } = await deps.db.upload.updateMany({ where: waiting, data: { storedAt: deps.now() } })
  if (count === 0) await arrivedLate(deps, row)
  return { key: row.key, size }
}

/** Why a store did not get what it was to get: the client went away, sent too few or too many bytes (`wrong`), or the store's own reason. */
export function whyCut(error: unknown, body: Readable, wrong: string, params: Params): unknown {
  const reason = body.errored ?? error
  if (reason instanceof BodyCut) return refused(400, 'upload.cut', params)
  return reason instanceof BlobCut || (reason instanceof Problem && reason.status === 413) ? refused(400, wrong, params) : reason
}
