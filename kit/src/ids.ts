// Identifiers: UUIDv7, made by the service that owns the row, known before the insert and sorted by time. Never a capability.
import { randomBytes, randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

/** Random bytes read ahead: 16 bytes cost as much as 4096. */
const ahead = Buffer.alloc(4096)
let used = ahead.length
let last = 0
let counter = 0

/** A new id, greater than every earlier one of this process. */
export function newId(): string {
  if (used === ahead.length) {
    randomFillSync(ahead)
    used = 0
  }
  const random = ahead.subarray(used, (used += 16))
  const now = Date.now()
  if (now > last) {
    last = now
    counter = random.readUInt32BE(6) >>> 1
  } else if (++counter === 2 ** 31) {
    counter = 0
    last++
  }
  return v7({ random, msecs: last, seq: counter })
}

/** The least id of a time: every id that was made earlier is less. */
export function leastIdAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

/** A secret for links, sessions and grants: 32 random bytes, base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url')
