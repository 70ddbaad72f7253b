// Topics: their counts are fixed for ever (growth is a v2 topic), so that a key stays in its partition.
import kafkajs, { type Admin, type ITopicConfig } from 'kafkajs'
import { isCompacted, userActions } from '../facts.ts'

const day = 86_400_000

/** `replication` 0: the broker's own default holds. `actionDays`: how long user actions are kept. */
export type TopicWishes = { replication?: number; actionDays?: number }

/** `name` is the topic's, `real` what the broker calls it. */
export function topicConfig(name: string, real: string, { replication = 0, actionDays = 30 }: TopicWishes = {}): ITopicConfig {
  const entries = (given: Record<string, number | string>) =>
    Object.entries(given).map(([key, value]) => ({ name: key, value: String(value) }))
  const made = { topic: real, ...(replication > 0 && { replicationFactor: replication }) }
  if (name === userActions) return { ...made, numPartitions: 24, configEntries: entries({ 'retention.ms': actionDays * day }) }
  return {
    ...made,
    numPartitions: 12,
    configEntries: entries(
      isCompacted(name)
        ? { 'cleanup.policy': 'compact', 'max.compaction.lag.ms': day, 'delete.retention.ms': 30 * day }
        : { 'retention.ms': -1, 'retention.bytes': -1 },
    ),
  }
}

export async function createTopics(admin: Admin, topics: ITopicConfig[]): Promise<void> {
  const there = new Set(await admin.listTopics())
  const missing = topics.filter(({ topic }) => !there.has(topic))
  if (missing.length === 0) return
  // one after the other: of several, one that another process has just made would fail them all
  for (const topic of missing) await admin.createTopics({ topics: [topic], waitForLeaders: true })
}

/** Brings what is kept and how long to what is wanted now; the number of copies of a topic that is there is the brokers' affair. */
export async function settleTopics(admin: Admin, topics: ITopicConfig[]): Promise<void> {
  const type = kafkajs.ConfigResourceTypes.TOPIC
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: topics.map(({ topic }) => ({ type, name: topic })),
  })
  const differing = topics.filter(({ topic, configEntries = [] }) => {
    const now = new Map(
      resources.find(({ resourceName }) => resourceName === topic)?.configEntries.map((one) => [one.configName, one.configValue]),
    )
    return configEntries.some(({ name, value }) => now.get(name) !== value)
  })
  if (differing.length === 0) return
  await admin.alterConfigs({
    validateOnly: false,
    // what is not named goes back to the broker's default: what operators have set themselves is named too
    resources: differing.map(({ topic, configEntries = [] }) => {
      const ours = new Set(configEntries.map(({ name }) => name))
      const theirs = (resources.find(({ resourceName }) => resourceName === topic)?.configEntries ?? [])
        .filter(({ configName, configSource }) => configSource === kafkajs.ConfigSource.TOPIC_CONFIG && !ours.has(configName))
        .map(({ configName, configValue }) => ({ name: configName, value: configValue }))
      return { type, name: topic, configEntries: [...theirs, ...configEntries] }
    }),
  })
}
