// Identifiers: UUIDv7, made by the service that owns the row, known before the insert and sorted by time. Never a capability.
import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'

export const newId = (): string => v7()

/** A secret for links, sessions and grants: 32 random bytes, base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url')
