// Tests of a relay that rests.
import { memoryBus } from '../bus/memory.ts'
import { openPool } from '../database/connections.ts'
import { plain } from '../database/database.ts'
import { memoryKv } from '../kv/memory.ts'
import { createLog } from '../telemetry/log.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { testDatabase } from '../test/test-database.ts'
import { changed } from '../test/noted-facts.ts'
import { until } from '../test/wait.ts'
import { expect, test } from 'vitest'
import { emitAll } from './outbox.ts'
import { startRelay } from './relay.ts'

test('without facts it has no connection; the next fact is sent all the same, woken or not', async () => {
  const pool = openPool(await testDatabase('kit'))
  const kv = memoryKv()
  const bus = memoryBus()
  const topic = 'lyceum.course.v1'
  const log = createLog({ level: 'silent', service: 'test' })
  const relay = await startRelay({ pool, bus, topic, kv, log, metrics: createMetrics(), rest: 50 })
  const held = async () =>
    (
      await pool.query(
        `select 1 from pg_locks where locktype = 'advisory' and objid = 727002 and database = (select oid from pg_database where datname = current_database())`,
      )
    ).rowCount
  const waiting = async () => (await pool.query('select 1 from kit.outbox where position is null')).rowCount
  try {
    for (const wake of [true, true, false]) {
      await until(async () => (await held()) === 0)
      await emitAll(plain(pool), [changed('r', '1')])
      if (wake) relay.wake()
      await until(async () => (await waiting()) === 0)
    }
    expect((await pool.query('select position from kit.outbox order by position')).rows).toEqual(
      ['0', '1', '2'].map((position) => ({ position })),
    )
  } finally {
    await relay.stop()
    await bus.close()
    await kv.close()
    await pool.end()
  }
})
