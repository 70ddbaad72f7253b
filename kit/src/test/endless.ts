// Sends a body without a length, as fast as the other side takes it, and watches what that costs this process, which is the server too.
import { request } from 'node:http'

export type Endless = {
  /** 0: the connection was closed without an answer. */
  status: number
  code: string | undefined
  connection: string | undefined
  /** Bytes that left before the answer or the end of the connection. */
  sent: number
  /** The most that heap and buffers grew by, bytes. */
  grown: number
  /** Milliseconds until the answer; until the connection was gone. */
  answered: number
  closed: number
}

const piece = Buffer.alloc(64 * 1024, 'x')
const used = () => {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

export async function sendEndless(
  method: string,
  url: string,
  { bytes = 400 * 1024 * 1024, headers = {} }: { bytes?: number; headers?: Record<string, string> } = {},
): Promise<Endless> {
  globalThis.gc?.()
  const before = used()
  const began = performance.now()
  const seen: Endless = { status: 0, code: undefined, connection: undefined, sent: 0, grown: 0, answered: 0, closed: 0 }
  const watch = setInterval(() => (seen.grown = Math.max(seen.grown, used() - before)), 5)
  await new Promise<void>((resolve) => {
    const outgoing = request(url, { method, agent: false, headers: { 'transfer-encoding': 'chunked', ...headers } })
    const send = () => {
      while (seen.sent < bytes && seen.status === 0) {
        seen.sent += piece.length
        if (!outgoing.write(piece)) return void outgoing.once('drain', send)
      }
      outgoing.end()
    }
    outgoing.on('response', (answer) => {
      seen.status = answer.statusCode ?? 0
      seen.connection = answer.headers.connection
      seen.answered = performance.now() - began
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.on('end', () => (seen.code = /"code":"([^"]*)"/.exec(text)?.[1]))
    })
    outgoing.on('error', () => {})
    outgoing.on('close', () => resolve())
    send()
  })
  seen.closed = performance.now() - began
  clearInterval(watch)
  seen.grown = Math.max(seen.grown, used() - before)
  return seen
}
