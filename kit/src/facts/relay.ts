// The relay: sends facts from the outbox to the bus, in order, and never gives up. One per database: the holder of an advisory lock.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { backgroundQueries } from '../database/connections.ts'
import type { Bus, OutboxRow } from '../bus/bus.ts'
import { factName, topicOf } from './wire-format.ts'
import type { Kv } from '../kv/kv.ts'
import { type Hint, hint } from '../kv/hints.ts'
import { hintAudiences } from '@lyceum/proto/hint-audiences'
import type { FactName } from '@lyceum/proto/hint-subjects'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'

export type RelayOptions = {
  pool: pg.Pool
  bus: Bus
  topic: string
  kv: Kv
  log: Log
  metrics: Metrics
  /** Milliseconds without a fact until its connection is closed; the next fact opens another. Unset where other processes would take its lock meanwhile. */
  rest?: number
}
export type Relay = {
  /** Wakes the relay after a commit of facts, in whichever process it runs. */
  wake(): void
  /** Resolves when the outbox is empty. */
  drained(): Promise<void>
  stop(): Promise<void>
}

const lock = 727_002
const batchSize = 500
/** Interval of looking without a wake-up, and of attempts to get the lock. Milliseconds. */
const poll = 1000
/** Interval of looking for facts while it has no connection, milliseconds; each wakes it besides. */
const restingPoll = 5000

export async function startRelay({ pool, bus, topic, kv, log, metrics, rest = Number.POSITIVE_INFINITY }: RelayOptions): Promise<Relay> {
  const end = new AbortController()
  let isHolder = false
  let woken = false
  let wakeWaiting = () => {}
  const wake = () => {
    woken = true
    wakeWaiting()
  }
  const unsubscribe = await kv.subscribe(`nudge:${topic}`, wake)
  const wait = async (ms: number, signal: AbortSignal) => {
    if (woken || signal.aborted) return
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      wakeWaiting = resolve
      timer = setTimeout(resolve, ms)
    })
    clearTimeout(timer)
  }
  const gauges = gaugeOutbox(pool, topic, metrics)
  const outbound = await bus.outbound({ topic, pool })

  /** One session of the relay: until its connection breaks, it rests or the relay stops. */
  async function session() {
    const client = new pg.Client({ ...pool.options, connectionTimeoutMillis: 5000 })
    const lost = new AbortController()
    const signal = AbortSignal.any([end.signal, lost.signal])
    client.on('error', (error) => lost.abort(error))
    client.on('end', () => lost.abort(new Error('the connection ended')))
    lost.signal.addEventListener('abort', () => wakeWaiting())
    try {
      await client.connect()
      // losing this session's own last commits in a crash is harmless: facts get positions again, or are sent again and dropped by the inbox
      await client.query('set synchronous_commit = off')
      // wake-ups concern the holder alone
      while (!signal.aborted && !(await client.query('select pg_try_advisory_lock($1) as got', [lock])).rows[0].got)
        await sleep(poll, undefined, { signal }).catch(() => {})
      for (let last = performance.now(); !signal.aborted && performance.now() - last < rest; ) {
        isHolder = true
        woken = false
        const rows = await outbound.forward(client, batchSize, signal)
        if (rows.length === 0) await wait(poll, signal)
        else {
          last = performance.now()
          await publishHints(rows)
        }
      }
    } finally {
      isHolder = false
      await client.end().catch(() => {}) // which releases the lock
    }
  }
  /** Resolves when there is a fact to send, or the relay stops. */
  async function resting() {
    while (!end.signal.aborted) {
      woken = false
      const { rowCount } = await backgroundQueries(pool).query('select 1 from kit.outbox where position is null limit 1')
      if (rowCount) return
      await wait(restingPoll, end.signal)
    }
  }
  async function publishHints(rows: OutboxRow[]) {
    metrics.count('lyceum_facts_sent_total', { topic }, rows.length)
    await Promise.all(
      lastPerKey(rows)
        .flatMap((row) => hintOf(row) ?? [])
        .map((one) => hint(kv, one)),
    )
  }
  const running = (async () => {
    for (let failures = 0; !end.signal.aborted; ) {
      const start = Date.now()
      try {
        await session()
        if (rest < Number.POSITIVE_INFINITY) await resting()
      } catch (error) {
        if (end.signal.aborted) break
        failures = Date.now() - start > 10_000 ? 1 : failures + 1
        log.warn({ err: error, topic }, 'the relay is started again')
        await sleep(Math.min(100 * 2 ** failures, 1000), undefined, { signal: end.signal }).catch(() => {})
      }
    }
  })()

  return {
    wake() {
      if (isHolder) wake()
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
      wakeWaiting()
      await running
      await unsubscribe()
      await outbound.close()
    },
  }
}

/** The last fact of each key and type, whose hint is enough for all of them; hints to people stay. */
const lastPerKey = (rows: OutboxRow[]): OutboxRow[] => {
  const last = new Map(rows.map((row) => [`${row.key} ${row.type}`, row.id]))
  return rows.filter((row) => row.hint !== null || last.get(`${row.key} ${row.type}`) === row.id)
}

/** undefined: it is quiet, nobody's page concerns it, or it is emitted without the people that it concerns. */
function hintOf({ id, type, key, org_id, hint, quiet }: OutboxRow): Hint | undefined {
  if (quiet) return undefined
  const [aggregate = '', aggregateId = ''] = key.split(':')
  const subject = factName(type) as FactName
  // a fact of a newer release has no audience here
  const { to } = hintAudiences[subject] ?? { to: 'nobody' }
  if (to === 'nobody' || (to === 'people' && !hint?.people)) return undefined
  return { subject, aggregate, id: aggregateId, org: org_id, ...hint, fact: { topic: topicOf(type), key, type, id } }
}

/** Gauges of the outbox: its size and the age of its oldest fact, which grow while the bus is away. */
function gaugeOutbox(pool: pg.Pool, topic: string, metrics: Metrics): NodeJS.Timeout {
  let size: number | undefined
  let age: number | undefined
  metrics.gauge('lyceum_outbox_size', () => size, { topic })
  metrics.gauge('lyceum_outbox_age_seconds', () => age, { topic })
  const readSize = async () => {
    const { rows } = await backgroundQueries(pool).query(`
      select count(*)::int as size, coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8 as age
      from (select created_at from kit.outbox where position is null limit 100000) waiting`)
    ;({ size, age } = rows[0])
  }
  return setInterval(() => void readSize().catch(() => {}), 5000).unref()
}
