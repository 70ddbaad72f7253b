// The outbox's way to Kafka: read in order, sent, deleted when acknowledged.
import type { Kafka, Message } from 'kafkajs'
import type { Outbound, OutboxRow } from '../bus.ts'
import { headersOf } from '../bus-memory.ts'
import type { Log } from '../log.ts'
import { sending } from '../tracing.ts'
import type { Timing } from './client.ts'
import { sender } from './sender.ts'

export type OutboundOptions = {
  kafka: Kafka
  /** As the broker calls it. */
  topic: string
  log: Log
  timing: Timing
  prepared(signal: AbortSignal): Promise<void>
  /** Only for the test that shows why: 'next' goes on with other facts after a rejected send and comes back to those after 5 s. */
  afterRejection?: 'again' | 'next'
}

export function outbound({ kafka, topic, log, timing, prepared, afterRejection = 'again' }: OutboundOptions): Outbound {
  const way = afterRejection === 'again' ? sender(kafka, { log, timing }) : naive(kafka, timing)
  const rejected = new Set<string>()
  return {
    async forward(db, most, signal) {
      const { rows } = await db.query<OutboxRow>({
        name: 'kit_outbox',
        text: `
        select seq, id, type, key, org_id, actor_id, version, traceparent, hint, value, created_at
        from kit.outbox where position is null and seq <> all ($2::bigint[]) order by seq limit $1`,
        values: [most, [...rejected]],
      })
      if (rows.length === 0) return rows
      await prepared(signal)
      const spans = sending(rows)
      try {
        await way.send(topic, rows.map(message), signal)
      } catch (error) {
        if (afterRejection === 'again') throw error
        for (const { seq } of rows) rejected.add(seq)
        setTimeout(() => rejected.clear(), 5000)
        return []
      }
      spans?.sent()
      await db.query('delete from kit.outbox where seq = any($1::bigint[])', [rows.map(({ seq }) => seq)])
      return rows
    },
    close: () => way.close(),
  }
}

const message = (row: OutboxRow): Message => ({
  key: row.key,
  value: row.value,
  headers: headersOf(row),
  timestamp: String(row.created_at.getTime()),
})

function naive(kafka: Kafka, timing: Timing) {
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
