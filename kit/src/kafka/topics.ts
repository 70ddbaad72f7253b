// Topics: their counts are fixed for ever (growth is a v2 topic), so that a key stays in its partition.
import type { Admin, ITopicConfig } from 'kafkajs'
import { isCompacted, userActions } from '../facts.ts'

const day = 86_400_000

/** `name` is the topic's, `real` what the broker calls it. The broker's default replication holds. */
export function topicConfig(name: string, real: string): ITopicConfig {
  const entries = (given: Record<string, number | string>) =>
    Object.entries(given).map(([key, value]) => ({ name: key, value: String(value) }))
  if (name === userActions) return { topic: real, numPartitions: 24, configEntries: entries({ 'retention.ms': 30 * day }) }
  return {
    topic: real,
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
