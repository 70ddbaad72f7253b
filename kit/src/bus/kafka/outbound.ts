// The outbound side: facts of the outbox are read in order, sent to Kafka, and deleted when acknowledged.
import type { Kafka, Message } from 'kafkajs'
import type { Outbound, OutboxRow } from '../bus.ts'
import { headersOf } from '../memory.ts'
import type { Log } from '../../telemetry/log.ts'
import { startSendSpans } from '../../telemetry/tracing.ts'
import type { Timing } from './client.ts'
import { sender } from './sender.ts'

export type OutboundOptions = {
  kafka: Kafka
  /** The topic's name at the broker. */
  topic: string
  log: Log
  timing: Timing
  waitForTopics(signal: AbortSignal): Promise<void>
  /** For the test that shows the loss: 'next' sends other facts after a rejected batch and repeats that batch after 5 s. */
  afterRejection?: 'again' | 'next'
}

export function outbound({ kafka, topic, log, timing, waitForTopics, afterRejection = 'again' }: OutboundOptions): Outbound {
  const batches = afterRejection === 'again' ? sender(kafka, { log, timing }) : unsafeSender(kafka, timing)
  const rejected = new Set<string>()
  return {
    async forward(db, limit, signal) {
      const { rows } = await db.query<OutboxRow>({
        name: 'kit_outbox',
        text: `
        select seq, id, type, key, org_id, actor_id, version, traceparent, hint, quiet, value, created_at
        from kit.outbox where position is null and seq <> all ($2) order by seq limit $1`,
        values: [limit, [...rejected]],
      })
      if (rows.length === 0) return rows
      await waitForTopics(signal)
      const spans = startSendSpans(rows)
      try {
        await batches.send(topic, rows.map(message), signal)
      } catch (error) {
        if (afterRejection === 'again') throw error
        for (const { seq } of rows) rejected.add(seq)
        setTimeout(() => rejected.clear(), 5000)
        return []
      }
      spans?.sent()
      await db.query('delete from kit.outbox where seq = any($1)', [rows.map(({ seq }) => seq)])
      return rows
    },
    close: () => batches.close(),
  }
}

const message = (row: OutboxRow): Message => ({
  key: row.key,
  value: row.value,
  headers: headersOf(row),
  timestamp: String(row.created_at.getTime()),
})

function unsafeSender(kafka: Kafka, timing: Timing) {
  const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1, retry: { retries: timing.retries } })
  const connected = producer.connect()
  return {
    async send(topic: string, messages: Message[]) {
      await connected
      await producer.send({ topic, acks: -1, messages })
    },
    close: () => producer.disconnect().catch(() => {}),
  }
}
