// The topics as a log, for backups and restores: ends of partitions, records between two offsets, description and removal of topics.
// No serving process uses it.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import kafkajs from 'kafkajs'
import { type Connection, connect, defaultTiming } from './client.ts'
import { topicConfig, type TopicOptions } from './topics.ts'

export type PartitionEnd = { partition: number; low: bigint; high: bigint }
export type OffsetRange = { partition: number; from: bigint; to: bigint }
export type LogRecord = {
  partition: number
  offset: string
  key: string
  value: string | null
  headers: Record<string, string>
  at: number
}

export type TopicDescription = {
  partitions: number
  /** Replicas of the partition with the fewest; number of partitions that lack one now, and of those without a leader. */
  replicas: number
  underReplicated: number
  offline: number
  wanted: { partitions: number }
  /** Setting → present value, expected value. */
  differing: Record<string, [is: string, wanted: string]>
}

export type TopicLog = {
  /** The ends of the partitions of each topic; a missing topic is not in the result. */
  ends(topics: string[]): Promise<Map<string, PartitionEnd[]>>
  /** Present and expected settings of each topic. */
  describe(topics: string[]): Promise<{ brokers: number; topics: Map<string, TopicDescription> }>
  /** Reads every record of these ranges, those of a partition in order. Throws when the broker sends nothing for a minute. */
  read(topic: string, ranges: OffsetRange[], each: (record: LogRecord) => Promise<void> | void): Promise<void>
  /** Deletes topics; resolves when they no longer exist. */
  remove(topics: string[]): Promise<void>
  close(): Promise<void>
}

/** Longest wait for the next record, milliseconds. */
const readTimeout = 60_000

/** Connects to the brokers; throws at once when none answers. */
export async function topicLog({
  prefix = 'lyceum',
  replication,
  actionDays,
  ...connection
}: Connection & TopicOptions & { prefix?: string }): Promise<TopicLog> {
  const kafka = connect(connection, { ...defaultTiming, retries: 2 })
  const brokerName = (topic: string) => topic.replace(/^lyceum(?=\.)/, prefix)
  const admin = kafka.admin()
  await admin.connect()
  const existing = async (topics: string[]) => {
    const all = new Set(await admin.listTopics())
    return topics.filter((topic) => all.has(brokerName(topic)))
  }

  async function read(topic: string, ranges: OffsetRange[], each: (record: LogRecord) => Promise<void> | void) {
    const wanted = new Map(ranges.filter(({ from, to }) => from < to).map((range) => [range.partition, range]))
    if (wanted.size === 0) return
    const groupId = `${prefix}.log.${randomUUID()}`
    const member = kafka.consumer({ groupId, maxWaitTimeInMs: 100, allowAutoTopicCreation: false })
    const finished = Promise.withResolvers<void>()
    let lastRecord = Date.now()
    const end = (partition: number) => {
      wanted.delete(partition)
      member.pause([{ topic: brokerName(topic), partitions: [partition] }])
      if (wanted.size === 0) finished.resolve()
    }
    member.on(member.events.GROUP_JOIN, ({ payload }) => {
      for (const partition of payload.memberAssignment[brokerName(topic)] ?? []) {
        const range = wanted.get(partition)
        if (range) member.seek({ topic: brokerName(topic), partition, offset: String(range.from) })
        else member.pause([{ topic: brokerName(topic), partitions: [partition] }])
      }
    })
    member.on(member.events.CRASH, ({ payload }) => finished.reject(payload.error))
    const watchdog = setInterval(() => {
      if (Date.now() - lastRecord > readTimeout) finished.reject(new Error(`Kafka sends nothing more of ${brokerName(topic)}`))
    }, 1000)
    try {
      await member.connect()
      await member.subscribe({ topics: [brokerName(topic)], fromBeginning: true })
      await member.run({
        autoCommit: false,
        eachBatch: async ({ batch, heartbeat }) => {
          const range = wanted.get(batch.partition)
          if (!range) return
          lastRecord = Date.now()
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
      await finished.promise
    } finally {
      clearInterval(watchdog)
      await member.disconnect().catch(() => {})
      await admin.deleteGroups([groupId]).catch(() => {})
    }
  }

  async function describe(topics: string[]) {
    const { brokers } = await admin.describeCluster()
    const present = await existing(topics)
    const described = new Map<string, TopicDescription>()
    if (present.length === 0) return { brokers: brokers.length, topics: described }
    const { topics: metadata } = await admin.fetchTopicMetadata({ topics: present.map(brokerName) })
    const type = kafkajs.ConfigResourceTypes.TOPIC
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: present.map((topic) => ({ type, name: brokerName(topic) })),
    })
    for (const topic of present) {
      const wanted = topicConfig(topic, brokerName(topic), { replication, actionDays })
      const partitions = metadata.find(({ name }) => name === brokerName(topic))?.partitions ?? []
      const current = new Map(
        resources
          .find(({ resourceName }) => resourceName === brokerName(topic))
          ?.configEntries.map((one) => [one.configName, one.configValue]),
      )
      described.set(topic, {
        partitions: partitions.length,
        replicas: Math.min(...partitions.map(({ replicas }) => replicas.length)),
        underReplicated: partitions.filter(({ replicas, isr }) => isr.length < replicas.length).length,
        offline: partitions.filter(({ leader }) => leader < 0).length,
        wanted: { partitions: wanted.numPartitions ?? 0 },
        differing: Object.fromEntries(
          (wanted.configEntries ?? []).flatMap(({ name, value }) =>
            current.get(name) === value ? [] : [[name, [current.get(name) ?? '', value]]],
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
      const present = await Promise.all(
        (await existing(topics)).map(async (topic) => {
          const offsets = await admin.fetchTopicOffsets(brokerName(topic))
          return [topic, offsets.map(({ partition, low, high }) => ({ partition, low: BigInt(low), high: BigInt(high) }))] as const
        }),
      )
      return new Map(present)
    },
    async remove(topics) {
      const present = await existing(topics)
      if (present.length > 0) await admin.deleteTopics({ topics: present.map(brokerName) })
      for (let i = 0; (await existing(topics)).length > 0; i++) {
        if (i === 300) throw new Error('Kafka has not deleted the topics within 30 s')
        await sleep(100)
      }
    },
    close: () => admin.disconnect(),
  }
}
