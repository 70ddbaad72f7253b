// The port between a service's outbox and other services' consumers. Two adapters: in one process (bus-memory.ts) the outbox itself is
// the log; in the cluster (kafka/bus.ts) Kafka is.
import type { ClientBase, Pool } from 'pg'
import type { FactRecord } from './facts.ts'

/** A piece of one partition, in order. `begin` is where it was read from: compaction may have taken what stood there. */
export type Batch = { topic: string; partition: number; begin: bigint; next: bigint; records: (FactRecord & { offset: bigint })[] }

export type OutboxRow = {
  seq: string
  id: string
  type: string
  key: string
  org_id: string
  actor_id: string | null
  version: string | null
  traceparent: string | null
  hint: { people?: string[] } | null
  value: string | null
  created_at: Date
}

/** The way out of one service; used by one relay at a time. */
export type Outbound = {
  /**
   * Hands on the facts that wait, oldest first, at most `most`; answers those handed on, [] when none waits. Waits as long as the bus is
   * away. Throws when the database fails or `signal` ends it.
   */
  forward(db: ClientBase, most: number, signal: AbortSignal): Promise<OutboxRow[]>
  close(): Promise<void>
}

export type Reader = {
  /** One group per service: its processes share the partitions. */
  group: string
  topics: string[]
  /** The next offset to read; `low` is the first that the log still has. */
  position(topic: string, partition: number, low: bigint): Promise<bigint>
  /** Applies a batch; answers where to go on: batch.next, or elsewhere when another owner has been at work. `alive` keeps the
   *  partition while it takes long, and throws when it is lost. */
  deliver(batch: Batch, alive: () => Promise<void>): Promise<bigint>
}
export type Inbound = {
  /** Reads the positions again and goes there: after a rebuild. */
  reposition(): Promise<void>
  /** Records behind the end of the log, over all partitions of this process. */
  lag(): number
  /** Finishes the batch in work. */
  close(): Promise<void>
}

/** User actions: no outbox; an append resolves when it is durable. Many callers share one write. */
export type Actions = { append(records: { key: string; value: string }[]): Promise<void>; close(): Promise<void> }

export type Bus = {
  /** Makes what is missing of these topics and brings the others to our settings. */
  prepare(topics: string[]): Promise<void>
  outbound(given: { topic: string; pool: Pool }): Promise<Outbound>
  inbound(reader: Reader): Promise<Inbound>
  actions(pool: Pool): Actions
  close(): Promise<void>
}

/** One write at a time; callers that come meanwhile share the next. */
export function coalesced<T>(write: (items: T[]) => Promise<void>, most = 2000) {
  const waiting: { items: T[]; done(): void; failed(error: unknown): void }[] = []
  let running: Promise<void> | undefined
  async function run() {
    while (waiting.length > 0) {
      const taken: typeof waiting = []
      for (let size = 0; waiting.length > 0 && (size === 0 || size + waiting[0]!.items.length <= most); ) {
        size += waiting[0]!.items.length
        taken.push(waiting.shift()!)
      }
      try {
        await write(taken.flatMap(({ items }) => items))
        for (const { done } of taken) done()
      } catch (error) {
        for (const { failed } of taken) failed(error)
      }
    }
    running = undefined
  }
  return {
    add: (items: T[]) =>
      new Promise<void>((done, failed) => {
        waiting.push({ items, done, failed })
        running ??= Promise.resolve().then(run)
      }),
    idle: async () => {
      await running
    },
  }
}
