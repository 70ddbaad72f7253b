// Downloads of large files from other servers, as a stream that goes on where it was cut: as careful as other requests (outgoing.ts).
import type { IncomingMessage } from 'node:http'
import { OutgoingRefused, wayTo } from './outgoing.ts'

export type Download = {
  /** Bytes of the whole file. */
  size: number
  /** The first byte of the body: the wanted one, or 0 where the server begins anew. */
  from: number
  /** The server's mark of this version of the file, for another try; empty without one. */
  mark: string
  /** Its content type, in small letters and without parameters; empty without one. */
  type: string
  /** Throws OutgoingRefused for a body that hangs, breaks off or is longer than announced. */
  body: AsyncIterable<Buffer>
  /** Of one whose body is not read. */
  close(): void
}
type Options = {
  /** As in outgoing.ts: the operator has named the address. */
  named?: boolean
  /** The first byte that is wanted, of the version with this mark. */
  from?: number
  mark?: string
  signal?: AbortSignal
  /** Milliseconds without a byte after which it is given up, those in which a megabyte comes at least, and for all of it. */
  idle?: number
  slowest?: number
  longest?: number
}

/** Bytes that come at least within `slowest`. */
const least = 1_000_000

/** Throws OutgoingRefused: `status` with the status for another answer than a file, `format` for a file without a length. */
export async function openDownload(
  url: URL,
  { named = false, from = 0, mark = '', signal, idle = 30_000, slowest = 60_000, longest = 2 * 3_600_000 }: Options = {},
): Promise<Download> {
  const { send, lookup } = wayTo(url, named)
  signal?.throwIfAborted()
  // without a mark a changed file would be joined to the old one's beginning
  const start = mark === '' ? 0 : from
  const headers = { 'accept-encoding': 'identity', ...(start > 0 && { range: `bytes=${start}-`, 'if-range': mark }) }
  let end = (_: Error) => {}
  const timer = setTimeout(() => end(new OutgoingRefused('time', `not here within ${longest} ms`)), longest)
  const abort = () => end(signal!.reason as Error)
  signal?.addEventListener('abort', abort, { once: true })
  const over = () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = send(url, { headers, lookup, agent: false }, resolve)
      end = (error) => request.destroy(error)
      request.setTimeout(idle, () => end(new OutgoingRefused('time', `nothing within ${idle} ms`)))
      request.on('error', reject)
      request.end()
    })
    end = (error) => answer.destroy(error)
    const about = described(answer, start)
    if (about instanceof OutgoingRefused) {
      answer.destroy()
      throw about
    }
    const close = () => {
      over()
      answer.destroy()
    }
    return { ...about, body: read(answer, about.size - about.from, slowest, close), close }
  } catch (error) {
    over()
    throw asRefused(error, signal)
  }
}

const asRefused = (error: unknown, signal?: AbortSignal): unknown =>
  error instanceof OutgoingRefused || signal?.aborted ? error : new OutgoingRefused('connection', (error as Error).message)

function described({ statusCode = 0, headers }: IncomingMessage, start: number): Omit<Download, 'body' | 'close'> | OutgoingRefused {
  if (statusCode >= 300 && statusCode < 400) return new OutgoingRefused('redirect', 'it redirects')
  if (statusCode !== 200 && !(statusCode === 206 && start > 0)) return new OutgoingRefused('status', `it answers ${statusCode}`, statusCode)
  const [, first, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers['content-range'] ?? '') ?? []
  const from = statusCode === 206 ? Number(first) : 0
  const size = Number(statusCode === 206 ? total : headers['content-length'])
  const encoded = (headers['content-encoding'] ?? 'identity') !== 'identity'
  if (!Number.isSafeInteger(size) || (statusCode === 206 && from !== start) || from > size || encoded)
    return new OutgoingRefused('format', 'it announces no length')
  const mark = headers.etag && !headers.etag.startsWith('W/') ? headers.etag : (headers['last-modified'] ?? '')
  return { size, from, mark, type: (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase() }
}

async function* read(answer: IncomingMessage, length: number, slowest: number, close: () => void): AsyncGenerator<Buffer> {
  let left = length
  // the time that it is waited for, not that which the reader takes
  let [waited, came, since] = [0, 0, performance.now()]
  try {
    for await (const piece of answer as AsyncIterable<Buffer>) {
      left -= piece.length
      if (left < 0) throw new OutgoingRefused('size', 'it is longer than announced')
      waited += performance.now() - since
      came += piece.length
      if (came >= least) waited = came = 0
      else if (waited > slowest && left > 0) throw new OutgoingRefused('time', `${came} bytes within ${slowest} ms`)
      yield piece
      since = performance.now()
    }
    if (left > 0) throw new OutgoingRefused('connection', 'it breaks off')
  } catch (error) {
    throw error instanceof OutgoingRefused ? error : asRefused(error)
  } finally {
    close()
  }
}
