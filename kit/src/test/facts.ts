// Services for tests of facts: a Database over plain pg, readable metrics, a producer and consumers over either bus.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import type { Bus } from '../bus/bus.ts'
import { memoryBus } from '../bus/memory.ts'
import type { Consumers } from '../facts/consumer.ts'
import { type Consumer, startConsumer } from '../facts/consumer-loop.ts'
import { type Database, plainDatabase, type Tx } from '../database/database.ts'
import { type KafkaOptions, kafkaBus } from '../bus/kafka/bus.ts'
import type { Kv } from '../kv/kv.ts'
import { memoryKv } from '../kv/memory.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { type Relay, startRelay } from '../facts/relay.ts'
import { testDatabase } from './test-database.ts'

export const quiet = pino({ level: process.env.LOG_LEVEL ?? 'silent' })

/** Metrics that record counters alone. */
export function countingMetrics(): Metrics & { counted: Map<string, number> } {
  const counted = new Map<string, number>()
  return {
    counted,
    time: () => {},
    gauge: () => {},
    text: async () => '',
    count: (name, _labels, by = 1) => {
      counted.set(name, (counted.get(name) ?? 0) + by)
    },
  }
}

export type BusName = 'memory' | 'kafka'
export const makeBus = (name: BusName, options: Partial<KafkaOptions> = {}): Bus =>
  name === 'memory'
    ? memoryBus()
    : kafkaBus({
        brokers: process.env.KAFKA_BROKERS!.split(','),
        prefix: `t${randomUUID().slice(0, 8)}`,
        log: quiet,
        ...options,
      })

/** One producing and any number of consuming services over a bus; everything is closed by `close`. */
export async function startFactServices(
  name: BusName,
  given: { bus?: Bus; topic?: string; url?: (service: string) => Promise<string> } = {},
) {
  const bus = given.bus ?? makeBus(name)
  const kv: Kv = memoryKv()
  const metrics = countingMetrics()
  const database = given.url ?? testDatabase
  const closing: (() => Promise<unknown>)[] = [() => bus.close(), () => kv.close()]
  const openPool = (url: string) => {
    const pool = new pg.Pool({ connectionString: url, max: 6 })
    pool.on('error', () => {})
    closing.push(() => pool.end())
    return pool
  }
  const url = await database('kit')
  const pool = openPool(url)
  const topic = given.topic ?? 'lyceum.course.v1'
  const relay = await relayOver(pool)

  async function relayOver(over: pg.Pool): Promise<Relay> {
    const made = await startRelay({ pool: over, bus, topic, kv, log: quiet, metrics })
    closing.unshift(() => made.stop())
    return made
  }
  /** Commits what `work` does, then wakes the relay. */
  async function commit<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const answer = await plainDatabase(pool).$transaction(work)
    relay.wake()
    return answer
  }
  /** A consuming service: its database has the table seen(key, said, version) besides kit's. */
  async function consume(
    consumers: Consumers,
    options: { url?: string; service?: string; db?: (pool: pg.Pool) => Database; bus?: Bus } = {},
  ) {
    const itsUrl = options.url ?? (await database('kit'))
    const itsPool = openPool(itsUrl)
    await itsPool.query('create table if not exists seen (nth bigserial primary key, key text, said text, version bigint)')
    const itsMetrics = countingMetrics()
    const consumer: Consumer = await startConsumer({
      name: options.service ?? 'reader',
      db: options.db?.(itsPool) ?? plainDatabase(itsPool),
      pool: itsPool,
      bus: options.bus ?? bus,
      consumers,
      log: quiet,
      metrics: itsMetrics,
      requestPoll: 500,
    })
    closing.unshift(() => consumer.stop())
    const seen = async () =>
      (await itsPool.query<{ key: string; said: string; version: string }>('select key, said, version from seen order by nth')).rows
    return { consumer, pool: itsPool, url: itsUrl, seen, metrics: itsMetrics }
  }
  return {
    bus,
    kv,
    pool,
    url,
    relay,
    commit,
    consume,
    metrics,
    relayOver,
    openPool,
    async close() {
      for (const one of closing.splice(0)) await one()
    },
  }
}
export type FactServices = Awaited<ReturnType<typeof startFactServices>>
