// The topics as a log that is kept elsewhere and begun anew: where their partitions end, what stands between two places, taking them
// away. For backups and restores; nothing that serves people is here.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import kafkajs from 'kafkajs'
import { type Connection, connect, timing } from './client.ts'
import { topicConfig, type TopicWishes } from './topics.ts'

export type End = { partition: number; low: bigint; high: bigint }
export type Range = { partition: number; from: bigint; to: bigint }
export type Logged = { partition: number; offset: string; key: string; value: string | null; headers: Record<string, string>; at: number }

export type Described = {
  partitions: number
  /** Copies of the partition that has fewest; partitions that miss one just now, or have no leader. */
  copies: number
  short: number
  offline: number
  wanted: { partitions: number }
  /** Setting → as it is, as it should be. */
  differing: Record<string, [is: string, wanted: string]>
}

export type TopicLog = {
  /** Of the topics that there are; a topic that is missing is not in the answer. */
  ends(topics: string[]): Promise<Map<string, End[]>>
  /** How they are set up, beside how they should be. */
  describe(topics: string[]): Promise<{ brokers: number; topics: Map<string, Described> }>
  /** Every record of these ranges, a partition's own in order. Throws when the broker gives nothing more for a minute. */
  read(topic: string, ranges: Range[], each: (record: Logged) => Promise<void> | void): Promise<void>
  /** Resolves when they are gone. */
  remove(topics: string[]): Promise<void>
  close(): Promise<void>
}

/** Milliseconds. */
const patience = 60_000

/** Throws at once when no broker answers. */
export async function topicLog({
  prefix = 'lyceum',
  replication,
  actionDays,
  ...connection
}: Connection & TopicWishes & { prefix?: string }): Promise<TopicLog> {
  const kafka = connect(connection, { ...timing, retries: 2 })
  const real = (topic: string) => topic.replace(/^lyceum(?=\.)/, prefix)
  const admin = kafka.admin()
  await admin.connect()
  const there = async (topics: string[]) => {
    const all = new Set(await admin.listTopics())
    return topics.filter((topic) => all.has(real(topic)))
  }

  async function read(topic: string, ranges: Range[], each: (record: Logged) => Promise<void> | void) {
    const wanted = new Map(ranges.filter(({ from, to }) => from < to).map((range) => [range.partition, range]))
    if (wanted.size === 0) return
    const groupId = `${prefix}.log.${randomUUID()}`
    const member = kafka.consumer({ groupId, maxWaitTimeInMs: 100, allowAutoTopicCreation: false })
    const over = Promise.withResolvers<void>()
    let heard = Date.now()
    const end = (partition: number) => {
      wanted.delete(partition)
      member.pause([{ topic: real(topic), partitions: [partition] }])
      if (wanted.size === 0) over.resolve()
    }
    member.on(member.events.GROUP_JOIN, ({ payload }) => {
      for (const partition of payload.memberAssignment[real(topic)] ?? []) {
        const range = wanted.get(partition)
        if (range) member.seek({ topic: real(topic), partition, offset: String(range.from) })
        else member.pause([{ topic: real(topic), partitions: [partition] }])
      }
    })
    member.on(member.events.CRASH, ({ payload }) => over.reject(payload.error))
    const late = setInterval(() => {
      if (Date.now() - heard > patience) over.reject(new Error(`Kafka gives nothing more of ${real(topic)}`))
    }, 1000)
    try {
      await member.connect()
      await member.subscribe({ topics: [real(topic)], fromBeginning: true })
      await member.run({
        autoCommit: false,
        eachBatch: async ({ batch, heartbeat }) => {
          const range = wanted.get(batch.partition)
          if (!range) return
          heard = Date.now()
          for (const { offset, key, value, headers, timestamp } of batch.messages) {
            if (BigInt(offset) < range.from) continue
            if (BigInt(offset) >= range.to) break
            await each({
              partition: batch.partition,
              offset,
              key: String(key ?? ''),
              value: value === null ? null : String(value),
              headers: Object.fromEntries(Object.entries(headers ?? {}).map(([name, one]) => [name, String(one ?? '')])),
              at: Number(timestamp),
            })
            range.from = BigInt(offset) + 1n
          }
          await heartbeat()
          if (BigInt(batch.lastOffset()) + 1n >= range.to) end(batch.partition)
        },
      })
      await over.promise
    } finally {
      clearInterval(late)
      await member.disconnect().catch(() => {})
      await admin.deleteGroups([groupId]).catch(() => {})
    }
  }

  async function describe(topics: string[]) {
    const { brokers } = await admin.describeCluster()
    const found = await there(topics)
    const described = new Map<string, Described>()
    if (found.length === 0) return { brokers: brokers.length, topics: described }
    const { topics: metadata } = await admin.fetchTopicMetadata({ topics: found.map(real) })
    const type = kafkajs.ConfigResourceTypes.TOPIC
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: found.map((topic) => ({ type, name: real(topic) })),
    })
    for (const topic of found) {
      const wanted = topicConfig(topic, real(topic), { replication, actionDays })
      const partitions = metadata.find(({ name }) => name === real(topic))?.partitions ?? []
      const now = new Map(
        resources.find(({ resourceName }) => resourceName === real(topic))?.configEntries.map((one) => [one.configName, one.configValue]),
      )
      described.set(topic, {
        partitions: partitions.length,
        copies: Math.min(...partitions.map(({ replicas }) => replicas.length)),
        short: partitions.filter(({ replicas, isr }) => isr.length < replicas.length).length,
        offline: partitions.filter(({ leader }) => leader < 0).length,
        wanted: { partitions: wanted.numPartitions ?? 0 },
        differing: Object.fromEntries(
          (wanted.configEntries ?? []).flatMap(({ name, value }) =>
            now.get(name) === value ? [] : [[name, [now.get(name) ?? '', value]]],
          ),
        ),
      })
    }
    return { brokers: brokers.length, topics: described }
  }

  return {
    read,
    describe,
    async ends(topics) {
      const found = await Promise.all(
        (await there(topics)).map(async (topic) => {
          const offsets = await admin.fetchTopicOffsets(real(topic))
          return [topic, offsets.map(({ partition, low, high }) => ({ partition, low: BigInt(low), high: BigInt(high) }))] as const
        }),
      )
      return new Map(found)
    },
    async remove(topics) {
      const gone = await there(topics)
      if (gone.length > 0) await admin.deleteTopics({ topics: gone.map(real) })
      for (let i = 0; (await there(topics)).length > 0; i++) {
        if (i === 300) throw new Error('Kafka has not taken the topics away within 30 s')
        await sleep(100)
      }
    },
    close: () => admin.disconnect(),
  }
}
