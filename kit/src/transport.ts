// How the BFF reaches a service: handed over in process, or HTTP with keep-alive. The same request and answer either way.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Agent, request } from 'undici'

export type Asked = {
  method: string
  url: string
  headers: Record<string, string>
  body?: string | Buffer /** milliseconds */
  timeout: number
}
export type Answered = { status: number; headers: IncomingHttpHeaders; body: Buffer }
/** Throws when no answer came: the connection was refused or reset, or the time was over (Unanswered). */
export type Transport = { send(asked: Asked): Promise<Answered>; close(): Promise<void> }

export class Unanswered extends Error {
  readonly reason: 'refused' | 'reset' | 'timeout'

  /** What the system or the client said. */
  get code(): string {
    return (this.cause as { code?: string } | undefined)?.code ?? ''
  }

  constructor(reason: 'refused' | 'reset' | 'timeout', cause?: unknown) {
    super(`no answer: ${reason}`, { cause })
    this.reason = reason
  }
}

export const inProcess = (app: FastifyInstance): Transport => ({
  async send({ method, url, headers, body, timeout }) {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Unanswered('timeout')), timeout)
    })
    try {
      const answer = await Promise.race([
        app.inject({ method: method as 'GET', url, headers, ...(body !== undefined && { payload: body }) }),
        late,
      ])
      return { status: answer.statusCode, headers: answer.headers as IncomingHttpHeaders, body: answer.rawPayload }
    } catch (error) {
      throw (error as { code?: string }).code === 'FST_ERR_REOPENED_CLOSE_SERVER' ? new Unanswered('refused', error) : error
    } finally {
      clearTimeout(timer)
    }
  },
  close: async () => {},
})

export function overHttp(base: string): Transport {
  // a connection ends after so many requests: replicas that came later get their share
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
        const answered = Buffer.from(await answer.body.arrayBuffer())
        // a replica that ends has done nothing, as one whose port is closed: the next try meets another one
        if (answer.statusCode === 503 && answered.includes('"code":"stopping"')) throw new Unanswered('refused')
        return { status: answer.statusCode, headers: answer.headers as IncomingHttpHeaders, body: answered }
      } catch (error) {
        throw error instanceof Unanswered ? error : new Unanswered(reasonOf(error), error)
      }
    },
    close: () => agent.close(),
  }
}

const reasonOf = (error: unknown): Unanswered['reason'] => {
  const code = (error as { code?: string }).code ?? ''
  if (code === 'ECONNREFUSED' || code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'refused'
  return code.includes('TIMEOUT') ? 'timeout' : 'reset'
}
