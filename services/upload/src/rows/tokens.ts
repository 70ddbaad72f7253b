// Upload tokens: each opens one upload for its bytes; stored as hashes, so that the table opens nothing.
import { createHash } from 'node:crypto'
import { unauthorised } from '@lyceum/kit/calls/errors'
import { newToken } from '@lyceum/kit/ids'
import type { Db, Deps } from '../deps.ts'
import type { Row } from './rows.ts'

/** put: a whole file; blocks: mkblk and mkfile; callback: WRPC. */
export type TokenKind = 'put' | 'blocks' | 'callback'

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')
/** Seconds; a block token is renewed often, the others are created once. */
const lifetime = { put: 86_400, callback: 86_400 }

export async function createToken(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  uploadId: string,
  kind: TokenKind,
): Promise<{ token: string; expires: Date }> {
  const token = newToken()
  const expires = new Date(now().getTime() + 1000 * (kind === 'blocks' ? config.tokenLifetime : lifetime[kind]))
  await db.uploadToken.create({ data: { hash: hashOf(token), uploadId, kind, expiresAt: expires } })
  return { token, expires }
}

/** The upload of a token. 401 upload.token for a token that is unknown, expired, of another kind or of another upload. */
export async function openToken(db: Db, token: string | undefined, kind: TokenKind, now: Date, id?: string): Promise<Row> {
  const stored =
    token && (await db.uploadToken.findUnique({ where: { hash: hashOf(token) }, include: { upload: { include: { videos: true } } } }))
  if (!stored || stored.kind !== kind || stored.expiresAt <= now || stored.upload.deleted || (id !== undefined && stored.uploadId !== id))
    throw unauthorised('upload.token')
  return stored.upload
}
