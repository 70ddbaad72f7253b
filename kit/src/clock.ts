// The service's time, held to the database's clock, so that replicas on machines whose clocks differ agree on deadlines.
import type { Pool } from 'pg'
import { backgroundQueries } from './database/connections.ts'

export type Clock = { now(): Date; stop(): void }

export async function startClock(pool: Pool, { every = 60_000 } = {}): Promise<Clock> {
  let offset = 0
  const read = async () => {
    const start = Date.now()
    const { rows } = await backgroundQueries(pool).query<{ ms: string }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms',
    )
    offset = Number(rows[0]?.ms) - (start + Date.now()) / 2
  }
  await read()
  const timer = setInterval(() => {
    read().catch(() => {})
  }, every)
  timer.unref()
  return { now: () => new Date(Date.now() + offset), stop: () => clearInterval(timer) }
}
