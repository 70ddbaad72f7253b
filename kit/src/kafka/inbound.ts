// Reads topics as a member of the service's group. Where to read is said by the service's own database; Kafka's offsets only show lag.
import { setTimeout as sleep } from 'node:timers/promises'
import kafkajs, { type Admin, type Consumer, type EachBatchPayload, type Kafka } from 'kafkajs'
import type { Batch, Inbound, Reader } from '../bus.ts'
import { isCompacted } from '../facts.ts'
import { few } from '../few.ts'
import type { Log } from '../log.ts'
import { retry, type Timing } from './client.ts'

export type InboundOptions = {
  kafka: Kafka
  admin(): Promise<Admin>
  reader: Reader
  log: Log
  timing: Timing
  prepared(signal: AbortSignal): Promise<void>
  /** Topic → what the broker calls it, and back. */
  real(topic: string): string
  plain(real: string): string
  prefix: string
}

const concurrency = 4
/** Kafka learns our positions this often, milliseconds. */
const showLag = 5000

export function inbound({ kafka, admin, reader, log, timing, prepared, real, plain, prefix }: InboundOptions): Inbound {
  const end = new AbortController()
  const lags = new Map<string, number>()
  /** Where each partition of ours stands; a promise while the database is asked. */
  const positions = new Map<string, { topic: string; partition: number; at: Promise<bigint>; settled?: bigint }>()
  let consumer: Consumer | undefined
  // all partitions of a member are given to it at once: were they all asked for, calls would wait for connections
  const asking = few(2)

  const lows = async (topic: string) =>
    new Map((await (await admin()).fetchTopicOffsets(real(topic))).map(({ partition, low }) => [partition, BigInt(low)]))
  const keyOf = (topic: string, partition: number) => `${topic} ${partition}`

  /** Asks the database where to go on and goes there. What is fetched before that is let pass unused. */
  function locate(of: Consumer, topic: string, partition: number, low: Promise<Map<number, bigint>>) {
    const at = (async () => {
      for (;;) {
        try {
          const lowest = (await low).get(partition) ?? 0n
          return await asking(() => reader.position(topic, partition, lowest))
        } catch (error) {
          if (end.signal.aborted) throw error
          log.warn({ err: error, topic, partition }, 'the position cannot be read yet')
          await sleep(500, undefined, { signal: end.signal })
          low = lows(topic)
          low.catch(() => {})
        }
      }
    })()
    const place: { topic: string; partition: number; at: Promise<bigint>; settled?: bigint } = { topic, partition, at }
    positions.set(keyOf(topic, partition), place)
    return at
      .then((found) => {
        if (positions.get(keyOf(topic, partition)) !== place) return // asked again meanwhile
        place.settled = found
        of.seek({ topic: real(topic), partition, offset: String(found) })
      })
      .catch(() => {})
  }
  function goTo(of: Consumer, topic: string, partition: number, offset: bigint) {
    positions.set(keyOf(topic, partition), { topic, partition, at: Promise.resolve(offset), settled: offset })
    of.seek({ topic: real(topic), partition, offset: String(offset) })
  }

  async function eachBatch(of: Consumer, { batch, heartbeat, isRunning, isStale, resolveOffset }: EachBatchPayload) {
    const { partition } = batch
    const topic = plain(batch.topic)
    const place = positions.get(keyOf(topic, partition))
    if (!place || !isRunning() || isStale()) return
    const begin = await place.at
    if (isStale() || positions.get(keyOf(topic, partition)) !== place) return
    const fetched = BigInt((batch as unknown as { fetchedOffset: string }).fetchedOffset)
    // compaction leaves gaps that kafkajs steps over by itself; any other difference means: not from where we stand
    if (fetched !== begin && !(isCompacted(topic) && fetched > begin)) return await locate(of, topic, partition, lows(topic))
    const given: Batch = {
      topic,
      partition,
      begin,
      next: BigInt(batch.lastOffset()) + 1n,
      records: batch.messages.map((message) => ({
        offset: BigInt(message.offset),
        key: String(message.key ?? ''),
        value: message.value === null ? null : String(message.value),
        headers: Object.fromEntries(Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value ?? '')])),
      })),
    }
    try {
      const next = await reader.deliver(given, heartbeat)
      lags.set(keyOf(topic, partition), Math.max(0, Number(BigInt(batch.highWatermark) - next)))
      if (positions.get(keyOf(topic, partition)) !== place) return
      if (next !== given.next) return goTo(of, topic, partition, next)
      positions.set(keyOf(topic, partition), { ...place, at: Promise.resolve(next), settled: next })
      resolveOffset(batch.messages.at(-1)!.offset)
    } catch (error) {
      if (/^KafkaJS/.test((error as Error).name)) throw error // a rebalance: kafkajs joins again
      log.warn({ err: error, topic, partition }, 'a batch could not be delivered: again from its position')
      await sleep(300)
      await locate(of, topic, partition, lows(topic))
    }
  }

  /** One life of the group member: ends when kafkajs gives up. */
  async function life() {
    await prepared(end.signal)
    const member = kafka.consumer({
      groupId: `${prefix}.${reader.group}`,
      sessionTimeout: 10_000,
      rebalanceTimeout: 10_000,
      heartbeatInterval: 1000,
      maxWaitTimeInMs: 250,
      allowAutoTopicCreation: false,
      retry: { ...retry(timing), restartOnFailure: async () => true },
    })
    const crashed = Promise.withResolvers<void>()
    member.on(member.events.GROUP_JOIN, ({ payload }) => {
      positions.clear()
      lags.clear()
      for (const [topic, partitions] of Object.entries(payload.memberAssignment)) {
        const low = lows(plain(topic))
        low.catch(() => {})
        for (const partition of partitions) void locate(member, plain(topic), partition, low)
      }
    })
    // kafkajs asks restartOnFailure only for errors that it holds to be retriable
    member.on(member.events.CRASH, ({ payload }) => {
      if (payload.restart || end.signal.aborted) return
      log.error({ err: payload.error, group: reader.group }, 'the consumer crashed and begins again')
      crashed.resolve()
    })
    try {
      await member.connect()
      await member.subscribe({ topics: reader.topics.map(real), fromBeginning: true })
      await member.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: concurrency,
        eachBatch: (given) => eachBatch(member, given),
      })
      consumer = member
      end.signal.addEventListener('abort', () => crashed.resolve(), { once: true })
      if (!end.signal.aborted) await crashed.promise
      if (end.signal.aborted) await commit(member)
    } finally {
      consumer = undefined
      await Promise.race([member.disconnect().catch(() => {}), sleep(10_000, undefined, { ref: false })])
    }
  }
  async function commit(of: Consumer) {
    const offsets = [...positions.values()].flatMap(({ topic, partition, settled }) =>
      settled === undefined ? [] : [{ topic: real(topic), partition, offset: String(settled) }],
    )
    if (offsets.length > 0) await of.commitOffsets(offsets).catch(() => {})
  }
  const shown = setInterval(() => {
    if (consumer) void commit(consumer)
  }, showLag).unref()
  const running = (async () => {
    while (!end.signal.aborted) {
      try {
        await life()
      } catch (error) {
        if (end.signal.aborted) break
        log.warn({ err: error, group: reader.group }, 'the consumer cannot join yet')
        await sleep(1000, undefined, { signal: end.signal }).catch(() => {})
      }
    }
  })()

  return {
    async reposition() {
      if (!consumer) return
      const of = consumer
      const low = new Map(reader.topics.map((topic) => [topic, lows(topic)]))
      for (const each of low.values()) each.catch(() => {})
      await Promise.all([...positions.values()].map(({ topic, partition }) => locate(of, topic, partition, low.get(topic)!)))
    },
    lag: () => [...lags.values()].reduce((sum, one) => sum + one, 0),
    async close() {
      clearInterval(shown)
      end.abort(new kafkajs.KafkaJSError('the consumer is closing'))
      await running
    },
  }
}
