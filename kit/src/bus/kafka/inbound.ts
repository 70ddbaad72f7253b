// The inbound side: reads topics as a member of the service's consumer group. Positions are kept in the service's own database; the offsets
// committed to Kafka only show the lag.
import { setTimeout as sleep } from 'node:timers/promises'
import kafkajs, { type Admin, type Consumer, type EachBatchPayload, type Kafka } from 'kafkajs'
import type { Batch, Inbound, Reader } from '../bus.ts'
import { isCompacted } from '../../facts/wire-format.ts'
import { limitConcurrency } from '../../limit-concurrency.ts'
import type { Log } from '../../telemetry/log.ts'
import { retry, type Timing } from './client.ts'

export type InboundOptions = {
  kafka: Kafka
  admin(): Promise<Admin>
  reader: Reader
  log: Log
  timing: Timing
  waitForTopics(signal: AbortSignal): Promise<void>
  /** Topic → its name at the broker, and back. */
  brokerName(topic: string): string
  topicName(brokerName: string): string
  prefix: string
}

const concurrency = 4
/** Interval of commits of our positions to Kafka, milliseconds. */
const commitEvery = 5000

export function inbound({ kafka, admin, reader, log, timing, waitForTopics, brokerName, topicName, prefix }: InboundOptions): Inbound {
  const end = new AbortController()
  const lags = new Map<string, number>()
  /** The position of each partition of ours; `offset` is set once the database has answered. */
  const positions = new Map<string, { topic: string; partition: number; at: Promise<bigint>; offset?: bigint }>()
  let consumer: Consumer | undefined
  // a member gets all its partitions at once: reading all positions concurrently would keep connections from calls
  const limited = limitConcurrency(2)

  const lowOffsets = async (topic: string) =>
    new Map((await (await admin()).fetchTopicOffsets(brokerName(topic))).map(({ partition, low }) => [partition, BigInt(low)]))
  const keyOf = (topic: string, partition: number) => `${topic} ${partition}`

  /** Reads the position from the database and seeks to it. Batches fetched before that are dropped. */
  function locate(member: Consumer, topic: string, partition: number, low: Promise<Map<number, bigint>>) {
    const at = (async () => {
      for (;;) {
        try {
          const first = (await low).get(partition) ?? 0n
          return await limited(() => reader.position(topic, partition, first))
        } catch (error) {
          if (end.signal.aborted) throw error
          log.warn({ err: error, topic, partition }, 'the position cannot be read yet')
          await sleep(500, undefined, { signal: end.signal })
          low = lowOffsets(topic)
          low.catch(() => {})
        }
      }
    })()
    const entry: { topic: string; partition: number; at: Promise<bigint>; settled?: bigint } = { topic, partition, at }
    positions.set(keyOf(topic, partition), entry)
    return at
      .then((offset) => {
        if (positions.get(keyOf(topic, partition)) !== entry) return // located again meanwhile
        entry.settled = offset
        member.seek({ topic: brokerName(topic), partition, offset: String(offset) })
      })
      .catch(() => {})
  }
  function goTo(member: Consumer, topic: string, partition: number, offset: bigint) {
    positions.set(keyOf(topic, partition), { topic, partition, at: Promise.resolve(offset), offset: offset })
    member.seek({ topic: brokerName(topic), partition, offset: String(offset) })
  }

  async function eachBatch(member: Consumer, { batch, heartbeat, isRunning, isStale, resolveOffset }: EachBatchPayload) {
    const { partition } = batch
    const topic = topicName(batch.topic)
    const entry = positions.get(keyOf(topic, partition))
    if (!entry || !isRunning() || isStale()) return
    const begin = await entry.at
    if (isStale() || positions.get(keyOf(topic, partition)) !== entry) return
    const fetched = BigInt((batch as unknown as { fetchedOffset: string }).fetchedOffset)
    // kafkajs skips the gaps of compaction by itself; any other difference means that the batch is not from our position
    if (fetched !== begin && !(isCompacted(topic) && fetched > begin)) return await locate(member, topic, partition, lowOffsets(topic))
    const delivery: Batch = {
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
      const next = await reader.deliver(delivery, heartbeat)
      lags.set(keyOf(topic, partition), Math.max(0, Number(BigInt(batch.highWatermark) - next)))
      if (positions.get(keyOf(topic, partition)) !== entry) return
      if (next !== delivery.next) return goTo(member, topic, partition, next)
      positions.set(keyOf(topic, partition), { ...entry, at: Promise.resolve(next), offset: next })
      resolveOffset(batch.messages.at(-1)!.offset)
    } catch (error) {
      if (/^KafkaJS/.test((error as Error).name)) throw error // a rebalance: kafkajs joins the group again
      log.warn({ err: error, topic, partition }, 'a batch could not be delivered: it is read again from its position')
      await sleep(300)
      await locate(member, topic, partition, lowOffsets(topic))
    }
  }

  /** Runs one member of the group, until kafkajs gives up. */
  async function runMember() {
    await waitForTopics(end.signal)
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
        const low = lowOffsets(topicName(topic))
        low.catch(() => {})
        for (const partition of partitions) void locate(member, topicName(topic), partition, low)
      }
    })
    // kafkajs calls restartOnFailure only for errors that it considers retriable
    member.on(member.events.CRASH, ({ payload }) => {
      if (payload.restart || end.signal.aborted) return
      log.error({ err: payload.error, group: reader.group }, 'the consumer crashed and is started again')
      crashed.resolve()
    })
    try {
      await member.connect()
      await member.subscribe({ topics: reader.topics.map(brokerName), fromBeginning: true })
      await member.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: concurrency,
        eachBatch: (payload) => eachBatch(member, payload),
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
  async function commit(member: Consumer) {
    const offsets = [...positions.values()].flatMap(({ topic, partition, offset }) =>
      offset === undefined ? [] : [{ topic: brokerName(topic), partition, offset: String(offset) }],
    )
    if (offsets.length > 0) await member.commitOffsets(offsets).catch(() => {})
  }
  const commitTimer = setInterval(() => {
    if (consumer) void commit(consumer)
  }, commitEvery).unref()
  const running = (async () => {
    while (!end.signal.aborted) {
      try {
        await runMember()
      } catch (error) {
        if (end.signal.aborted) break
        log.warn({ err: error, group: reader.group }, 'the consumer cannot join its group yet')
        await sleep(1000, undefined, { signal: end.signal }).catch(() => {})
      }
    }
  })()

  return {
    async reposition() {
      if (!consumer) return
      const member = consumer
      const low = new Map(reader.topics.map((topic) => [topic, lowOffsets(topic)]))
      for (const each of low.values()) each.catch(() => {})
      await Promise.all([...positions.values()].map(({ topic, partition }) => locate(member, topic, partition, low.get(topic)!)))
    },
    lag: () => [...lags.values()].reduce((sum, one) => sum + one, 0),
    async close() {
      clearInterval(commitTimer)
      end.abort(new kafkajs.KafkaJSError('the consumer is closing'))
      await running
    },
  }
}
