// The bus of one process: the relay gives each fact the next position, and the outbox rows themselves are the log that consumers read,
// straight from the producer's database. Durable like the database; only wake-ups are in memory.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase, Pool } from 'pg'
import { type Actions, type Bus, coalesced, type Inbound, type OutboxRow, type Reader } from './bus.ts'
import { backgroundQueries, type Queries } from '../database/connections.ts'
import { isCompacted, toHeaders, userActions } from '../facts/wire-format.ts'
import { startSendSpans } from '../telemetry/tracing.ts'

type StoredRecord = { position: string; key: string; value: string | null; headers: Record<string, string> }
/** The records of a topic, oldest first from a position. */
type Source = {
  pool: Pool
  read(pool: Queries, from: bigint, limit: number): Promise<StoredRecord[]>
  /** The newest records without a gap, oldest first: readers that keep up need no query. */
  recent: StoredRecord[]
  /** The relay's connection, and the number that broke. A killed server loses the last positions and assigns them to other facts later. */
  writer?: ClientBase | undefined
  breaks: number
}

const batchSize = 200
const mostRecent = 500
/** Every write wakes its readers; the poll covers a lost wake-up. Milliseconds. */
const poll = 5000
/** Younger records of a compacted topic stay, because marks name them by id. */
const compactAfter = '10 minutes'

export function memoryBus(): Bus {
  const sources = new Map<string, Source>()
  const wakeUps = new Map<string, Set<() => void>>()
  const wake = (topic: string) => {
    for (const one of wakeUps.get(topic) ?? []) one()
  }
  const open = new Set<{ close(): Promise<void> }>()

  return {
    prepare: async () => {},
    async outbound({ topic, pool }) {
      const source: Source = { pool, read: readFacts, recent: [], breaks: 0 }
      sources.set(topic, source)
      wake(topic)
      let compactedTo: string | undefined
      const compactNow = () =>
        void compact(pool, compactedTo).then(
          (from) => (compactedTo = from),
          () => {},
        )
      const compaction = isCompacted(topic) ? setInterval(compactNow, 60_000).unref() : undefined
      return {
        async forward(db, limit) {
          if (source.writer !== db) watchWriter(source, db)
          const { rows } = await db.query<OutboxRow & { position: string }>({
            name: 'kit_position',
            text: assignPositions,
            values: [limit],
          })
          if (rows.length === 0) return []
          rows.sort((a, b) => Number(BigInt(a.position) - BigInt(b.position)))
          // a reader that is far behind reads the row itself, whose trace continues from the call that wrote it
          startSendSpans(rows)?.sent()
          if (source.writer === db) appendRecent(source, rows.map(storedOf))
          wake(topic)
          return rows
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
          (wakeReader) => {
            const set = wakeUps.get(topic) ?? new Set()
            wakeUps.set(topic, set.add(wakeReader))
            return () => set.delete(wakeReader)
          },
        ),
      )
      const inbound: Inbound = {
        async reposition() {
          await Promise.all(loops.map((loop) => loop.reposition()))
        },
        lag: () => 0, // unread records are in the producer's database
        async close() {
          await Promise.all(loops.map((loop) => loop.close()))
          open.delete(inbound)
        },
      }
      open.add(inbound)
      return inbound
    },
    actions(pool): Actions {
      sources.set(userActions, { pool, read: readActions, recent: [], breaks: 0 })
      const writer = coalesced<{ key: string; value: string }>(async (records) => {
        await pool.query(
          // JSON has no raw control character: lists joined by one need no escaping on either side
          `insert into kit.actions (key, value)
           select key, value from rows from (string_to_table($1, e'\\x1e'), string_to_table($2, e'\\x1e')) with ordinality as given(key, value, nth) order by nth`,
          [records.map(({ key }) => key).join('\x1e'), records.map(({ value }) => value).join('\x1e')],
        )
        wake(userActions)
      })
      const expiry = setInterval(
        () => void pool.query(`delete from kit.actions where at < clock_timestamp() - interval '30 days'`).catch(() => {}),
        3_600_000,
      ).unref()
      return {
        append: (records) => writer.add(records),
        async close() {
          clearInterval(expiry)
          await writer.idle()
        },
      }
    },
    async close() {
      await Promise.all([...open].map((one) => one.close()))
    },
  }
}

/** The relay is alone (it holds the database's lock), so no other transaction assigns positions. */
const assignPositions = `
  with next as (
    select seq, row_number() over (order by seq) - 1 + (select coalesce(max(position) + 1, 0) from kit.outbox where position is not null) as position
    from (select seq from kit.outbox where position is null order by seq limit $1) waiting)
  update kit.outbox o set position = next.position from next where o.seq = next.seq
  returning o.position, o.seq, o.id, o.type, o.key, o.org_id, o.actor_id, o.version, o.traceparent, o.hint, o.quiet, o.value, o.created_at`

async function readFacts(pool: Queries, from: bigint, limit: number): Promise<StoredRecord[]> {
  const { rows } = await pool.query<OutboxRow & { position: string }>({
    name: 'kit_log',
    text: 'select position, id, type, key, org_id, actor_id, version, traceparent, quiet, value, created_at from kit.outbox where position >= $1 order by position limit $2',
    values: [String(from), limit],
  })
  return rows.map(storedOf)
}
const storedOf = (row: OutboxRow & { position: string }): StoredRecord => ({
  position: row.position,
  key: row.key,
  value: row.value,
  headers: headersOf(row),
})

function watchWriter(source: Source, writer: ClientBase) {
  source.writer = writer
  writer.once('end', () => {
    source.breaks++
    source.recent = []
    source.writer = undefined
  })
}

/** Appends committed facts: a reader's changes cannot outlive them. */
function appendRecent(source: Source, added: StoredRecord[]) {
  const last = source.recent.at(-1)
  const isContiguous = last && BigInt(last.position) + 1n === BigInt(added[0]!.position)
  source.recent = (isContiguous ? [...source.recent, ...added] : added).slice(-mostRecent)
}
/** undefined: the database has to be queried. [] when the reader has read them all. */
function readRecent({ recent }: Source, from: bigint): StoredRecord[] | undefined {
  const first = recent[0] && BigInt(recent[0].position)
  if (first === undefined || from < first || from > first + BigInt(recent.length)) return undefined
  const at = Number(from - first)
  return recent.slice(at, at + batchSize)
}

async function readActions(pool: Queries, from: bigint, limit: number): Promise<StoredRecord[]> {
  const { rows } = await pool.query<{ position: string; key: string; value: string; at: Date }>(
    'select position, key, value, at from kit.actions where position >= $1 order by position limit $2',
    [String(from), limit],
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
    ...(row.quiet && { quiet: row.quiet }),
  })

/** A user action's attributes are those of its value. */
export function actionHeaders({ key, value }: { key: string; value: string }, time: Date): Record<string, string> {
  const { id = '', org_id: org = '' } = JSON.parse(value) as { id?: string; org_id?: string }
  return toHeaders({ id, type: 'lyceum.statistics.v1.UserAction', key, org, time })
}

/**
 * Compacts a topic: each record is the whole state of its key, so only the last is kept. Returns the position from which the next run
 * begins: older records become superfluous only by a newer one, so that a run costs the facts since the last run, not all keys.
 */
export async function compact(pool: Pool, from = '-1'): Promise<string> {
  const { rows } = await pool.query<{ mark: string }>(
    `
  with since as materialized (select position, key, created_at >= clock_timestamp() - $1::interval as young from kit.outbox where position > $2::bigint),
    gone as (
      delete from kit.outbox o using (select distinct key from since) said
      where o.key = said.key and o.position is not null and o.created_at < clock_timestamp() - $1::interval
        and exists (select from kit.outbox later where later.key = o.key and later.seq > o.seq and later.position is not null))
  select coalesce((select min(position) - 1 from since where young), (select max(position) from since), $2::bigint) as mark`,
    [compactAfter, from],
  )
  return rows[0]!.mark
}

/** Reads one topic from the reader's position on, for ever. */
function readTopic(topic: string, reader: Reader, source: () => Source | undefined, onWake: (wakeReader: () => void) => () => void) {
  let at: bigint | undefined
  let closing = false
  let woken = false
  let wakeReader = () => {}
  const unsubscribe = onWake(() => {
    woken = true
    wakeReader()
  })
  const wait = async (ms: number) => {
    if (woken || closing) return
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      wakeReader = resolve
      timer = setTimeout(resolve, ms).unref()
    })
    clearTimeout(timer)
  }
  const assertOpen = async () => {
    if (closing) throw new Error('the reader is closing')
  }
  async function step(skipRecent: boolean): Promise<boolean> {
    const from = source()
    if (!from) return false
    const { breaks } = from
    const begin = (at ??= await reader.position(topic, 0, 0n))
    const stored = (skipRecent ? undefined : readRecent(from, begin)) ?? (await from.read(backgroundQueries(from.pool), begin, batchSize))
    if (stored.length === 0) return false
    const records = stored.map(({ position, ...record }) => ({ ...record, offset: BigInt(position) }))
    const next = await reader.deliver({ topic, partition: 0, begin, next: records.at(-1)!.offset + 1n, records }, async () => {
      await assertOpen()
      if (from.breaks !== breaks) throw new Error('the positions of these records may be given to others')
    })
    if (at === begin) at = next // otherwise it was repositioned meanwhile
    return true
  }
  const running = (async () => {
    for (let skipRecent = true; !closing; ) {
      woken = false
      try {
        const more = await step(skipRecent)
        skipRecent = false
        if (more) continue
        await wait(poll)
        skipRecent = !woken
      } catch {
        // the reader or a database failed and has logged it: begin from the reader's position again
        at = undefined
        skipRecent = true
        if (!closing) await sleep(200)
      }
    }
  })()
  return {
    async reposition() {
      at = undefined
      woken = true
      wakeReader()
    },
    async close() {
      closing = true
      wakeReader()
      unsubscribe()
      await running
    },
  }
}
