// Parked facts: stored whole after five failures, listed, and applied again on request. Also the request for a rebuild.
import type { Batch } from '../bus/bus.ts'
import { backgroundQueries } from '../database/connections.ts'
import { one, rows, run, type Tx } from '../database/database.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { Pool } from 'pg'

type BusRecord = Batch['records'][number]
export type Parked = {
  id: string
  topic: string
  key: string
  type: string
  error: string
  attempts: number
  parked_at: Date
  /** Set while an operator's request to apply it again waits. */
  replay_at: Date | null
}

export async function park(
  tx: Tx,
  {
    topic,
    partition,
    record,
    error,
    attempts,
  }: {
    topic: string
    partition: number
    record: BusRecord
    error: unknown
    attempts: number
  },
) {
  const id = record.headers.ce_id!
  // in the inbox, so that calls with its mark do not wait for it
  await run(tx, 'insert into kit.inbox (id) values ($1) on conflict do nothing', id)
  await run(
    tx,
    `
    insert into kit.parked (id, topic, partition, position, key, headers, value, error, attempts)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    on conflict (id) do update set error = excluded.error, attempts = kit.parked.attempts + excluded.attempts`,
    id,
    topic,
    partition,
    String(record.offset),
    record.key,
    JSON.stringify(record.headers),
    record.value,
    messageOf(error),
    attempts,
  )
}

/** The error's message; long ones of databases and validators are cut. */
const messageOf = (error: unknown): string => String((error as Error)?.message ?? error).slice(0, 2000)

export const parkedFacts = (tx: Tx, limit = 100): Promise<Parked[]> =>
  rows<Parked>(
    tx,
    `select id::text, topic, key, headers->>'ce_type' as type, error, attempts, parked_at, replay_at from kit.parked order by parked_at limit $1`,
    limit,
  )

/** Applies a parked fact. Newer facts of its key have been applied since: handlers keep the row with the greatest version. */
export async function replayParked(tx: Tx, id: string, handle: (record: BusRecord) => Promise<void>): Promise<boolean> {
  const row = await one<{ position: string | bigint; key: string; headers: string; value: string | null }>(
    tx,
    'select position, key, headers::text, value from kit.parked where id = $1 for update',
    id,
  )
  if (!row) return false
  await handle({ offset: BigInt(row.position), key: row.key, headers: JSON.parse(row.headers) as Record<string, string>, value: row.value })
  await run(tx, 'delete from kit.parked where id = $1', id)
  return true
}

/** Requests that a parked fact, without an id all of them, is applied again: within seconds; a fact that fails again stays. Returns their number. */
export const requestReplay = (tx: Tx, id?: string): Promise<number> =>
  run(tx, 'update kit.parked set replay_at = clock_timestamp() where $1::text is null or id::text = $1', id ?? null)

/** Requests a rebuild: the service's processes read from the first fact again within seconds. */
export async function requestRebuild(tx: Tx) {
  await run(tx, 'update kit.positions set rebuild_until = greatest(rebuild_until, position), position = 0')
  await run(tx, 'delete from kit.inbox')
  await run(tx, 'delete from kit.parked') // they are read again
}

/** The gauge of parked facts. */
export function countParked(pool: Pool, name: string, metrics: Metrics): NodeJS.Timeout {
  let parked: number | undefined
  metrics.gauge('lyceum_parked_facts', () => parked, { consumer: name })
  return setInterval(
    () =>
      void backgroundQueries(pool)
        .query<{ n: number }>('select count(*)::int as n from kit.parked')
        .then(
          ({ rows: [row] }) => {
            parked = row!.n
          },
          () => {},
        ),
    10_000,
  )
}
