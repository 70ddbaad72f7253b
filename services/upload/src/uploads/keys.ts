// Where an upload's bytes lie in the store.
import { createHash } from 'node:crypto'

/** Where a whole file is put: the address of it can be used again, so what was looked at is kept under a key that no address names. */
export const incomingKey = (id: string) => `in/${id}`
/** Where blocks are joined: only our own door writes there. */
export const joinedKey = (id: string) => `files/${id}`
/** One per content, so that who comes second makes the same. */
export const keptKey = (id: string, etag: string) => `files/${id}/${createHash('sha256').update(etag).digest('hex').slice(0, 16)}`
