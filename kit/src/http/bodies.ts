// The bodies of requests: each is limited by the bytes that arrive, ends when it stalls, and is not read when its request is refused.
import type { IncomingMessage } from 'node:http'
import { type Readable, Transform } from 'node:stream'
import { Problem, refused, tooLarge } from '../calls/errors.ts'

/** Milliseconds within which at least `minimumBytes` of a body must arrive. */
export const stallTimeout = 60_000
const minimumBytes = 1024
/** After a refusal the connection stays open for so many milliseconds, so that the client can read the answer; so many bytes are drained. */
const lingerTime = 1000
const maxDrained = 256 * 1024

/** The client closed the connection before the end of its body. */
export class BodyCut extends Problem {
  constructor() {
    super(400, 'body.cut')
  }
}

export type BodyLimits = {
  /** Bytes. */
  limit: number
  /** Ends the body with the signal's reason. */
  signal?: AbortSignal | undefined
  /** Milliseconds; for tests. */
  within?: number
}

const contentLength = ({ headers }: IncomingMessage) => Number(headers['content-length'] ?? 0)

/**
 * The body of a request as a stream that counts. It fails with 413 when more than `limit` bytes are announced or arrive, 408 when fewer than
 * 1 KiB arrive in a minute, BodyCut when the client closes the connection. A reader that stops early leaves the connection to the answer.
 */
export function receive(raw: IncomingMessage, { limit, signal, within = stallTimeout }: BodyLimits): Readable {
  let received = 0
  let receivedBefore = 0
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length
      if (received > limit) done(tooLarge('body.tooLarge', { limit }))
      else done(null, chunk)
    },
  })
  const ended = () => {
    if (!raw.readableEnded) body.destroy(new BodyCut())
  }
  const stop = () => body.destroy(signal?.reason as Error)
  const watch = setInterval(() => {
    // while our own reader is behind, the client is not to blame
    if (received - receivedBefore < minimumBytes && !body.writableNeedDrain && !body.writableEnded) body.destroy(refused(408, 'body.slow'))
    receivedBefore = received
  }, within)
  raw.once('close', ended)
  raw.once('error', ended)
  signal?.addEventListener('abort', stop, { once: true })
  body.once('close', () => {
    clearInterval(watch)
    raw.off('close', ended)
    signal?.removeEventListener('abort', stop)
  })
  // a reader gets the error; without a reader it would end the process
  body.on('error', () => {})
  if (contentLength(raw) > limit) body.destroy(tooLarge('body.tooLarge', { limit }))
  else if (signal?.aborted) stop()
  else if (raw.destroyed) ended()
  else raw.pipe(body)
  return body
}

/** Whether an announced body has not arrived in full. */
export const isUnread = (raw: IncomingMessage): boolean =>
  raw.complete === false && (raw.headers['transfer-encoding'] !== undefined || contentLength(raw) > 0)

/**
 * For an answer that is sent before the end of the body, with `connection: close`: the connection is half closed, a little of the rest of the
 * body is discarded, and after a second it is destroyed. Closed at once, the answer would be lost to a client that is still sending.
 */
export function closeAfterAnswer({ socket }: IncomingMessage): void {
  // Node calls this for the last answer of a connection
  socket.destroySoon = () => {
    let drained = 0
    socket.removeAllListeners('data')
    socket.on('data', (chunk: Buffer) => {
      drained += chunk.length
      if (drained > maxDrained) socket.pause()
    })
    socket.end()
    socket.resume()
    const timer = setTimeout(() => socket.destroy(), lingerTime)
    socket.once('close', () => clearTimeout(timer))
  }
}
