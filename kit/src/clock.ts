// The service's time, held to the database's clock, so that replicas on machines whose clocks differ agree on deadlines.
import type { Pool } from 'pg'
import { backgroundQueries } from './database/connections.ts'

export type Clock = { now(): Date; stop(): void }

/** Milliseconds within which an answer is of use. */
const latest = 250

export async function startClock(pool: Pool, { every = 60_000 } = {}): Promise<Clock> {
  let offset: number | undefined
  const read = async () => {
    const start = Date.now()
    const { rows } = await backgroundQueries(pool).query<{ ms: string }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms',
    )
    const end = Date.now()
    // of an answer that came late nobody knows how much of the time lay before it
    if (offset === undefined || end - start < latest) offset = Number(rows[0]?.ms) - (start + end) / 2
  }
  await read()
  const timer = setInterval(() => {
    read().catch(() => {})
  }, every)
  timer.unref()
  return { now: () => new Date(Date.now() + (offset ?? 0)), stop: () => clearInterval(timer) }
}
