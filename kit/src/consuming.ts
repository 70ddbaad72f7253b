// Runs a service's consumers: a batch of one partition is one transaction with its inbox rows and its position. If it fails, one by one;
// a fact that fails five times while the database answers is parked, so that the others go on.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { doWhatIsAsked } from './asked.ts'
import type { Batch, Bus } from './bus.ts'
import { type Consumers, type Handler, handlersOf, topicsOf } from './consumer.ts'
import { type Context, within } from './context.ts'
import { type Database, isDatabaseDown, rows, type Tx } from './db.ts'
import { type Fact, fromHeaders, fromValue } from './facts.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Made } from './routes.ts'
import { askRebuild, countParked, park, replayParked } from './parked.ts'
import { handling } from './tracing.ts'

export type ConsumerOptions = {
  /** The service: its processes share the work. */
  name: string
  db: Database<any>
  pool: Pool
  bus: Bus
  consumers: Consumers
  log: Log
  metrics: Metrics
  now?(): Date
  /** After each batch that handled something: facts or jobs may have been made. */
  committed?(made: Made): void
  /** How often it looks for what was asked from outside, milliseconds. */
  lookEvery?: number
}
export type Position = { topic: string; partition: number; position: bigint; rebuilding: boolean }
export type Consumer = {
  positions(): Promise<Position[]>
  /** Reads everything again from the beginning; `clear` empties what is built from it, in the same transaction. */
  rebuild(clear?: (tx: Tx) => Promise<unknown>): Promise<void>
  /** Handles a parked fact once more and takes it off the list; false when it is not there. Throws what the handler throws. */
  replay(id: string): Promise<boolean>
  /** Records that this process has still to read. */
  lag(): number
  /** Finishes the batch in work. */
  stop(): Promise<void>
}

/** A record with its fact, when it is one that this service handles. */
export type Read = Batch['records'][number] & { fact?: Fact; handler?: Handler }
/** The partition does not stand where the batch begins: another owner has been at work. */
class Moved extends Error {}

const chunkSize = 100
const attempts = 5
const day = 86_400_000
const transaction = { maxWait: 5000, timeout: 30_000 }

export async function startConsumer({
  name,
  db,
  pool,
  bus,
  consumers,
  log,
  metrics,
  now = () => new Date(),
  committed = () => {},
  lookEvery = 3000,
}: ConsumerOptions): Promise<Consumer> {
  const handlers = handlersOf(consumers)
  const known = new Map<string, bigint>()

  async function position(topic: string, partition: number, low: bigint): Promise<bigint> {
    const {
      rows: [row],
    } = await pool.query<{ position: string }>(
      `
      insert into kit.positions as p (topic, partition, position) values ($1, $2, $3)
      on conflict (topic, partition) do update set position = greatest(p.position, excluded.position) returning position`,
      [topic, partition, String(low)],
    )
    const at = BigInt(row!.position)
    known.set(`${topic} ${partition}`, at)
    return at
  }
  const moved = (topic: string, partition: number) => position(topic, partition, 0n)

  async function deliver(batch: Batch, alive: () => Promise<void>): Promise<bigint> {
    const { topic, partition } = batch
    let at = batch.begin
    for (let from = 0; from < Math.max(1, batch.records.length); from += chunkSize) {
      const records = batch.records.slice(from, from + chunkSize).map(read)
      const next = from + chunkSize >= batch.records.length ? batch.next : records.at(-1)!.offset + 1n
      if (from > 0) await alive()
      try {
        await apply(topic, partition, at, next, records)
        at = next
      } catch (error) {
        if (error instanceof Moved) return await moved(topic, partition)
        log.warn({ err: error, topic, partition, at: String(at) }, 'a batch failed: its facts are tried one by one')
        at = await oneByOne(topic, partition, at, next, records, alive)
        if (at !== next) return at
      }
      known.set(`${topic} ${partition}`, at)
    }
    return at
  }

  function read(record: Batch['records'][number]): Read {
    const fact = fromHeaders(record.headers, record.key)
    const handler = fact && handlers.get(fact.type)
    if (!handler) metrics.count('lyceum_facts_skipped_total', { consumer: name, type: fact?.type ?? 'unknown' })
    return handler ? { ...record, fact, handler } : record
  }

  /**
   * Compare and set: rolls back (Moved) when the partition does not stand at `begin`. Answers what was seen before the rebuild, and which
   * of `ids` are new here; they are in the inbox from now on.
   * The commit need not reach the disk at once: what a crash takes, it takes together with the position, and it is read again.
   */
  async function advance(tx: Tx, topic: string, partition: number, begin: bigint, next: bigint, ids: string[] = []) {
    const [row] = await rows<{ rebuild_until: string | bigint; fresh: string[] }>(
      tx,
      `
      with here as (
        update kit.positions set position = $4::text::bigint where topic = $1 and partition = $2::int and position = $3::text::bigint
        returning rebuild_until, set_config('synchronous_commit', 'off', true)),
      fresh as (
        insert into kit.inbox (id) select unnest($5::uuid[]) from here on conflict do nothing returning id)
      select rebuild_until, array(select id::text from fresh) as fresh from here`,
      topic,
      partition,
      String(begin),
      String(next),
      ids,
    )
    if (!row) throw new Moved()
    return { rebuildUntil: BigInt(row.rebuild_until), fresh: new Set(row.fresh) }
  }

  async function apply(topic: string, partition: number, begin: bigint, next: bigint, records: Read[]) {
    const ours = records.filter(({ handler }) => handler)
    if (ours.length === 0) {
      await advance(
        { $queryRawUnsafe: async (sql: string, ...values: unknown[]) => (await pool.query(sql, values)).rows } as Tx,
        topic,
        partition,
        begin,
        next,
      )
      return
    }
    const made = { facts: false, jobs: false }
    await db.$transaction(async (tx: Tx) => {
      const { rebuildUntil, fresh } = await advance(
        tx,
        topic,
        partition,
        begin,
        next,
        ours.map(({ fact }) => fact!.id),
      )
      for (const record of ours) {
        if (!fresh.delete(record.fact!.id)) continue
        const { marks, jobs } = await handle(tx, record, record.offset < rebuildUntil)
        made.facts ||= marks.size > 0
        made.jobs ||= jobs === true
        if (record.value === null) await tx.$executeRawUnsafe('delete from kit.parked where key = $1', record.key) // forgotten here too
      }
    }, transaction)
    for (const { fact } of ours)
      metrics.time('lyceum_fact_lag_seconds', Math.max(0, now().getTime() - fact!.time.getTime()) / 1000, { consumer: name })
    metrics.count('lyceum_facts_handled_total', { consumer: name, topic }, ours.length)
    if (made.facts || made.jobs) committed(made)
  }

  async function handle(tx: Tx, { handler, fact, value }: Read, rebuilding: boolean) {
    const outward = !rebuilding && now().getTime() - fact!.time.getTime() < day
    const work: Context = { requestId: fact!.id, marks: new Map() }
    await handling(name, fact!, (traceparent) => {
      if (traceparent) work.traceparent = traceparent
      return within(work, () => handler!.handle(tx as never, fromValue(handler!.schema, value) as never, { ...fact!, rebuilding, outward }))
    })
    return work
  }

  async function oneByOne(
    topic: string,
    partition: number,
    begin: bigint,
    end: bigint,
    records: Read[],
    alive: () => Promise<void>,
  ): Promise<bigint> {
    let at = begin
    for (const [nth, record] of records.entries()) {
      const next = nth === records.length - 1 ? end : record.offset + 1n
      for (let failures = 0, done = false; !done; ) {
        try {
          await apply(topic, partition, at, next, [record])
          done = true
        } catch (error) {
          if (error instanceof Moved) return await moved(topic, partition)
          if (isPoison(error) && (await answers())) failures++
          if (failures === attempts) {
            await setAside(topic, partition, at, next, record, error)
            done = true
          } else {
            await alive()
            await sleep(failures === 0 ? 500 : 25 * 2 ** failures)
            await alive()
          }
        }
      }
      at = next
    }
    return at
  }

  async function setAside(topic: string, partition: number, begin: bigint, next: bigint, record: Read, error: unknown) {
    await db.$transaction(async (tx: Tx) => {
      await advance(tx, topic, partition, begin, next)
      await park(tx, { topic, partition, record, error, attempts })
    }, transaction)
    metrics.count('lyceum_facts_parked_total', { consumer: name, type: record.fact!.type })
    log.error(
      { err: error, topic, fact: record.fact!.id, type: record.fact!.type, key: record.key },
      'a fact failed five times and is parked',
    )
  }
  const answers = () =>
    pool.query('select 1').then(
      () => true,
      () => false,
    )

  const inbound = await bus.inbound({ group: name, topics: topicsOf(consumers), position, deliver })
  const asked = { pool, log, positions, known, reposition: () => inbound.reposition(), replay }
  const timers = [
    setInterval(() => void pool.query(`delete from kit.inbox where at < clock_timestamp() - interval '7 days'`).catch(() => {}), 3_600_000),
    setInterval(() => void doWhatIsAsked(asked).catch(() => {}), lookEvery),
    countParked(pool, name, metrics),
  ].map((timer) => timer.unref())
  metrics.gauge('lyceum_consumer_lag', () => inbound.lag(), { consumer: name })

  async function positions(): Promise<Position[]> {
    const found = await pool.query<{ topic: string; partition: number; position: string; rebuild_until: string }>(
      'select topic, partition, position, rebuild_until from kit.positions order by topic, partition',
    )
    return found.rows.map(({ topic, partition, position: at, rebuild_until: until }) => ({
      topic,
      partition,
      position: BigInt(at),
      rebuilding: BigInt(at) < BigInt(until),
    }))
  }
  async function replay(id: string): Promise<boolean> {
    const replayed = await db.$transaction(
      (tx: Tx) =>
        replayParked(tx, id, async (record) => {
          const again = read(record)
          if (again.handler) await handle(tx, again, false)
        }),
      transaction,
    )
    if (replayed) committed({ facts: true, jobs: true })
    return replayed
  }

  return {
    positions,
    lag: () => inbound.lag(),
    replay,
    async rebuild(clear) {
      await db.$transaction(async (tx: Tx) => {
        await askRebuild(tx)
        await clear?.(tx)
      }, transaction)
      log.info('reading everything again from the beginning')
      await inbound.reposition()
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await inbound.close()
    },
  }
}

/** The fact's own fault, as far as can be told: not the database going away, not a pool without a free connection. */
const isPoison = (error: unknown): boolean =>
  !isDatabaseDown(error) || /Transaction already closed|expired transaction/.test((error as Error).message)
