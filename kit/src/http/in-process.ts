// Calls of an app from within its own process: its routes run as for a request from the network, without a socket, header text or parsing.
import { EventEmitter } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { Readable, Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'

export type LocalRequest = { method: string; url: string; headers: Record<string, string>; body?: string | Buffer }
export type LocalResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** Shared by all requests: their peer is this process. */
const socket = Object.assign(new EventEmitter(), { remoteAddress: '127.0.0.1', destroyed: false })

/** The parts of IncomingMessage that Fastify and our hooks read. */
class Incoming extends Readable {
  readonly httpVersion = '1.1'
  readonly httpVersionMajor = 1
  readonly httpVersionMinor = 1
  readonly aborted = false
  readonly complete = true
  readonly socket = socket
  readonly headers: Record<string, string> = {}
  readonly method: string
  url: string
  private readonly content: string | Buffer | undefined

  constructor({ method, url, headers, body }: LocalRequest) {
    super()
    this.method = method
    this.url = url
    this.content = body
    for (const name in headers) this.headers[name.toLowerCase()] = headers[name]!
    this.headers.host ??= 'localhost'
    if (body !== undefined && body.length > 0) this.headers['content-length'] ??= String(Buffer.byteLength(body))
  }

  override _read() {
    if (this.content !== undefined && this.content.length > 0) this.push(this.content)
    this.push(null)
  }
}

/** The parts of ServerResponse that Fastify and our hooks use; collects the answer. */
class Outgoing extends Writable {
  statusCode = 200
  headersSent = false
  readonly headers: Record<string, string> = {}
  readonly chunks: Buffer[] = []

  setHeader(name: string, value: string | number | readonly string[]) {
    this.headers[name.toLowerCase()] = typeof value === 'string' ? value : String(value)
    return this
  }
  getHeader(name: string) {
    return this.headers[name.toLowerCase()]
  }
  getHeaders() {
    return this.headers
  }
  hasHeader(name: string) {
    return this.headers[name.toLowerCase()] !== undefined
  }
  removeHeader(name: string) {
    delete this.headers[name.toLowerCase()]
  }
  writeHead(status: number, headers: Record<string, string | number>) {
    this.statusCode = status
    for (const name in headers) this.setHeader(name, headers[name]!)
    this.headersSent = true
    return this
  }
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void) {
    this.headersSent = true
    this.chunks.push(chunk)
    done()
  }
}

/** `app` must be ready. Rejects when the response was destroyed before its end. */
export const callLocally = (app: FastifyInstance, request: LocalRequest): Promise<LocalResponse> =>
  new Promise((resolve, reject) => {
    const outgoing = new Outgoing()
    outgoing.once('finish', () => {
      const { statusCode, headers, chunks } = outgoing
      resolve({ status: statusCode, headers, body: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks) })
    })
    outgoing.once('error', reject)
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) reject(new Error('the response was destroyed before its end'))
    })
    app.routing(new Incoming(request) as unknown as IncomingMessage, outgoing as unknown as ServerResponse)
  })
