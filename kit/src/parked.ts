// Facts set aside after five failures: kept with all they had, shown, and handled again on request. And the request to read all anew.
import type { Batch } from './bus.ts'
import { one, rows, type Tx } from './db.ts'
import type { Metrics } from './metrics.ts'
import type { Pool } from 'pg'

type Kept = Batch['records'][number]
export type Parked = {
  id: string
  topic: string
  key: string
  type: string
  error: string
  attempts: number
  parked_at: Date
  /** Somebody wants it handled again, and the service has not yet done so. */
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
    record: Kept
    error: unknown
    attempts: number
  },
) {
  const id = record.headers.ce_id!
  // seen, as far as anyone who waits for it is concerned
  await tx.$executeRawUnsafe('insert into kit.inbox (id) values ($1::text::uuid) on conflict do nothing', id)
  await tx.$executeRawUnsafe(
    `
    insert into kit.parked (id, topic, partition, position, key, headers, value, error, attempts)
    values ($1::text::uuid, $2, $3::int, $4::text::bigint, $5, $6::text::jsonb, $7, $8, $9::int)
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

/** Long texts of databases and validators are cut. */
const messageOf = (error: unknown): string => String((error as Error)?.message ?? error).slice(0, 2000)

export const parkedFacts = (tx: Tx, limit = 100): Promise<Parked[]> =>
  rows<Parked>(
    tx,
    `select id::text, topic, key, headers->>'ce_type' as type, error, attempts, parked_at, replay_at from kit.parked order by parked_at limit $1::int`,
    limit,
  )

/** Newer facts of the same key have been handled since; handlers keep what is newer by its version. */
export async function replayParked(tx: Tx, id: string, handle: (record: Kept) => Promise<void>): Promise<boolean> {
  const row = await one<{ position: string | bigint; key: string; headers: string; value: string | null }>(
    tx,
    'select position, key, headers::text, value from kit.parked where id = $1::text::uuid for update',
    id,
  )
  if (!row) return false
  await handle({ offset: BigInt(row.position), key: row.key, headers: JSON.parse(row.headers) as Record<string, string>, value: row.value })
  await tx.$executeRawUnsafe('delete from kit.parked where id = $1::text::uuid', id)
  return true
}

/** The service does it within seconds; a fact that fails again stays. Without an id: all. Answers how many. */
export const askReplay = (tx: Tx, id?: string): Promise<number> =>
  tx.$executeRawUnsafe('update kit.parked set replay_at = clock_timestamp() where $1::text is null or id::text = $1', id ?? null)

/** The service's processes go back to the beginning of the log within seconds. */
export async function askRebuild(tx: Tx) {
  await tx.$executeRawUnsafe('update kit.positions set rebuild_until = greatest(rebuild_until, position), position = 0')
  await tx.$executeRawUnsafe('delete from kit.inbox')
  await tx.$executeRawUnsafe('delete from kit.parked') // they come again
}

/** How many there are, for the figures. */
export function countParked(pool: Pool, name: string, metrics: Metrics): NodeJS.Timeout {
  let parked: number | undefined
  metrics.gauge('lyceum_parked_facts', () => parked, { consumer: name })
  return setInterval(
    () =>
      void pool.query<{ n: number }>('select count(*)::int as n from kit.parked').then(
        ({ rows: [row] }) => {
          parked = row!.n
        },
        () => {},
      ),
    10_000,
  )
}
