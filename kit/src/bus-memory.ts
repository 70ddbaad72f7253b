// The bus of one process: the relay gives each fact the next position, and the outbox rows themselves are the log that consumers read,
// straight from the producer's database. Durable like the database; only the waking up is in memory.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { type Actions, type Bus, coalesced, type Inbound, type OutboxRow, type Reader } from './bus.ts'
import { isCompacted, toHeaders, userActions } from './facts.ts'

type Stored = { position: string; key: string; value: string | null; headers: Record<string, string> }
/** Where the records of a topic stand, oldest first from a position. */
type Source = { pool: Pool; read(pool: Pool, from: bigint, most: number): Promise<Stored[]> }

const batchSize = 200
/** Every write wakes its readers; this is for what nobody foresaw. Milliseconds. */
const poll = 5000
/** Of a compacted topic, what is younger stays for those who wait for it by id. */
const compactAfter = '10 minutes'

export function memoryBus(): Bus {
  const sources = new Map<string, Source>()
  const wakers = new Map<string, Set<() => void>>()
  const wake = (topic: string) => {
    for (const one of wakers.get(topic) ?? []) one()
  }
  const open = new Set<{ close(): Promise<void> }>()

  return {
    prepare: async () => {},
    async outbound({ topic, pool }) {
      const source = { pool, read: readFacts }
      sources.set(topic, source)
      wake(topic)
      const compaction = isCompacted(topic) ? setInterval(() => void compact(pool).catch(() => {}), 60_000).unref() : undefined
      return {
        async forward(db, most) {
          const forwarded = await db.query<OutboxRow>(position, [most])
          if (forwarded.rows.length > 0) wake(topic)
          return forwarded.rows
        },
        async close() {
          clearInterval(compaction)
          if (sources.get(topic) === source) sources.delete(topic)
        },
      }
    },
    async inbound(reader) {
      const loops = reader.topics.map((topic) =>
        readTopic(
          topic,
          reader,
          () => sources.get(topic),
          (waker) => {
            const set = wakers.get(topic) ?? new Set()
            wakers.set(topic, set.add(waker))
            return () => set.delete(waker)
          },
        ),
      )
      const inbound: Inbound = {
        async reposition() {
          await Promise.all(loops.map((loop) => loop.reposition()))
        },
        lag: () => 0, // what waits here waits in the producer's database
        async close() {
          await Promise.all(loops.map((loop) => loop.close()))
          open.delete(inbound)
        },
      }
      open.add(inbound)
      return inbound
    },
    actions(pool): Actions {
      sources.set(userActions, { pool, read: readActions })
      const writer = coalesced<{ key: string; value: string }>(async (records) => {
        await pool.query(
          'insert into kit.actions (key, value) select key, value from unnest($1::text[], $2::text[]) with ordinality as given(key, value, nth) order by nth',
          [records.map(({ key }) => key), records.map(({ value }) => value)],
        )
        wake(userActions)
      })
      const old = setInterval(
        () => void pool.query(`delete from kit.actions where at < clock_timestamp() - interval '30 days'`).catch(() => {}),
        3_600_000,
      ).unref()
      return {
        append: (records) => writer.add(records),
        async close() {
          clearInterval(old)
          await writer.idle()
        },
      }
    },
    async close() {
      await Promise.all([...open].map((one) => one.close()))
    },
  }
}

/** The relay is alone (it holds the database's lock), so the greatest position is settled. */
const position = `
  with next as (
    select seq, row_number() over (order by seq) - 1 + (select coalesce(max(position) + 1, 0) from kit.outbox where position is not null) as position
    from (select seq from kit.outbox where position is null order by seq limit $1) waiting)
  update kit.outbox o set position = next.position from next where o.seq = next.seq
  returning o.seq, o.id, o.type, o.key, o.org_id, o.actor_id, o.version, o.traceparent, o.hint, o.value, o.created_at`

async function readFacts(pool: Pool, from: bigint, most: number): Promise<Stored[]> {
  const { rows } = await pool.query<OutboxRow & { position: string }>({
    name: 'kit_log',
    text: 'select position, id, type, key, org_id, actor_id, version, traceparent, value, created_at from kit.outbox where position >= $1 order by position limit $2',
    values: [String(from), most],
  })
  return rows.map((row) => ({ position: row.position, key: row.key, value: row.value, headers: headersOf(row) }))
}

async function readActions(pool: Pool, from: bigint, most: number): Promise<Stored[]> {
  const { rows } = await pool.query<{ position: string; key: string; value: string; at: Date }>(
    'select position, key, value, at from kit.actions where position >= $1 order by position limit $2',
    [String(from), most],
  )
  return rows.map(({ position, key, value, at }) => ({ position, key, value, headers: actionHeaders({ key, value }, at) }))
}

export const headersOf = (row: OutboxRow): Record<string, string> =>
  toHeaders({
    id: row.id,
    type: row.type,
    key: row.key,
    org: row.org_id,
    time: row.created_at,
    ...(row.actor_id && { actor: row.actor_id }),
    ...(row.version && { version: BigInt(row.version) }),
    ...(row.traceparent && { traceparent: row.traceparent }),
  })

/** A user action's attributes are those of its value. */
export function actionHeaders({ key, value }: { key: string; value: string }, time: Date): Record<string, string> {
  const { id = '', org_id: org = '' } = JSON.parse(value) as { id?: string; org_id?: string }
  return toHeaders({ id, type: 'lyceum.statistics.v1.UserAction', key, org, time })
}

/** Every record is the whole state of its key: the last one says it all. */
export const compact = (pool: Pool) =>
  pool.query(
    `
  delete from kit.outbox o where o.position is not null and o.created_at < clock_timestamp() - $1::interval
    and exists (select from kit.outbox later where later.key = o.key and later.seq > o.seq and later.position is not null)`,
    [compactAfter],
  )

/** Reads one topic from the reader's position on, for ever. */
function readTopic(topic: string, reader: Reader, source: () => Source | undefined, onWake: (waker: () => void) => () => void) {
  let at: bigint | undefined
  let closing = false
  let nudged = false
  let waker = () => {}
  const off = onWake(() => {
    nudged = true
    waker()
  })
  const wait = async (ms: number) => {
    if (nudged || closing) return
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      waker = resolve
      timer = setTimeout(resolve, ms).unref()
    })
    clearTimeout(timer)
  }
  const alive = async () => {
    if (closing) throw new Error('the reader is closing')
  }
  async function step(): Promise<boolean> {
    const from = source()
    if (!from) return false
    const begin = (at ??= await reader.position(topic, 0, 0n))
    const stored = await from.read(from.pool, begin, batchSize)
    if (stored.length === 0) return false
    const records = stored.map(({ position, ...record }) => ({ ...record, offset: BigInt(position) }))
    const next = await reader.deliver({ topic, partition: 0, begin, next: records.at(-1)!.offset + 1n, records }, alive)
    if (at === begin) at = next // else it was repositioned meanwhile
    return true
  }
  const running = (async () => {
    while (!closing) {
      nudged = false
      try {
        if (await step()) continue
        await wait(poll)
      } catch {
        // the reader or a database failed: it said so itself. Begin from its position again.
        at = undefined
        if (!closing) await sleep(200)
      }
    }
  })()
  return {
    async reposition() {
      at = undefined
      nudged = true
      waker()
    },
    async close() {
      closing = true
      waker()
      off()
      await running
    },
  }
}
