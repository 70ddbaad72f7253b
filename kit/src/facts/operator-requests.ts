// Requests that an operator leaves in the database for a running consumer: a rewound position (a rebuild), parked facts to apply again.
import type { Queries } from '../database/connections.ts'
import type { Log } from '../telemetry/log.ts'

type OperatorRequestOptions = {
  pool: Queries
  log: Log
  /** The position of each partition in the database. */
  positions(): Promise<{ topic: string; partition: number; position: bigint }[]>
  /** The positions as this process last read or wrote them, by `topic partition`. */
  positionCache: Map<string, bigint>
  reposition(): Promise<void>
  replay(id: string): Promise<unknown>
}

export async function applyOperatorRequests({
  pool,
  log,
  positions,
  positionCache,
  reposition,
  replay,
}: OperatorRequestOptions): Promise<void> {
  let rewound = false
  for (const { topic, partition, position } of await positions()) {
    const cached = positionCache.get(`${topic} ${partition}`)
    if (cached === undefined || position === cached) continue
    positionCache.set(`${topic} ${partition}`, position)
    rewound ||= position < cached
  }
  if (rewound) await reposition()
  const { rows } = await pool.query<{ id: string }>('select id from kit.parked where replay_at is not null order by replay_at limit 100')
  for (const { id } of rows) {
    await replay(id).catch(async (error: unknown) => {
      log.error({ err: error, fact: id }, 'a parked fact failed again')
      await pool.query('update kit.parked set replay_at = null, attempts = attempts + 1, error = $2 where id = $1', [
        id,
        String((error as Error).message).slice(0, 2000),
      ])
    })
  }
}
