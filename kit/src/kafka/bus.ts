// The bus of the cluster: Kafka. Nothing here waits for the broker at the start; whatever needs it waits for it, for ever.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Admin } from 'kafkajs'
import { type Bus, coalesced } from '../bus.ts'
import { actionHeaders } from '../bus-memory.ts'
import { userActions } from '../facts.ts'
import type { Log } from '../log.ts'
import { type Connection, connect, type Timing, timing as usual } from './client.ts'
import { inbound } from './inbound.ts'
import { outbound, type OutboundOptions } from './outbound.ts'
import { sender } from './sender.ts'
import { createTopics, settleTopics, topicConfig, type TopicWishes } from './topics.ts'

export type KafkaOptions = Connection &
  TopicWishes & {
    /** Takes the place of `lyceum` at the beginning of topics and groups: several systems on one broker. */
    prefix?: string
    log: Log
    timing?: Partial<Timing>
    afterRejection?: OutboundOptions['afterRejection']
  }

/** How long a user action may wait for the broker, milliseconds; and how many may wait. */
const patience = 8000
const mostWaiting = 50_000

export function kafkaBus({
  prefix = 'lyceum',
  log,
  timing: given,
  afterRejection,
  replication,
  actionDays,
  ...connection
}: KafkaOptions): Bus {
  const timing = { ...usual, ...given }
  const kafka = connect({ ...connection, log }, timing)
  const real = (topic: string) => topic.replace(/^lyceum(?=\.)/, prefix)
  const plain = (topic: string) => (topic.startsWith(`${prefix}.`) ? `lyceum${topic.slice(prefix.length)}` : topic)
  const end = new AbortController()
  const open = new Set<{ close(): Promise<void> }>()
  const opened = <T extends { close(): Promise<void> }>(one: T): T => {
    open.add(one)
    const close = one.close
    one.close = async () => {
      open.delete(one)
      await close()
    }
    return one
  }

  let admin: Promise<Admin> | undefined
  const getAdmin = (): Promise<Admin> =>
    (admin ??= (async () => {
      const made = kafka.admin()
      await made.connect()
      made.on(made.events.DISCONNECT, () => {
        admin = undefined
      })
      return made
    })().catch((error: unknown) => {
      admin = undefined
      throw error
    }))
  const made = new Set<string>()
  const config = (topic: string) => topicConfig(topic, real(topic), { replication, actionDays })
  /** `settle`: those that are there are brought to our settings too. */
  async function prepare(topics: string[], signal: AbortSignal, settle = false) {
    for (let wait = 200; ; wait = Math.min(wait * 2, 2000)) {
      const missing = topics.filter((topic) => settle || !made.has(topic))
      if (missing.length === 0) return
      try {
        await createTopics(await getAdmin(), missing.map(config))
        if (settle) await settleTopics(await getAdmin(), missing.map(config))
        for (const topic of missing) made.add(topic)
        return
      } catch (error) {
        signal.throwIfAborted()
        log.warn({ err: error, topics: missing }, 'the topics cannot be made yet')
        await sleep(wait, undefined, { signal })
      }
    }
  }

  return {
    prepare: (topics) => prepare([...topics, userActions], end.signal, true),
    outbound: async ({ topic }) =>
      opened(
        outbound({
          kafka,
          topic: real(topic),
          log,
          timing,
          prepared: (signal) => prepare([topic], signal),
          ...(afterRejection && { afterRejection }),
        }),
      ),
    inbound: async (reader) =>
      opened(
        inbound({
          kafka,
          admin: getAdmin,
          reader,
          log,
          timing,
          real,
          plain,
          prefix,
          prepared: (signal) => prepare(reader.topics, signal),
        }),
      ),
    actions() {
      const way = sender(kafka, { log, timing })
      let waiting = 0
      const writer = coalesced<{ key: string; value: string }>(async (records) => {
        const signal = AbortSignal.any([end.signal, AbortSignal.timeout(patience)])
        await prepare([userActions], signal)
        const now = new Date()
        await way.send(
          real(userActions),
          records.map((record) => ({ ...record, headers: actionHeaders(record, now), timestamp: String(now.getTime()) })),
          signal,
        )
      })
      return opened({
        async append(records: { key: string; value: string }[]) {
          if (waiting + records.length > mostWaiting) throw new Error('too many user actions wait for Kafka')
          waiting += records.length
          await writer.add(records).finally(() => {
            waiting -= records.length
          })
        },
        async close() {
          await writer.idle()
          await way.close()
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
