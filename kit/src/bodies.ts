// The bodies of requests: each is bounded by the bytes that arrive, ends when it stands still, and is not read when its request is refused.
import type { IncomingMessage } from 'node:http'
import { type Readable, Transform } from 'node:stream'
import { Problem, refused, tooLarge } from './errors.ts'

/** Milliseconds in which at least `slowest` bytes must arrive while a body is waited for. */
export const silence = 60_000
const slowest = 1024
/** After a refusal the sender is listened to for so long, so that it can read the answer; and so many bytes are taken off the line. */
const lingering = 1000
const mostDrained = 256 * 1024

/** The client went away before the end of its body. */
export class BodyCut extends Problem {
  constructor() {
    super(400, 'body.cut')
  }
}

export type Bound = {
  /** Bytes. */
  limit: number
  /** Ends the body with the signal's reason. */
  signal?: AbortSignal | undefined
  /** Milliseconds; for tests. */
  within?: number
}

const announcedLength = ({ headers }: IncomingMessage) => Number(headers['content-length'] ?? 0)

/**
 * The body of a request as a stream that counts. It fails with 413 when more than `limit` bytes were announced or arrive, 408 when fewer than
 * 1 KiB arrive in a minute, BodyCut when the client goes away. A reader that stops early leaves the connection to the answer.
 */
export function receive(raw: IncomingMessage, { limit, signal, within = silence }: Bound): Readable {
  let received = 0
  let before = 0
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
    // where our own reader is behind, the client has nothing to answer for
    if (received - before < slowest && !body.writableNeedDrain && !body.writableEnded) body.destroy(refused(408, 'body.slow'))
    before = received
  }, within)
  raw.once('close', ended)
  raw.once('error', ended)
  signal?.addEventListener('abort', stop, { once: true })
  body.once('close', () => {
    clearInterval(watch)
    raw.off('close', ended)
    signal?.removeEventListener('abort', stop)
  })
  // whoever reads hears of it; without a reader it would end the process
  body.on('error', () => {})
  if (announcedLength(raw) > limit) body.destroy(tooLarge('body.tooLarge', { limit }))
  else if (signal?.aborted) stop()
  else if (raw.destroyed) ended()
  else raw.pipe(body)
  return body
}

/** Whether a body has been announced that has not arrived in full. */
export const isUnread = (raw: IncomingMessage): boolean =>
  raw.complete === false && (raw.headers['transfer-encoding'] !== undefined || announcedLength(raw) > 0)

/**
 * For an answer that comes before the end of the body and says `connection: close`: the connection is half closed, a little of what is still
 * sent is thrown away, and after a second it is gone. Closed at once, the answer would be lost to a client that is busy sending.
 */
export function closeAfterAnswer({ socket }: IncomingMessage): void {
  // Node calls this for the last answer of a connection
  socket.destroySoon = () => {
    let drained = 0
    socket.removeAllListeners('data')
    socket.on('data', (chunk: Buffer) => {
      drained += chunk.length
      if (drained > mostDrained) socket.pause()
    })
    socket.end()
    socket.resume()
    const timer = setTimeout(() => socket.destroy(), lingering)
    socket.once('close', () => clearTimeout(timer))
  }
}
