// The port between a service's outbox and other services' consumers. Two adapters: in one process (memory.ts) the outbox itself is
// the log; in the cluster (kafka/bus.ts) Kafka is.
import type { ClientBase, Pool } from 'pg'
import type { FactRecord } from '../facts/wire-format.ts'

/** Records of one partition, in order. `begin` is the position read from, whose record compaction may have removed. */
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
  quiet: true | null
  value: string | null
  created_at: Date
}

/** The outbound side of one service's topic; used by one relay at a time. */
export type Outbound = {
  /**
   * Sends the facts of the outbox, oldest first, at most `most`; answers those handed on, [] when none waits. Waits as long as the bus is
   * away. Throws when the database fails or `signal` ends it.
   */
  forward(db: ClientBase, limit: number, signal: AbortSignal): Promise<OutboxRow[]>
  close(): Promise<void>
}

export type Reader = {
  /** One group per service: its processes share the partitions. */
  group: string
  topics: string[]
  /** The next position to read; `low` is the first that the log still has. */
  position(topic: string, partition: number, low: bigint): Promise<bigint>
  /** Applies a batch; returns the next position: batch.next, or another when a second owner has moved it. `keepAlive` keeps the
   *  partition during long work, and throws when it is lost. */
  deliver(batch: Batch, keepAlive: () => Promise<void>): Promise<bigint>
}
export type Inbound = {
  /** Reads the positions again and continues from them: after a rebuild. */
  reposition(): Promise<void>
  /** Number of records up to the end of the log, over all partitions of this process. */
  lag(): number
  /** Finishes the current batch. */
  close(): Promise<void>
}

/** User actions, which pass no outbox: an append resolves when it is durable. Concurrent callers share one write. */
export type Actions = { append(records: { key: string; value: string }[]): Promise<void>; close(): Promise<void> }

export type Bus = {
  /** Creates the missing ones of these topics and updates the settings of the others. */
  prepare(topics: string[]): Promise<void>
  outbound(options: { topic: string; pool: Pool }): Promise<Outbound>
  inbound(reader: Reader): Promise<Inbound>
  actions(pool: Pool): Actions
  close(): Promise<void>
}

/** Coalesces writes: one at a time; callers that arrive meanwhile share the next. */
export function coalesced<T>(write: (items: T[]) => Promise<void>, limit = 2000) {
  const waiting: { items: T[]; done(): void; failed(error: unknown): void }[] = []
  let running: Promise<void> | undefined
  async function run() {
    while (waiting.length > 0) {
      const batch: typeof waiting = []
      for (let size = 0; waiting.length > 0 && (size === 0 || size + waiting[0]!.items.length <= limit); ) {
        size += waiting[0]!.items.length
        batch.push(waiting.shift()!)
      }
      try {
        await write(batch.flatMap(({ items }) => items))
        for (const { done } of batch) done()
      } catch (error) {
        for (const { failed } of batch) failed(error)
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
