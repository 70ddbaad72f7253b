// Endless bodies for tests: sends a body without a length as fast as the server reads it, and measures the memory of this process, which is the
// server too.
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
  const usedAtStart = used()
  const began = performance.now()
  const result: Endless = { status: 0, code: undefined, connection: undefined, sent: 0, grown: 0, answered: 0, closed: 0 }
  const watch = setInterval(() => (result.grown = Math.max(result.grown, used() - usedAtStart)), 5)
  await new Promise<void>((resolve) => {
    const outgoing = request(url, { method, agent: false, headers: { 'transfer-encoding': 'chunked', ...headers } })
    const send = () => {
      while (result.sent < bytes && result.status === 0) {
        result.sent += piece.length
        if (!outgoing.write(piece)) return void outgoing.once('drain', send)
      }
      outgoing.end()
    }
    outgoing.on('response', (answer) => {
      result.status = answer.statusCode ?? 0
      result.connection = answer.headers.connection
      result.answered = performance.now() - began
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.on('end', () => (result.code = /"code":"([^"]*)"/.exec(text)?.[1]))
    })
    outgoing.on('error', () => {})
    outgoing.on('close', () => resolve())
    send()
  })
  result.closed = performance.now() - began
  clearInterval(watch)
  result.grown = Math.max(result.grown, used() - usedAtStart)
  return result
}
