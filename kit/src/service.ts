// The definition of a service and its start: database, calls, facts, jobs and health, the same in both ways to run.
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { auditKey } from './audit/api.ts'
import { auditRoutes, type AuditWithin } from './audit/routes.ts'
import type { ActorKeys } from './calls/actor.ts'
import { marksApplied } from './facts/read-your-writes.ts'
import type { Blobs } from './blobs/blobs.ts'
import type { Bus } from './bus/bus.ts'
import type { Table } from './calls/contract.ts'
import { startClock } from './clock.ts'
import { type Env, type Environment, environment } from './config.ts'
import type { Consumers } from './facts/consumer.ts'
import { startConsumer } from './facts/consumer-loop.ts'
import { openPool, patiently, sharedReads } from './database/connections.ts'
import {
  type Adapter,
  adapterOver,
  type Database,
  ensureDatabase,
  isDatabaseDown,
  databaseOver,
  plainDatabase,
  rows,
  type Tx,
} from './database/database.ts'
import { health } from './http/health.ts'
import { createApp } from './http/server.ts'
import type { JobHandlers } from './jobs/jobs.ts'
import { awayOf, type Kv } from './kv/kv.ts'
import type { Log } from './telemetry/log.ts'
import type { Mailer } from './messages/mail.ts'
import type { Metrics } from './telemetry/metrics.ts'
import { isMigrated, type MigrationSet, migrate } from './database/migrate.ts'
import { startRelay } from './facts/relay.ts'
import type { ResyncSteps } from './facts/resync.ts'
import { compareCalls, splitByListener } from './calls/service-calls.ts'
import type { Transport } from './calls/transport.ts'
import { type Finder, type Produced, type Routes, mount, type Rules } from './calls/routes.ts'
import { closeApp, finishRequests } from './http/shutdown.ts'
import type { SmsSender } from './messages/sms.ts'
import { startServiceJobs } from './jobs/service-jobs.ts'
import type { JobWorker } from './jobs/worker.ts'
import { taskRoutes } from './tasks/routes.ts'

/** The adapters that a process runs on: made once per process, differently in the two ways to run. */
export type World = {
  /** one: everything in this process; servers: PostgreSQL, Kafka, Redis and S3 beside it. */
  way: 'one' | 'servers'
  env: Env
  databaseUrl(service: string): string
  bus: Bus
  kv: Kv
  blobs: Blobs
  mail: Mailer
  sms: SmsSender
  /** The BFF's calls, for jobs that go on for a person (calls/delegation.ts). */
  door: Transport
  log(service: string): Log
  metrics: Metrics
  actorKeys: ActorKeys
  release: string
  /** Metrics are read at a port of their own, not at that of the calls. */
  metricsOnOwnPort?: boolean
  /** With several replicas: aborted when this one drains. */
  draining?: AbortSignal
  /** Milliseconds that open calls have when a process stops; later ones are aborted. */
  stopGrace?: number
  /** True for the command line: only calls run here. The relay, the consumers and the jobs run where the service itself runs. */
  callsOnly?: boolean
}

/** The world as one service gets it, with its database and settings. */
export type ServiceContext<Config, Client> = Omit<World, 'log' | 'databaseUrl' | 'env'> & {
  name: string
  config: Config
  db: Client
  pool: Pool
  log: Log
  /** The time by the database's clock. */
  now(): Date
  /** Wakes the relay and the job worker after a commit outside of a call. */
  onCommit(): void
}

export type ServiceParts<Deps> = {
  deps: Deps
  routes: Routes[]
  finders?: Record<string, Finder>
  rules?: Rules
  consumers?: Consumers
  jobs?: JobHandlers<Deps>
  /** A further condition of readiness: throws when this service cannot serve. */
  ready?(): Promise<void>
  /** Configures the bytes listener beside its calls: allowed origins, time-outs of connections. */
  configureBytesListener?(app: FastifyInstance): void
  close?(): Promise<void>
}

export type ServiceDefinition<Config = unknown, Client extends Tx = Database, Deps extends object = object> = {
  name: string
  config(env: Environment): Config
  /** The service's own migrations and those of its mirrors; kit's are always applied first. */
  migrations: MigrationSet[]
  /** Prisma's client, where the service reads or writes rows by its models. */
  client?(adapter: Adapter): Client
  contracts: Table
  /** Worker targets over this service's database, each with the kinds of its jobs. */
  workers?: Record<string, string[]>
  /** Emits the state of every row again. */
  resync?: ResyncSteps
  /** Runs after the database was restored from a backup and ends rows that must not outlive it (sessions, open uploads). `blobs` is the
   *  present store. Returns counts by name. */
  afterRestore?: (db: Client, world: { blobs: Blobs }) => Promise<Record<string, number>>
  /** The audit lines that a manager of a department reads. */
  auditWithin?: AuditWithin
  /** Tables of its own schema that are filled from facts alone: a rebuild empties and refills them, as it does the mirrors. */
  projections?: string[]
  open(context: ServiceContext<Config, Client>): Promise<ServiceParts<Deps>>
}
export const defineService = <Config, Client extends Tx = Database, Deps extends object = object>(
  definition: ServiceDefinition<Config, Client, Deps>,
) => definition

export type RunningService = {
  name: string
  contracts: Table
  /** Answers json and form calls. */
  app: FastifyInstance
  /** The bytes listener, where the service has one. */
  bytes?: FastifyInstance
  ready(): Promise<void>
  stop(): Promise<void>
}

const kitMigrations: MigrationSet = { schema: 'kit', folder: new URL('../migrations/', import.meta.url) }
/** The migration sets of a service: kit's, then its own. */
export const migrationSetsOf = (definition: Pick<ServiceDefinition, 'migrations'>): MigrationSet[] => [
  kitMigrations,
  ...definition.migrations,
]

export async function migrateService(
  definition: Pick<ServiceDefinition, 'name' | 'migrations'>,
  world: Pick<World, 'databaseUrl'>,
): Promise<string[]> {
  const url = world.databaseUrl(definition.name)
  await ensureDatabase(url)
  return await migrate({ url, sets: migrationSetsOf(definition) })
}

/** Starts a service. `worker`: only that target's jobs run. In one process (`all`) a service runs every job itself. */
export async function startService(definition: ServiceDefinition<any, any, any>, world: World, worker?: string): Promise<RunningService> {
  const { name } = definition
  const log = world.log(worker ?? name)
  const { metrics, bus, kv, actorKeys, draining, callsOnly } = world
  const config = definition.config(environment(world.env))
  const sets = migrationSetsOf(definition)
  if (world.way === 'one' && !callsOnly) await migrateService(definition, world)
  const pool = openPool(world.databaseUrl(name), {
    max: environment(world.env).integer('DATABASE_POOL', world.way === 'one' ? 8 : 20, { min: 2, max: 500 }),
    // each connection of the embedded server is a process of 2–6 MiB, and opening another takes a few milliseconds
    ...(world.way === 'one' && { idle: 10_000 }),
  })
  metrics.gauge('lyceum_database_waiting', () => pool.waitingCount, { service: worker ?? name })
  metrics.gauge('lyceum_database_connections', () => pool.totalCount, { service: worker ?? name })
  while (!(await isMigrated({ pool, sets }))) {
    if (callsOnly) throw new Error(`the database of ${name} is behind this release`)
    log.info('waiting for the schema')
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  const prisma: Database<any> | undefined = definition.client?.(adapterOver(pool)) as never
  if (prisma) await rows(prisma, 'select 1') // the first query loads Prisma's compiler: here, so that no call waits for it
  const db = databaseOver(pool, prisma)
  const clock = await startClock(pool)
  const topic = `lyceum.${name}.v1`

  let onCommit = (_produced?: Produced) => {}
  const context = { ...world, name, config, db, pool, log, now: clock.now, onCommit: () => onCommit() }
  const parts = await definition.open(context as never)
  const routes = [...parts.routes, ...(auditKey(name) in definition.contracts ? [auditRoutes(name, definition.auditWithin)] : [])]
  compareCalls(definition, routes)
  const consumers = worker || callsOnly ? {} : (parts.consumers ?? {})
  const relay =
    worker || callsOnly ? undefined : await startRelay({ pool, bus, topic, kv, log, metrics, ...(world.way === 'one' && { rest: 30_000 }) })
  const consumer =
    Object.keys(consumers).length === 0
      ? undefined
      : await startConsumer({
          name,
          db: plainDatabase(pool),
          pool,
          bus,
          consumers,
          log,
          metrics,
          now: clock.now,
          onCommit: (produced) => onCommit(produced),
        })
  // the folder belongs to this process alone, so the former holder of these leases is dead: its jobs resume now, not after 30 s
  if (world.way === 'one' && !callsOnly)
    await patiently(() => pool.query('update kit.jobs set lease_until = null where lease_until is not null'))
  const jobs = callsOnly
    ? noJobs
    : startServiceJobs({
        handlers: parts.jobs ?? {},
        workers: definition.workers ?? {},
        worker,
        everyKind: world.way === 'one',
        deps: parts.deps,
        pool,
        kv,
        log,
        metrics,
        now: clock.now,
        onCommit: (produced) => onCommit(produced),
      })
  // the relay and the job worker are woken only if the commit produced facts or jobs
  onCommit = (produced = { facts: true, jobs: true }) => {
    if (produced.facts && relay) relay.wake()
    else if (produced.facts) void kv.publish(`nudge:${topic}`, '')
    if (produced.jobs) jobs.wake()
  }

  const routeOptions = {
    db,
    sql: sharedReads(pool),
    deps: parts.deps,
    actorKeys,
    finders: parts.finders ?? {},
    rules: parts.rules ?? {},
    onCommit,
    marksApplied: (marks: Parameters<typeof marksApplied>[2], ms: number) => marksApplied(pool, consumers, marks, ms),
  }
  let answered = false
  const ready = async () => {
    try {
      await pool.query('select 1')
      await parts.ready?.()
      answered = true
    } catch (error) {
      // all replicas share the database: while it is away, failing readiness would take every one of them out of service
      if (world.way === 'one' || !answered || !isDatabaseDown(error)) throw error
    }
  }
  const byListener = splitByListener(routes, worker)
  const app = createApp({ log, metrics, service: name, draining })
  const scraped = world.metricsOnOwnPort ? undefined : metrics
  health(app, { ready, away: () => awayOf(kv), metrics: scraped, release: world.release, draining })
  for (const one of worker ? [] : [...byListener.calls, taskRoutes(kv)]) mount(app, one, routeOptions)
  let bytes: FastifyInstance | undefined
  if (byListener.bytes.length > 0) {
    bytes = createApp({ log, metrics, service: name, requestTimeout: 0, draining, edge: true })
    bytes.removeAllContentTypeParsers() // the handler reads bodies of every media type by `receive`
    bytes.addContentTypeParser('*', (_request, _payload, done) => done(null))
    parts.configureBytesListener?.(bytes)
    for (const one of byListener.bytes) mount(bytes, one, routeOptions)
    await bytes.ready()
  }
  await app.ready()
  let handover: Promise<unknown> | undefined
  const handOver = () => (handover ??= Promise.all([jobs.stop(), consumer?.stop()]))
  // other replicas take partitions and jobs over while the last calls are answered here
  draining?.addEventListener('abort', () => void handOver(), { once: true })
  return {
    name: worker ?? name,
    contracts: worker ? {} : definition.contracts,
    app,
    bytes,
    ready,
    // requests first, then the jobs they enqueued, then the database; late requests are answered until the end
    async stop() {
      await Promise.all([finishRequests(app, world.stopGrace), bytes && finishRequests(bytes, world.stopGrace)])
      await handOver()
      await relay?.stop()
      await parts.close?.()
      clock.stop()
      await db.$disconnect()
      await pool.end()
      await Promise.all([closeApp(app), bytes && closeApp(bytes)])
    },
  }
}

const noJobs: JobWorker = { stop: async () => {}, wake: () => {} }
