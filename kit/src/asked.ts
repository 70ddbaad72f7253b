// What is asked of a running consumer from outside, through its database: a position put back (a rebuild), parked facts to be handled again.
import type { Pool } from 'pg'
import type { Log } from './log.ts'

type Asked = {
  pool: Pool
  log: Log
  /** Where each partition stands in the database. */
  positions(): Promise<{ topic: string; partition: number; position: bigint }[]>
  /** Where this process believes it to stand, by `topic partition`. */
  known: Map<string, bigint>
  reposition(): Promise<void>
  replay(id: string): Promise<unknown>
}

export async function doWhatIsAsked({ pool, log, positions, known, reposition, replay }: Asked): Promise<void> {
  let back = false
  for (const { topic, partition, position } of await positions()) {
    const mine = known.get(`${topic} ${partition}`)
    if (mine === undefined || position === mine) continue
    known.set(`${topic} ${partition}`, position)
    back ||= position < mine
  }
  if (back) await reposition()
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
