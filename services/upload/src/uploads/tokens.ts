// Tokens that open one upload for bytes: kept as hashes, so that the table opens nothing.
import { createHash } from 'node:crypto'
import { unauthorised } from '@lyceum/kit/errors'
import { newToken } from '@lyceum/kit/ids'
import type { Db, Deps } from '../deps.ts'
import type { Row } from './rows.ts'

/** put: a whole file; blocks: mkblk and mkfile; callback: WRPC. */
export type TokenKind = 'put' | 'blocks' | 'callback'

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')
/** seconds; a block token is renewed often, the others are made once */
const lifetime = { put: 86_400, callback: 86_400 }

export async function makeToken(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  uploadId: string,
  kind: TokenKind,
): Promise<{ token: string; expires: Date }> {
  const token = newToken()
  const expires = new Date(now().getTime() + 1000 * (kind === 'blocks' ? config.tokenLifetime : lifetime[kind]))
  await db.uploadToken.create({ data: { hash: hashOf(token), uploadId, kind, expiresAt: expires } })
  return { token, expires }
}

/** The upload that a token opens. 401 upload.token when it is unknown, of another kind, for another upload, or its time is over. */
export async function openToken(db: Db, token: string | undefined, kind: TokenKind, now: Date, id?: string): Promise<Row> {
  const found =
    token && (await db.uploadToken.findUnique({ where: { hash: hashOf(token) }, include: { upload: { include: { videos: true } } } }))
  if (!found || found.kind !== kind || found.expiresAt <= now || found.upload.deleted || (id !== undefined && found.uploadId !== id))
    throw unauthorised('upload.token')
  return found.upload
}
