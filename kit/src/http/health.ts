// Health: /livez answers while the event loop turns, /readyz while the process can serve and is not draining. Both name the release, so that
// the progress of a roll-out can be seen. Also the port for scrapes.
import type { FastifyInstance } from 'fastify'
import { createServer } from 'node:http'
import { closeAfterAnswer, isUnread } from './bodies.ts'
import type { Metrics } from '../telemetry/metrics.ts'

export type HealthOptions = {
  ready(): Promise<void>
  /** Names of servers without which the process still serves, while they are away. */
  away?(): string[]
  metrics?: Metrics
  release: string
  draining?: AbortSignal
}

/** Longest wait for readiness, milliseconds. */
const readyTimeout = 2000
const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

export function health(app: FastifyInstance, { ready, away, metrics, release, draining }: HealthOptions) {
  app.get('/livez', async () => ({ status: 'ok', release }))
  app.get('/readyz', async (_request, reply) => {
    try {
      draining?.throwIfAborted()
      app.shutdown.requestsRefused.throwIfAborted()
      // raced below: an unhandled rejection would end the process
      const timeout = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no answer in time')), readyTimeout).unref())
      await Promise.race([ready(), timeout])
      const missing = away?.() ?? []
      return { status: 'ok', release, ...(missing.length > 0 && { away: missing }) }
    } catch (error) {
      return reply.code(503).send({ status: 'unavailable', release, reason: (error as Error).message })
    }
  })
  if (metrics) app.get('/metrics', async (_request, reply) => reply.type(metricsType).send(await metrics.text()))
}

/** Serves metrics on a port of their own, which no proxy forwards to. */
export async function listenForScrapes(metrics: Metrics, port: number, host: string): Promise<{ stop(): Promise<void> }> {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, (request, response) => {
    if (isUnread(request)) {
      closeAfterAnswer(request)
      response.setHeader('connection', 'close')
    }
    if (request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end()
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metricsType }).end(text),
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
