// Live: the event loop turns. Ready: it can serve now and is not about to end. Both say the release, so that a roll-out can be told apart.
import type { FastifyInstance } from 'fastify'
import { createServer } from 'node:http'
import { closeAfterAnswer, isUnread } from './bodies.ts'
import type { Metrics } from './metrics.ts'

export type Health = { ready(): Promise<void>; metrics?: Metrics; release: string; leaving?: AbortSignal }

/** Readiness answers within this time or not at all, milliseconds. */
const patience = 2000
const plain = 'text/plain; version=0.0.4; charset=utf-8'

export function health(app: FastifyInstance, { ready, metrics, release, leaving }: Health) {
  app.get('/livez', async () => ({ status: 'ok', release }))
  app.get('/readyz', async (_request, reply) => {
    try {
      leaving?.throwIfAborted()
      app.shutdown.refusing.throwIfAborted()
      // heard below in any case: a rejection that nobody hears ends the process
      const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no answer in time')), patience).unref())
      await Promise.race([ready(), late])
      return { status: 'ok', release }
    } catch (error) {
      return reply.code(503).send({ status: 'unavailable', release, reason: (error as Error).message })
    }
  })
  if (metrics) app.get('/metrics', async (_request, reply) => reply.type(plain).send(await metrics.text()))
}

/** Figures on a port of their own, which no proxy leads to. */
export async function listenForScrapes(metrics: Metrics, port: number, host: string): Promise<{ stop(): Promise<void> }> {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, (request, response) => {
    if (isUnread(request)) {
      closeAfterAnswer(request)
      response.setHeader('connection', 'close')
    }
    if (request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end()
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': plain }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
