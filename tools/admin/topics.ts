// `lyceum topic`: unsent facts, positions of consumers, rebuild from a topic's beginning, resync.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { openPool } from '@lyceum/kit/database/connections'
import { type Database, adapterOver, databaseOver, plain, rows } from '@lyceum/kit/database/database'
import { requestRebuild } from '@lyceum/kit/facts/parked'
import { resync } from '@lyceum/kit/facts/resync'
import { services } from '../../services/services.ts'
import { type Command, table } from './command.ts'
import { Refused, usage } from './refusal.ts'
import { eachDatabase, type ServiceName, serviceNames, serviceOf, withDatabase } from './databases.ts'

type Read = { topic: string; partitions: number; read: number; rebuilding: boolean }
export type Flow = { service: ServiceName; waiting: number; oldest_seconds: number; parked: number; reads: Read[] }

export async function flowOf(pool: Pool, service: ServiceName): Promise<Flow> {
  const {
    rows: [counted],
  } = await pool.query<Pick<Flow, 'waiting' | 'oldest_seconds' | 'parked'>>(`
    select count(*)::int as waiting, coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8 as oldest_seconds,
      (select count(*)::int from kit.parked) as parked from kit.outbox where position is null`)
  const { rows: reads } = await pool.query<Read>(`
    select topic, count(*)::int as partitions, sum(position)::float8 as read, bool_or(position < rebuild_until) as rebuilding
    from kit.positions group by topic order by topic`)
  return { service, ...counted!, reads }
}

const shown = (flows: Flow[]) =>
  table(
    ['service', 'waiting', 'oldest', 'parked', 'has read'],
    flows.map(({ service, waiting, oldest_seconds, parked, reads }) => [
      service,
      waiting,
      waiting > 0 ? `${Math.round(oldest_seconds)} s` : '-',
      parked,
      reads.map(({ topic, read, rebuilding }) => `${topic} ${read}${rebuilding ? ' (rebuilding)' : ''}`).join(', ') || 'nothing',
    ]),
  )

/** Requests a rebuild; mirrors and projections are emptied in the same transaction, so that they are never half filled. */
async function askToReplay(pool: Pool, service: ServiceName, clear: boolean): Promise<void> {
  const { projections = [] } = (await services[service]()).service
  const client = await pool.connect()
  try {
    await client.query('begin')
    await requestRebuild(plain(client))
    if (clear) {
      const { rows: tables } = await client.query<{ name: string }>(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables
         where (schemaname = 'mirror' and tablename <> '_prisma_migrations') or (schemaname = 'public' and tablename = any($1))`,
        [projections],
      )
      if (tables.length > 0) await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
    }
    await client.query('commit')
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}

/** The facts between the present position and the one before the rebuild. */
async function share(pool: Pool): Promise<{ left: number }> {
  const [row] = await rows<{ left: number }>(
    plain(pool),
    'select coalesce(sum(greatest(rebuild_until - position, 0)), 0)::float8 as left from kit.positions',
  )
  return { left: row!.left }
}

const waitFlag = { value: 'SECONDS', about: 'waits until it is done, at most so long; default 600, 0: does not wait' }
function secondsOf(text: string | undefined): number {
  const seconds = Number(text ?? 600)
  if (!Number.isFinite(seconds) || seconds < 0) throw usage('--wait', `"${text}" is not a number of seconds`)
  return seconds
}

export const topicCommands: Command[] = [
  {
    name: 'topic list',
    summary: 'Per service: facts that wait to go out, how far it has read, what is parked',
    flags: { service: { value: 'SERVICE', about: 'only this one', choices: serviceNames } },
    async run({ installation, text }) {
      const only = text('service')
      const flows = await eachDatabase(installation, only ? [serviceOf(only)] : serviceNames, flowOf)
      return { value: flows, text: shown(flows) }
    },
  },
  {
    name: 'topic replay',
    summary: 'Let a service read every topic again from the beginning, for one that was rebuilt',
    about:
      'The running service goes back within seconds. Nothing is done twice: rows keep what is newest, nobody gets a mail or notification of it.\nWith --clear its mirrors and projections are emptied first; until they are back, calls that need them are refused.',
    words: [{ name: 'service', about: 'whose reading begins again' }],
    flags: { clear: { about: 'empties the mirrors and projections first' }, wait: waitFlag },
    async run({ installation, words, said, text, say }) {
      const service = serviceOf(words[0]!)
      // a system that does not run has no consumers to wait for
      const seconds = installation.running ? secondsOf(text('wait')) : 0
      return await withDatabase(installation, service, async (pool) => {
        await askToReplay(pool, service, said('clear'))
        const began = Date.now()
        let { left } = await share(pool)
        const all = left
        for (let told = 0; left > 0 && Date.now() - began < seconds * 1000; left = (await share(pool)).left) {
          if (Date.now() - told > 10_000) {
            say(`${all - left} of ${all} read again`)
            told = Date.now()
          }
          await sleep(500)
        }
        const value = { service, facts: all, left, seconds: Math.round((Date.now() - began) / 1000) }
        if (left > 0 && seconds > 0)
          throw new Refused(
            'replay.slow',
            `${left} of ${all} facts are still to be read after ${seconds} s: does ${service} run? \`lyceum topic list\` shows it`,
          )
        return {
          value,
          text: left > 0 ? `${service} reads ${all} facts again` : `${service} has read all ${all} facts again in ${value.seconds} s`,
        }
      })
    },
  },
  {
    name: 'topic retell',
    summary: 'Let services tell anew what is true of each of their rows: after a restore, or for a new consumer',
    about:
      'Adds a fact per row to the topic; consumers keep the newest, nobody is notified. What others need comes first: identity, course, then the rest.',
    words: [{ name: 'service', about: 'only this one; without it all', optional: true }],
    flags: {},
    async run({ installation, words, say }) {
      const names = words[0] ? [serviceOf(words[0])] : serviceNames
      const told: { service: string; facts: number }[] = []
      for (const service of names) {
        const { service: definition } = await services[service]()
        if (!definition.resync) continue
        say(`${service} tells anew`)
        told.push({ service, facts: await resyncOf(installation.databaseUrl(service), service) })
      }
      if (told.length === 0) throw usage('<service>', `${names[0]} tells nothing: nobody acts on what it owns`)
      return {
        value: told,
        text: table(
          ['service', 'facts'],
          told.map(({ service, facts }) => [service, facts]),
        ),
      }
    },
  },
]

/** Resyncs a service. Answers the number of facts. */
export async function resyncOf(url: string, service: ServiceName): Promise<number> {
  const { service: definition } = await services[service]()
  const pool = openPool(url, { max: 2 })
  try {
    const db = databaseOver(pool, definition.client?.(adapterOver(pool)) as unknown as Database | undefined)
    const seq = async () => Number((await pool.query('select last_value as n from kit.outbox_seq_seq')).rows[0].n)
    const before = await seq()
    await resync(db, definition.resync ?? {})
    const after = await seq()
    await db.$disconnect()
    return after - before
  } finally {
    await pool.end()
  }
}
