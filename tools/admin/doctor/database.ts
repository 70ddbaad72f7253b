// Checks of each service's database: reachable, with the schema of this release, its facts on their way, none parked, no jobs left over.
import type { Pool } from 'pg'
import { pairsOfAll } from '../../../services/identity/src/users/numbers.ts'
import { migrationNames } from '@lyceum/kit/database/migrate'
import { migrationSetsOf } from '@lyceum/kit/service'
import { services } from '../../../services/services.ts'
import { eachDatabase, type ServiceName, serviceNames, withDatabase } from '../databases.ts'
import type { Installation } from '../installation.ts'
import { flowOf } from '../topics.ts'
import { ago, fail, type Finding, look, ok, warn } from './check.ts'

export async function server(installation: Installation): Promise<Finding[]> {
  return await look('PostgreSQL', 'is it up, and are DATABASE_URL and its password right?', () =>
    withDatabase(installation, 'identity', async (pool) => {
      const asked = Date.now()
      const { rows } = await pool.query<{ version: string; number: number; most: number; used: number; now: string; long: number }>(`
        select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
          current_setting('max_connections')::int as most, (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
          (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
          (select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 from pg_stat_activity where xact_start is not null) as long`)
      const { version, number, most, used, now, long } = rows[0]!
      const skew = Math.abs(Number(now) - (asked + Date.now()) / 2)
      return [
        number < 150_000
          ? fail('PostgreSQL', `version ${version}`, 'bring it to 15 or later')
          : ok('PostgreSQL', `version ${version}, answers in ${Date.now() - asked} ms`),
        used > most * 0.85
          ? warn(
              'connections',
              `${used} of ${most} in use`,
              'raise max_connections, or lower DATABASE_POOL or the replicas: docs/operate/sizing.md',
            )
          : ok('connections', `${used} of ${most} in use`),
        clock('clock', 'the database', skew),
        long > 600
          ? warn(
              'transactions',
              `one has been open for ${ago(long)}`,
              'find it in pg_stat_activity (xact_start): it keeps old rows from being cleared',
            )
          : ok('transactions', 'none is old'),
      ]
    }),
  )
}

/** Deadlines use the database's clock, so a difference does not harm them; it does harm signatures of the store and certificates. */
export function clock(name: string, whose: string, skew: number): Finding {
  const next = 'let chrony or systemd-timesyncd run on every node'
  if (skew > 60_000) return fail(name, `${ago(skew / 1000)} off that of ${whose}`, next)
  return skew > 2000
    ? warn(name, `${ago(skew / 1000)} off that of ${whose}`, next)
    : ok(name, `within ${Math.max(1, Math.round(skew))} ms of ${whose}`)
}

export async function databases(installation: Installation): Promise<Finding[]> {
  // loaded before: its time is not the database's
  const sets = await Promise.all(serviceNames.map(async (service) => migrationNames(migrationSetsOf((await services[service]()).service))))
  const found = await Promise.all(
    serviceNames.map((service, nth) =>
      look(`database of ${service}`, 'does it exist? The migrations of the release make it (--target=migrate)', () =>
        withDatabase(installation, service, async (pool) => {
          const schema = await schemaOf(pool, service, sets[nth]!)
          // without a schema there is nothing more to check
          if (schema.state === 'fail') return [schema]
          return [schema, ...(await flowing(pool, service, installation)), ...(await jobs(pool, service, installation))]
        }),
      ),
    ),
  )
  const all = found.flat()
  const good = all.filter(({ state }) => state === 'ok')
  return [ok('databases', `${good.length} of ${all.length} looks are well`), ...all.filter(({ state }) => state !== 'ok')]
}

/** People of one organisation whose user numbers differ in case alone, from earlier releases. */
export async function userNumbers(installation: Installation): Promise<Finding[]> {
  return await look('user numbers', 'does the database of identity exist?', () =>
    withDatabase(installation, 'identity', async (pool) => {
      const { rows } = await pool.query<{ org: string; people: { name: string; user_no: string }[] }>(pairsOfAll)
      if (rows.length === 0) return ok('user numbers', 'each is one person’s')
      const pairs = rows
        .slice(0, 10)
        .map(({ org, people }) => `${people.map((one) => `${one.user_no} (${one.name})`).join(' and ')} of ${org}`)
      return warn(
        'user numbers',
        `${rows.length} differ in capital letters alone: ${pairs.join('; ')}`,
        'change one of each pair; then a second such number is refused by the database too',
      )
    }),
  )
}

async function schemaOf(pool: Pool, service: ServiceName, known: Awaited<ReturnType<typeof migrationNames>>): Promise<Finding> {
  const name = `schema of ${service}`
  const missing: string[] = []
  const later: string[] = []
  for (const [schema, names] of known) {
    const { rows } = await pool
      .query<{ name: string }>(`select migration_name as name from ${schema}._prisma_migrations where finished_at is not null`)
      .catch(() => ({ rows: [] as { name: string }[] }))
    const there = new Set(rows.map(({ name }) => name))
    missing.push(...names.filter((one) => !there.has(one)))
    later.push(...[...there].filter((one) => !names.includes(one)))
  }
  if (missing.length > 0)
    return fail(
      name,
      `behind this release: ${missing.join(', ')}`,
      'run the migrations of the release (--target=migrate); in one process a start does it',
    )
  if (later.length > 0)
    return warn(
      name,
      `of a later release: ${later.join(', ')}`,
      'after a rollback this is meant; otherwise this is not the release that runs',
    )
  return ok(name, 'of this release')
}

const relayLock = 727_002

async function flowing(pool: Pool, service: ServiceName, installation: Installation): Promise<Finding[]> {
  const { waiting, oldest_seconds: age, parked } = await flowOf(pool, service)
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
     where l.locktype = 'advisory' and l.objid = $1 and l.granted`,
    [relayLock],
  )
  const relayed = rows[0]!.n > 0
  const name = `facts of ${service}`
  const told = `${waiting} wait to go out, the oldest for ${ago(age)}`
  const sent =
    waiting > 0 && !relayed
      ? (installation.running ? fail : warn)(name, `${told}, and nobody sends them`, `start ${service}: one of its processes sends them`)
      : age > 600
        ? fail(name, told, 'is Kafka up and reachable from there? Nothing is lost while they wait: docs/operate/alerts.md')
        : age > 60
          ? warn(name, told, 'look again in a minute; growing: is Kafka up?')
          : ok(name, waiting === 0 ? 'all have gone out' : told)
  const set =
    parked > 0
      ? warn(
          `parked facts of ${service}`,
          `${parked}`,
          `\`lyceum parked list --service ${service}\`, mend the cause, \`lyceum parked retry --all\``,
        )
      : ok(`parked facts of ${service}`, 'none')
  return [sent, set]
}

async function jobs(pool: Pool, service: ServiceName, { running }: Installation): Promise<Finding[]> {
  const { rows } = await pool.query<{ kind: string; dead: number; late: number; oldest: number }>(`
    select kind, count(*) filter (where dead)::int as dead,
      count(*) filter (where not dead and run_at < clock_timestamp() - interval '5 minutes' and (lease_until is null or lease_until < clock_timestamp()))::int as late,
      coalesce(extract(epoch from clock_timestamp() - min(run_at) filter (where not dead)), 0)::float8 as oldest
    from kit.jobs group by kind order by kind`)
  const found = rows.flatMap(({ kind, dead, late, oldest }) => [
    ...(dead > 0
      ? [
          warn(
            `work of ${service}`,
            `${dead} of ${kind} were given up`,
            `select key, error from kit.jobs where dead, in its database; what asked for it can ask again`,
          ),
        ]
      : []),
    ...(late > 0 && running
      ? [
          warn(
            `work of ${service}`,
            `${late} of ${kind} wait, the oldest for ${ago(oldest)}`,
            `does the process that does them run, and has it room? (${kind === 'transcode' || kind === 'convert' ? 'transcode' : service})`,
          ),
        ]
      : []),
  ])
  return found.length > 0 ? found : [ok(`work of ${service}`, 'none waits for long')]
}

/** In one process a topic is the producer's own table. */
export async function lagInOneProcess(installation: Installation): Promise<Finding[]> {
  const ends = new Map<string, number>(
    await eachDatabase(installation, serviceNames, async (pool, service) => {
      const { rows } = await pool.query<{ next: number }>('select coalesce(max(position) + 1, 0)::float8 as next from kit.outbox')
      return [`lyceum.${service}.v1`, rows[0]!.next] as const
    }),
  )
  const behind = await eachDatabase(installation, serviceNames, async (pool, service) => {
    const { reads } = await flowOf(pool, service)
    return { service, lag: reads.reduce((sum, { topic, read }) => sum + Math.max(0, (ends.get(topic) ?? 0) - read), 0) }
  })
  return [lagOf(behind)]
}

const muchLag = 5000
export function lagOf(behind: { service: string; lag: number }[]): Finding {
  const much = behind.filter(({ lag }) => lag > muchLag)
  const all = behind.reduce((sum, { lag }) => sum + lag, 0)
  if (much.length === 0) return ok('reading', `${all} facts are still to be read`)
  return warn(
    'reading',
    much.map(({ service, lag }) => `${service} has ${lag} facts to read`).join(', '),
    'look again in a minute; not falling: more replicas, or a parked or slow fact in its log',
  )
}
