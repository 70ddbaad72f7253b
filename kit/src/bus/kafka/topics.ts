// Settings and creation of topics. Their numbers of partitions never change (growth is a v2 topic), so that a key stays in its partition.
import kafkajs, { type Admin, type ITopicConfig } from 'kafkajs'
import { isCompacted, userActions } from '../../facts/wire-format.ts'

const day = 86_400_000

/** `replication` 0: the broker's default applies. `actionDays`: retention of user actions, in days. */
export type TopicOptions = { replication?: number; actionDays?: number }

/** The settings of a topic. `name` is the topic's, `brokerName` its name at the broker. */
export function topicConfig(name: string, brokerName: string, { replication = 0, actionDays = 30 }: TopicOptions = {}): ITopicConfig {
  const entries = (settings: Record<string, number | string>) =>
    Object.entries(settings).map(([key, value]) => ({ name: key, value: String(value) }))
  const base = { topic: brokerName, ...(replication > 0 && { replicationFactor: replication }) }
  if (name === userActions) return { ...base, numPartitions: 24, configEntries: entries({ 'retention.ms': actionDays * day }) }
  return {
    ...base,
    numPartitions: 12,
    configEntries: entries(
      isCompacted(name)
        ? { 'cleanup.policy': 'compact', 'max.compaction.lag.ms': day, 'delete.retention.ms': 30 * day }
        : { 'retention.ms': -1, 'retention.bytes': -1 },
    ),
  }
}

export async function createTopics(admin: Admin, topics: ITopicConfig[]): Promise<void> {
  const existing = new Set(await admin.listTopics())
  const missing = topics.filter(({ topic }) => !existing.has(topic))
  if (missing.length === 0) return
  // one by one: in a request for several, a topic that another process has just created fails them all
  for (const topic of missing) await admin.createTopics({ topics: [topic], waitForLeaders: true })
}

/** Updates retention and compaction of existing topics; their number of replicas is the operators' affair. */
export async function updateTopicConfigs(admin: Admin, topics: ITopicConfig[]): Promise<void> {
  const type = kafkajs.ConfigResourceTypes.TOPIC
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: topics.map(({ topic }) => ({ type, name: topic })),
  })
  const differing = topics.filter(({ topic, configEntries = [] }) => {
    const current = new Map(
      resources.find(({ resourceName }) => resourceName === topic)?.configEntries.map((one) => [one.configName, one.configValue]),
    )
    return configEntries.some(({ name, value }) => current.get(name) !== value)
  })
  if (differing.length === 0) return
  await admin.alterConfigs({
    validateOnly: false,
    // a setting that is not named returns to the broker's default: settings made by operators are named too
    resources: differing.map(({ topic, configEntries = [] }) => {
      const ours = new Set(configEntries.map(({ name }) => name))
      const theirs = (resources.find(({ resourceName }) => resourceName === topic)?.configEntries ?? [])
        .filter(({ configName, configSource }) => configSource === kafkajs.ConfigSource.TOPIC_CONFIG && !ours.has(configName))
        .map(({ configName, configValue }) => ({ name: configName, value: configValue }))
      return { type, name: topic, configEntries: [...theirs, ...configEntries] }
    }),
  })
}
