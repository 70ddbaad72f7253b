// The keys of an upload's bytes in the store.
import { createHash } from 'node:crypto'

/** The key of a PUT: its address stays usable, so the inspected bytes move to a key that no address names. */
export const incomingKey = (id: string) => `in/${id}`
/** The key of joined blocks: only the bytes listener writes there. */
export const joinedKey = (id: string) => `files/${id}`
/** The final key, one per content, so that concurrent calls write the same. */
export const finalKey = (id: string, etag: string) => `files/${id}/${createHash('sha256').update(etag).digest('hex').slice(0, 16)}`
/** Names a link, which has no bytes. */
export const linkKey = (id: string) => `links/${id}`
