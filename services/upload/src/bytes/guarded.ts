// A stream that ends when its grant does: a film of an hour is one answer.
import type { Readable } from 'node:stream'

/** Milliseconds between looks. Together with what is remembered of a grant, under 10 s. */
const pace = 3000

/** `holds` throws when the grant has ended; the connection is then cut, since the answer has begun. */
export function guarded(stream: Readable, holds: () => Promise<unknown>): Readable {
  const timer = setInterval(() => {
    holds().catch((error: Error) => stream.destroy(error))
  }, pace).unref()
  stream.once('close', () => clearInterval(timer))
  return stream
}
