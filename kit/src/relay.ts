// Takes facts from the outbox to the bus, in order, and never gives up. One per database: whoever holds the session's advisory lock.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Bus, OutboxRow } from './bus.ts'
import { topicOf } from './facts.ts'
import type { Kv } from './kv.ts'
import { hint } from './live.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

export type RelayOptions = { pool: pg.Pool; bus: Bus; topic: string; kv: Kv; log: Log; metrics: Metrics }
export type Relay = {
  /** Facts were committed: look at once, in whichever process the relay runs. */
  nudge(): void
  /** Resolves when no fact waits. */
  drained(): Promise<void>
  stop(): Promise<void>
}

const lock = 727_002
const most = 500
/** Without a nudge; and between two tries for the lock. Milliseconds. */
const poll = 1000

export async function startRelay({ pool, bus, topic, kv, log, metrics }: RelayOptions): Promise<Relay> {
  const end = new AbortController()
  let holding = false
  let nudged = false
  let waker = () => {}
  const wake = () => {
    nudged = true
    waker()
  }
  const deaf = await kv.subscribe(`nudge:${topic}`, wake)
  const wait = async (ms: number, signal: AbortSignal) => {
    if (nudged || signal.aborted) return
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      waker = resolve
      timer = setTimeout(resolve, ms)
    })
    clearTimeout(timer)
  }
  const gauges = watchOutbox(pool, topic, metrics)
  const outbound = await bus.outbound({ topic, pool })

  /** One session: until its connection breaks or we stop. */
  async function session() {
    const client = new pg.Client({ ...pool.options, connectionTimeoutMillis: 5000 })
    const lost = new AbortController()
    const signal = AbortSignal.any([end.signal, lost.signal])
    client.on('error', (error) => lost.abort(error))
    client.on('end', () => lost.abort(new Error('the connection ended')))
    lost.signal.addEventListener('abort', () => waker())
    try {
      await client.connect()
      // losing this session's own last commits in a crash is harmless: facts are placed in order again, or sent again and dropped as known
      await client.query('set synchronous_commit = off')
      // nudges are for whoever holds it
      while (!signal.aborted && !(await client.query('select pg_try_advisory_lock($1) as got', [lock])).rows[0].got)
        await sleep(poll, undefined, { signal }).catch(() => {})
      while (!signal.aborted) {
        holding = true
        nudged = false
        const rows = await outbound.forward(client, most, signal)
        if (rows.length === 0) await wait(poll, signal)
        else await told(rows)
      }
    } finally {
      holding = false
      await client.end().catch(() => {}) // and with it the lock
    }
  }
  async function told(rows: OutboxRow[]) {
    metrics.count('lyceum_facts_sent_total', { topic }, rows.length)
    await Promise.all(hinted(rows).map((row) => hint(kv, hintOf(row))))
  }
  const running = (async () => {
    for (let failures = 0; !end.signal.aborted; ) {
      const began = Date.now()
      try {
        await session()
      } catch (error) {
        if (end.signal.aborted) break
        failures = Date.now() - began > 10_000 ? 1 : failures + 1
        log.warn({ err: error, topic }, 'the relay begins again')
        await sleep(Math.min(100 * 2 ** failures, 1000), undefined, { signal: end.signal }).catch(() => {})
      }
    }
  })()

  return {
    nudge() {
      if (holding) wake()
      else void kv.publish(`nudge:${topic}`, '')
    },
    async drained() {
      while ((await pool.query('select 1 from kit.outbox where position is null limit 1')).rowCount) {
        wake()
        await sleep(10)
      }
    },
    async stop() {
      clearInterval(gauges)
      end.abort()
      waker()
      await running
      await deaf()
      await outbound.close()
    },
  }
}

/** Of many facts of one key in a batch, the last is enough to say that it changed; those for people stay. */
const hinted = (rows: OutboxRow[]): OutboxRow[] => {
  const last = new Map(rows.map((row) => [`${row.key} ${row.type}`, row.id]))
  return rows.filter((row) => row.hint !== null || last.get(`${row.key} ${row.type}`) === row.id)
}

function hintOf({ id, type, key, org_id, hint }: OutboxRow) {
  const [subject = '', subjectId = ''] = key.split(':')
  return {
    subject,
    id: subjectId,
    org: org_id,
    ...(subject === 'course' && { course: subjectId }),
    ...hint,
    fact: { topic: topicOf(type), key, type, id },
  }
}

/** What waits, and how long the oldest has waited: grows while the bus is away. */
function watchOutbox(pool: pg.Pool, topic: string, metrics: Metrics): NodeJS.Timeout {
  let size: number | undefined
  let age: number | undefined
  metrics.gauge('lyceum_outbox_size', () => size, { topic })
  metrics.gauge('lyceum_outbox_age_seconds', () => age, { topic })
  const look = async () => {
    const { rows } = await pool.query(`
      select count(*)::int as size, coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8 as age
      from (select created_at from kit.outbox where position is null limit 100000) waiting`)
    ;({ size, age } = rows[0])
  }
  return setInterval(() => void look().catch(() => {}), 5000).unref()
}
