// Live: the event loop turns. Ready: it can serve now. Both say the release, so that a roll-out can be told apart.
import type { FastifyInstance } from 'fastify'
import type { Metrics } from './metrics.ts'

export type Health = { ready(): Promise<void>; metrics: Metrics; release: string }

/** Readiness answers within this time or not at all, milliseconds. */
const patience = 2000

export function health(app: FastifyInstance, { ready, metrics, release }: Health) {
  app.get('/livez', async () => ({ status: 'ok', release }))
  app.get('/readyz', async (_request, reply) => {
    const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no answer in time')), patience).unref())
    try {
      await Promise.race([ready(), late])
      return { status: 'ok', release }
    } catch (error) {
      return reply.code(503).send({ status: 'unavailable', release, reason: (error as Error).message })
    }
  })
  app.get('/metrics', async (_request, reply) => reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text()))
}
