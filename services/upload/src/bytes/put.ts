// A whole file in one PUT, streamed into the store: the address is the capability.
import type { Readable } from 'node:stream'
import { BlobCut } from '@lyceum/kit/blobs'
import { conflict, refused } from '@lyceum/kit/errors'
import type { Deps } from '../deps.ts'
import { arrivedLate } from '../uploads/arrival.ts'
import { kindOf } from '../uploads/kinds.ts'
import { extensionOf } from '../uploads/names.ts'
import { openToken } from '../uploads/tokens.ts'

/** May be sent again until it was looked at. 400 upload.sizeMismatch before anything is read, when the header tells. */
export async function putFile(
  deps: Deps,
  token: string,
  body: Readable,
  announced: number | undefined,
): Promise<{ key: string; size: number }> {
  const row = await openToken(deps.db, token, 'put', deps.now())
  if (row.etag || row.status !== 'processing') throw conflict('upload.finished')
  const size = Number(row.size)
  if (announced !== undefined && announced !== size) throw refused(400, 'upload.sizeMismatch', { declared: size, given: announced })
  await deps.blobs.put(row.key, body, { size, type: kindOf(extensionOf(row.name))?.media }).catch((error) => {
    const gone = ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(error.code) || error.message === 'aborted'
    throw error instanceof BlobCut || gone
      ? refused(400, body.readableAborted || gone ? 'upload.cut' : 'upload.sizeMismatch', { declared: size })
      : error
  })
  const waiting = { id: row.id, etag: null, status: 'processing', deleted: false }
  const { count } = await deps.db.upload.updateMany({ where: waiting, data: { storedAt: deps.now() } })
  if (count === 0) await arrivedLate(deps, row)
  return { key: row.key, size }
}
