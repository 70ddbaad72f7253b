// The time for which a caller waits for an answer, as a signal: work that serves the answer alone ends with it.
import type { FastifyReply } from 'fastify'
import { context } from '../calls/context.ts'
import { unavailable } from '../calls/errors.ts'

/** Aborts with 503 when the connection closes before the answer, or at the deadline of the call. */
export function awaited(reply: FastifyReply): AbortSignal {
  const left = new AbortController()
  const leave = () => left.abort(unavailable('deadline'))
  const deadline = context()?.deadline
  const timer = deadline === undefined ? undefined : setTimeout(leave, Math.max(0, deadline - Date.now())).unref()
  reply.raw.once('close', () => {
    clearTimeout(timer)
    if (!reply.raw.writableFinished) leave()
  })
  return left.signal
}
