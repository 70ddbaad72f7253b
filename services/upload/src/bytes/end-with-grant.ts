// A stream that ends with its grant: a film of an hour is one reply.
import type { Readable } from 'node:stream'

/** Milliseconds between checks. Together with the caches of a grant, under 10 s. */
const interval = 3000

/** `check` throws when the grant has ended; the connection is then cut, since the reply has begun. */
export function endWithGrant(stream: Readable, check: () => Promise<unknown>): Readable {
  const timer = setInterval(() => {
    check().catch((error: Error) => stream.destroy(error))
  }, interval).unref()
  stream.once('close', () => clearInterval(timer))
  return stream
}
