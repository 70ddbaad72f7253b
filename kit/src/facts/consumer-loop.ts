// The loop of a service's consumers: a batch of one partition is one transaction with its inbox rows and its position. After a failure its
// facts are applied one by one; a fact that fails five times while the database answers is parked, so that the others continue.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { applyOperatorRequests } from './operator-requests.ts'
import type { Batch, Bus } from '../bus/bus.ts'
import { type Consumers, handlersOf, topicsOf } from './consumer.ts'
import { backgroundQueries } from '../database/connections.ts'
import { type Database, isDatabaseDown, plain, rows, run, type Tx } from '../database/database.ts'
import { inBulk } from '../jobs/precedence.ts'
import { beginBatch, writeGathered } from './gathered.ts'
import { handling, inRuns, isHandled, producedIn, type ReadRecord } from './handling.ts'
import { fromHeaders } from './wire-format.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { Produced } from '../calls/routes.ts'
import { requestRebuild, countParked, park, replayParked } from './parked.ts'

export type ConsumerOptions = {
  /** The service: its processes share the partitions. */
  name: string
  db: Database<any>
  pool: Pool
  bus: Bus
  consumers: Consumers
  log: Log
  metrics: Metrics
  now?(): Date
  /** After each batch that handled something: facts or jobs may have been produced. */
  onCommit?(produced: Produced): void
  /** Interval of looking for operators' requests, milliseconds. */
  requestPoll?: number
}
export type Position = { topic: string; partition: number; position: bigint; rebuilding: boolean }
export type Consumer = {
  positions(): Promise<Position[]>
  /** Reads all facts again from the first; `clear` empties the tables that are filled from them, in the same transaction. */
  rebuild(clear?: (tx: Tx) => Promise<unknown>): Promise<void>
  /** Applies a parked fact once more and removes it from the list; false when it is not on it. Throws the handler's error. */
  replay(id: string): Promise<boolean>
  /** Number of records that this process has still to read. */
  lag(): number
  /** Finishes the current batch. */
  stop(): Promise<void>
}

/** The stored position is not the batch's: another owner has moved it. */
class PositionConflict extends Error {}

const chunkSize = 100
const attempts = 5

export async function startConsumer({
  name,
  db,
  pool,
  bus,
  consumers,
  log,
  metrics,
  now = () => new Date(),
  onCommit = () => {},
  requestPoll = 3000,
}: ConsumerOptions): Promise<Consumer> {
  const handlers = handlersOf(consumers)
  const positionCache = new Map<string, bigint>()
  const handle = handling(name, now)

  async function position(topic: string, partition: number, low: bigint): Promise<bigint> {
    const {
      rows: [row],
    } = await pool.query<{ position: string }>(
      `
      insert into kit.positions as p (topic, partition, position) values ($1, $2, $3)
      on conflict (topic, partition) do update set position = greatest(p.position, excluded.position) returning position`,
      [topic, partition, String(low)],
    )
    const offset = BigInt(row!.position)
    positionCache.set(`${topic} ${partition}`, offset)
    return offset
  }
  const rereadPosition = (topic: string, partition: number) => position(topic, partition, 0n)

  async function deliver(batch: Batch, keepAlive: () => Promise<void>): Promise<bigint> {
    const { topic, partition } = batch
    let offset = batch.begin
    for (let from = 0; from < Math.max(1, batch.records.length); from += chunkSize) {
      const records = batch.records.slice(from, from + chunkSize).map(read)
      const next = from + chunkSize >= batch.records.length ? batch.next : records.at(-1)!.offset + 1n
      if (from > 0) await keepAlive()
      try {
        const work = () => apply(topic, partition, offset, next, records)
        await (isInBulk(records) ? inBulk(work, { follows: true }) : work())
        offset = next
      } catch (error) {
        if (error instanceof PositionConflict) return await rereadPosition(topic, partition)
        log.warn({ err: error, topic, partition, at: String(offset) }, 'a batch failed: its facts are applied one by one')
        offset = await oneByOne(topic, partition, offset, next, records, keepAlive)
        if (offset !== next) return offset
      }
      positionCache.set(`${topic} ${partition}`, offset)
    }
    return offset
  }

  function read(record: Batch['records'][number]): ReadRecord {
    const fact = fromHeaders(record.headers, record.key)
    const handler = fact && handlers.get(fact.type)
    if (!handler) metrics.count('lyceum_facts_skipped_total', { consumer: name, type: fact?.type ?? 'unknown' })
    return handler ? { ...record, fact, handler } : record
  }

  /**
   * Compare and set: throws PositionConflict when the stored position is not `begin`. Puts `ids` into the inbox; returns those that were new,
   * and the position up to which facts were applied before a rebuild.
   * The commit need not reach the disk at once: a crash loses it together with the position, and the facts are read again.
   */
  async function advance(tx: Tx, topic: string, partition: number, begin: bigint, next: bigint, ids: string[] = []) {
    const [row] = await rows<{ rebuild_until: string | bigint; fresh: string[] }>(
      tx,
      `
      with here as (
        update kit.positions set position = $4 where topic = $1 and partition = $2 and position = $3
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
    if (!row) throw new PositionConflict()
    return { rebuildUntil: BigInt(row.rebuild_until), fresh: new Set(row.fresh) }
  }

  async function apply(topic: string, partition: number, begin: bigint, next: bigint, records: ReadRecord[]) {
    const ours = records.filter(isHandled)
    if (ours.length === 0) {
      await advance(plain(pool), topic, partition, begin, next)
      return
    }
    const produced = { facts: false, jobs: false }
    const note = ({ facts, jobs }: Produced) => {
      produced.facts ||= facts
      produced.jobs ||= jobs
    }
    await db.$transaction(async (tx: Tx) => {
      const { rebuildUntil, fresh } = await advance(
        tx,
        topic,
        partition,
        begin,
        next,
        ours.map(({ fact }) => fact.id),
      )
      beginBatch(tx)
      const applied = ours.filter(({ fact }) => fresh.delete(fact.id))
      for (const records of inRuns(applied)) {
        note(await handle(tx, records, ({ offset }) => offset < rebuildUntil))
        // the tombstone holds for parked facts too
        for (const { key, value } of records) if (value === null) await run(tx, 'delete from kit.parked where key = $1', key)
      }
      note(await producedIn({ requestId: ours[0]!.fact.id }, () => writeGathered(tx)))
    })
    for (const { fact } of ours)
      metrics.time('lyceum_fact_lag_seconds', Math.max(0, now().getTime() - fact.time.getTime()) / 1000, { consumer: name })
    metrics.count('lyceum_facts_handled_total', { consumer: name, topic }, ours.length)
    if (produced.facts || produced.jobs) onCommit(produced)
  }

  async function oneByOne(
    topic: string,
    partition: number,
    begin: bigint,
    end: bigint,
    records: ReadRecord[],
    keepAlive: () => Promise<void>,
  ): Promise<bigint> {
    let offset = begin
    for (const [nth, record] of records.entries()) {
      const next = nth === records.length - 1 ? end : record.offset + 1n
      for (let failures = 0, done = false; !done; ) {
        try {
          await apply(topic, partition, offset, next, [record])
          done = true
        } catch (error) {
          if (error instanceof PositionConflict) return await rereadPosition(topic, partition)
          if (isPoison(error) && (await databaseAnswers())) failures++
          if (failures === attempts) {
            await parkRecord(topic, partition, offset, next, record, error)
            done = true
          } else {
            await keepAlive()
            await sleep(failures === 0 ? 500 : 25 * 2 ** failures)
            await keepAlive()
          }
        }
      }
      offset = next
    }
    return offset
  }

  async function parkRecord(topic: string, partition: number, begin: bigint, next: bigint, record: ReadRecord, error: unknown) {
    await db.$transaction(async (tx: Tx) => {
      await advance(tx, topic, partition, begin, next)
      await park(tx, { topic, partition, record, error, attempts })
    })
    metrics.count('lyceum_facts_parked_total', { consumer: name, type: record.fact!.type })
    log.error(
      { err: error, topic, fact: record.fact!.id, type: record.fact!.type, key: record.key },
      'a fact failed five times and is parked',
    )
  }
  const databaseAnswers = () =>
    pool.query('select 1').then(
      () => true,
      () => false,
    )

  const inbound = await bus.inbound({ group: name, topics: topicsOf(consumers), position, deliver })
  const operatorOptions = { pool: backgroundQueries(pool), log, positions, positionCache, reposition: () => inbound.reposition(), replay }
  const timers = [
    setInterval(() => void pool.query(`delete from kit.inbox where at < clock_timestamp() - interval '7 days'`).catch(() => {}), 3_600_000),
    setInterval(() => void applyOperatorRequests(operatorOptions).catch(() => {}), requestPoll),
    countParked(pool, name, metrics),
  ].map((timer) => timer.unref())
  metrics.gauge('lyceum_consumer_lag', () => inbound.lag(), { consumer: name })

  async function positions(): Promise<Position[]> {
    const stored = await backgroundQueries(pool).query<{ topic: string; partition: number; position: string; rebuild_until: string }>(
      'select topic, partition, position, rebuild_until from kit.positions order by topic, partition',
    )
    return stored.rows.map(({ topic, partition, position: offset, rebuild_until: until }) => ({
      topic,
      partition,
      position: BigInt(offset),
      rebuilding: BigInt(offset) < BigInt(until),
    }))
  }
  async function replay(id: string): Promise<boolean> {
    const replayed = await db.$transaction((tx: Tx) =>
      replayParked(tx, id, async (record) => {
        const parked = read(record)
        if (isHandled(parked)) await handle(tx, [parked], () => false)
      }),
    )
    if (replayed) onCommit({ facts: true, jobs: true })
    return replayed
  }

  return {
    positions,
    lag: () => inbound.lag(),
    replay,
    async rebuild(clear) {
      await db.$transaction(async (tx: Tx) => {
        await requestRebuild(tx)
        await clear?.(tx)
      })
      log.info('rebuild: all facts are read again from the first')
      await inbound.reposition()
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await inbound.close()
    },
  }
}

/** Of a roster, or so many that they are a backlog. */
const isInBulk = (records: ReadRecord[]): boolean =>
  records.length === chunkSize || records.some((record) => isHandled(record) && record.fact.quiet === true)

/** True for errors of the fact or its handler, false while the database is away or its pool has no free connection. */
const isPoison = (error: unknown): boolean =>
  !isDatabaseDown(error) || /Transaction already closed|expired transaction/.test((error as Error).message)
