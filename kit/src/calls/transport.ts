// Transports from the BFF to a service: in process, or HTTP with keep-alive. Both have the same requests and responses.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Agent, request } from 'undici'
import { callLocally } from '../http/in-process.ts'
import { isolated } from './context.ts'

export type TransportRequest = {
  method: string
  url: string
  headers: Record<string, string>
  body?: string | Buffer /** milliseconds */
  timeout: number
}
export type TransportResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer }
/** Throws NoResponse when no answer came: the connection was refused or reset, or the time was over. */
export type Transport = { send(request: TransportRequest): Promise<TransportResponse>; close(): Promise<void> }

export class NoResponse extends Error {
  readonly reason: 'refused' | 'reset' | 'timeout'

  /** The error code of the system or the client. */
  get code(): string {
    return (this.cause as { code?: string } | undefined)?.code ?? ''
  }

  constructor(reason: 'refused' | 'reset' | 'timeout', cause?: unknown) {
    super(`no answer: ${reason}`, { cause })
    this.reason = reason
  }
}

/** A transport to a ready app of this process. */
export const inProcess = (app: FastifyInstance): Transport => ({
  send: ({ timeout, ...localRequest }) =>
    new Promise((resolve, reject) => {
      if (app.shutdown.closed) return reject(new NoResponse('refused'))
      const timer = setTimeout(() => reject(new NoResponse('timeout')), timeout)
      // the service's context must not become the caller's
      isolated(() => callLocally(app, localRequest))
        .then(resolve, (cause) => reject(new NoResponse('reset', cause)))
        .finally(() => clearTimeout(timer))
    }),
  close: async () => {},
})

export function overHttp(base: string): Transport {
  // a connection ends after so many requests, so that new replicas get their share
  const agent = new Agent({
    connections: 64,
    pipelining: 1,
    maxRequestsPerClient: 500,
    keepAliveTimeout: 10_000,
    connect: { timeout: 2000 },
  })
  return {
    async send({ method, url, headers, body, timeout }) {
      try {
        const answer = await request(base + url, {
          method: method as 'GET',
          headers,
          body: body ?? null,
          dispatcher: agent,
          headersTimeout: timeout,
          bodyTimeout: timeout,
        })
        const content = Buffer.from(await answer.body.arrayBuffer())
        // a stopping replica has done nothing, like one whose port is closed: the next attempt reaches another one
        if (answer.statusCode === 503 && content.includes('"code":"stopping"')) throw new NoResponse('refused')
        return { status: answer.statusCode, headers: answer.headers as IncomingHttpHeaders, body: content }
      } catch (error) {
        throw error instanceof NoResponse ? error : new NoResponse(reasonOf(error), error)
      }
    },
    close: () => agent.close(),
  }
}

const reasonOf = (error: unknown): NoResponse['reason'] => {
  const code = (error as { code?: string }).code ?? ''
  if (code === 'ECONNREFUSED' || code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'refused'
  return code.includes('TIMEOUT') ? 'timeout' : 'reset'
}
