// The bus of the cluster: Kafka. Starting does not wait for the broker; each operation waits for it without a time limit.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Admin } from 'kafkajs'
import { type Bus, coalesced } from '../bus.ts'
import { actionHeaders } from '../memory.ts'
import { userActions } from '../../facts/wire-format.ts'
import type { Log } from '../../telemetry/log.ts'
import { type Connection, connect, type Timing, defaultTiming as usual } from './client.ts'
import { inbound } from './inbound.ts'
import { outbound, type OutboundOptions } from './outbound.ts'
import { sender } from './sender.ts'
import { createTopics, updateTopicConfigs, topicConfig, type TopicOptions } from './topics.ts'

export type KafkaOptions = Connection &
  TopicOptions & {
    /** Takes the place of `lyceum` at the beginning of topics and groups: several systems on one broker. */
    prefix?: string
    log: Log
    timing?: Partial<Timing>
    afterRejection?: OutboundOptions['afterRejection']
  }

/** Longest wait of a user action for the broker, milliseconds; and the number that may wait. */
const actionTimeout = 8000
const maxWaiting = 50_000

export function kafkaBus({
  prefix = 'lyceum',
  log,
  timing: timingOverrides,
  afterRejection,
  replication,
  actionDays,
  ...connection
}: KafkaOptions): Bus {
  const timing = { ...usual, ...timingOverrides }
  const kafka = connect({ ...connection, log }, timing)
  const brokerName = (topic: string) => topic.replace(/^lyceum(?=\.)/, prefix)
  const topicName = (topic: string) => (topic.startsWith(`${prefix}.`) ? `lyceum${topic.slice(prefix.length)}` : topic)
  const end = new AbortController()
  const open = new Set<{ close(): Promise<void> }>()
  const track = <T extends { close(): Promise<void> }>(resource: T): T => {
    open.add(resource)
    const close = resource.close
    resource.close = async () => {
      open.delete(resource)
      await close()
    }
    return resource
  }

  let admin: Promise<Admin> | undefined
  const getAdmin = (): Promise<Admin> =>
    (admin ??= (async () => {
      const client = kafka.admin()
      await client.connect()
      client.on(client.events.DISCONNECT, () => {
        admin = undefined
      })
      return client
    })().catch((error: unknown) => {
      admin = undefined
      throw error
    }))
  const prepared = new Set<string>()
  const config = (topic: string) => topicConfig(topic, brokerName(topic), { replication, actionDays })
  /** Creates missing topics. `update`: existing ones get our settings too. */
  async function prepare(topics: string[], signal: AbortSignal, update = false) {
    for (let wait = 200; ; wait = Math.min(wait * 2, 2000)) {
      const missing = topics.filter((topic) => update || !prepared.has(topic))
      if (missing.length === 0) return
      try {
        await createTopics(await getAdmin(), missing.map(config))
        if (update) await updateTopicConfigs(await getAdmin(), missing.map(config))
        for (const topic of missing) prepared.add(topic)
        return
      } catch (error) {
        signal.throwIfAborted()
        log.warn({ err: error, topics: missing }, 'the topics cannot be created yet')
        await sleep(wait, undefined, { signal })
      }
    }
  }

  return {
    prepare: (topics) => prepare([...topics, userActions], end.signal, true),
    outbound: async ({ topic }) =>
      track(
        outbound({
          kafka,
          topic: brokerName(topic),
          log,
          timing,
          waitForTopics: (signal) => prepare([topic], signal),
          ...(afterRejection && { afterRejection }),
        }),
      ),
    inbound: async (reader) =>
      track(
        inbound({
          kafka,
          admin: getAdmin,
          reader,
          log,
          timing,
          brokerName: brokerName,
          topicName: topicName,
          prefix,
          waitForTopics: (signal) => prepare(reader.topics, signal),
        }),
      ),
    actions() {
      const batches = sender(kafka, { log, timing })
      let waiting = 0
      const writer = coalesced<{ key: string; value: string }>(async (records) => {
        const signal = AbortSignal.any([end.signal, AbortSignal.timeout(actionTimeout)])
        await prepare([userActions], signal)
        const now = new Date()
        await batches.send(
          brokerName(userActions),
          records.map((record) => ({ ...record, headers: actionHeaders(record, now), timestamp: String(now.getTime()) })),
          signal,
        )
      })
      return track({
        async append(records: { key: string; value: string }[]) {
          if (waiting + records.length > maxWaiting) throw new Error('too many user actions wait for Kafka')
          waiting += records.length
          await writer.add(records).finally(() => {
            waiting -= records.length
          })
        },
        async close() {
          await writer.idle()
          await batches.close()
        },
      })
    },
    async close() {
      await Promise.all([...open].map((one) => one.close()))
      end.abort(new Error('the bus is closed'))
      await Promise.race([admin?.then((one) => one.disconnect()).catch(() => {}), sleep(3000, undefined, { ref: false })])
    },
  }
}
