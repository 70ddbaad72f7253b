// What a service is, and how it is opened: its database, its calls, its facts, its jobs, its health. The same in both ways to run.
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type { ActorKeys } from './actor.ts'
import { caughtUp } from './behind.ts'
import type { Blobs } from './blobs.ts'
import type { Bus } from './bus.ts'
import type { Table } from './calls.ts'
import { startClock } from './clock.ts'
import { type Env, type Environment, environment } from './config.ts'
import type { Consumers } from './consumer.ts'
import { startConsumer } from './consuming.ts'
import { within } from './context.ts'
import { openPool } from './connections.ts'
import { type Adapter, adapterOver, type Database, ensureDatabase, isDatabaseDown, plain, plainDatabase, type Tx } from './db.ts'
import { health } from './health.ts'
import { createApp } from './http.ts'
import { forgetAnswers } from './idempotency.ts'
import { newId } from './ids.ts'
import type { JobHandlers } from './jobs.ts'
import type { Kv } from './kv.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail.ts'
import type { Metrics } from './metrics.ts'
import { isMigrated, type MigrationSet, migrate } from './migrate.ts'
import { startRelay } from './relay.ts'
import type { Retelling } from './retell.ts'
import { type Authorise, type Finder, type Made, type Mount, mount } from './routes.ts'
import { close, drain } from './shutdown.ts'
import type { SmsSender } from './sms.ts'
import { type Jobs, startJobs } from './working.ts'

/** What stands around a service: made once per process, differently in the two ways to run. */
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
  log(service: string): Log
  metrics: Metrics
  actorKeys: ActorKeys
  release: string
  /** Figures are read at a port of their own: not where calls are answered. */
  metricsApart?: boolean
  /** Where several replicas run: aborted when this one is about to end. */
  leaving?: AbortSignal
  /** Milliseconds that calls under way have when a process stops; what then still runs is cut off. */
  stopGrace?: number
  /** The command line: calls alone. Facts go out, come in and jobs run where the service itself runs. */
  callsOnly?: boolean
}

/** What a service finds when it opens. */
export type Ground<Config, Client> = Omit<World, 'log' | 'databaseUrl' | 'env'> & {
  name: string
  config: Config
  db: Client
  /** For hot paths: SQL by hand. */
  pool: Pool
  log: Log
  /** Time as the database has it. */
  now(): Date
  /** Work was committed outside of a call: facts or jobs may wait. */
  committed(): void
}

export type Opened<Deps> = {
  deps: Deps
  mounts: Mount[]
  finders?: Record<string, Finder>
  authorise: Authorise
  consumers?: Consumers
  jobs?: JobHandlers<Deps>
  /** Adds to readiness: throws when this service cannot serve. */
  ready?(): Promise<void>
  /** What the bytes door needs beside its calls: who may use it from other origins, how long a connection may be silent. */
  door?(app: FastifyInstance): void
  close?(): Promise<void>
}

export type Definition<Config = unknown, Client extends Tx = Tx, Deps extends object = object> = {
  name: string
  config(env: Environment): Config
  /** The service's own and those of the mirrors it keeps; kit's come first by themselves. */
  migrations: MigrationSet[]
  client(adapter: Adapter): Client
  contracts: Table
  /** Targets of their own over this service's database, and the kinds of job they do. */
  workers?: Record<string, string[]>
  /** Says anew what is true of its rows. */
  retelling?: Retelling
  /** After its database came out of a backup: what does not outlive it ends. `blobs` is the store that is there now. Answers
   *  what there is to say of it, by name. */
  restored?: (db: Client, world: { blobs: Blobs }) => Promise<Record<string, number>>
  /** Tables of its own schema that are filled from facts alone: they go and come back with a rebuild, as the mirrors do. */
  copies?: string[]
  open(ground: Ground<Config, Client>): Promise<Opened<Deps>>
}
export const defineService = <Config, Client extends Tx, Deps extends object>(definition: Definition<Config, Client, Deps>) => definition

export type Running = {
  name: string
  contracts: Table
  /** json and form calls. */
  app: FastifyInstance
  /** The bytes door, where the service has one. */
  bytes?: FastifyInstance
  ready(): Promise<void>
  stop(): Promise<void>
}

const kitMigrations: MigrationSet = { schema: 'kit', folder: new URL('../migrations/', import.meta.url) }
/** kit's own and the service's. */
export const setsOf = (definition: Pick<Definition, 'migrations'>): MigrationSet[] => [kitMigrations, ...definition.migrations]

export async function migrateService(
  definition: Pick<Definition, 'name' | 'migrations'>,
  world: Pick<World, 'databaseUrl'>,
): Promise<string[]> {
  const url = world.databaseUrl(definition.name)
  await ensureDatabase(url)
  return await migrate({ url, sets: setsOf(definition) })
}

/** `worker`: run only that target's jobs. In one process (`all`) a service runs every job itself. */
export async function startService(definition: Definition<any, any, any>, world: World, worker?: string): Promise<Running> {
  const { name } = definition
  const log = world.log(worker ?? name)
  const { metrics, bus, kv, actorKeys, leaving, callsOnly } = world
  const config = definition.config(environment(world.env))
  const sets = setsOf(definition)
  if (world.way === 'one' && !callsOnly) await migrateService(definition, world)
  const pool = openPool(world.databaseUrl(name), {
    max: environment(world.env).integer('DATABASE_POOL', world.way === 'one' ? 8 : 20, { min: 2, max: 500 }),
  })
  metrics.gauge('lyceum_database_waiting', () => pool.waitingCount, { service: worker ?? name })
  metrics.gauge('lyceum_database_connections', () => pool.totalCount, { service: worker ?? name })
  while (!(await isMigrated({ pool, sets }))) {
    if (callsOnly) throw new Error(`the database of ${name} is behind this release`)
    log.info('waiting for the schema')
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  const db: Database<any> = definition.client(adapterOver(pool)) as never
  await db.$queryRawUnsafe('select 1') // the first query loads Prisma's compiler: not on somebody's call
  const clock = await startClock(pool)
  const topic = `lyceum.${name}.v1`

  let committed = (_made?: Made) => {}
  const ground = { ...world, name, config, db, pool, log, now: clock.now, committed: () => committed() }
  const opened = await definition.open(ground as never)
  const consumers = worker || callsOnly ? {} : (opened.consumers ?? {})
  const relay = worker || callsOnly ? undefined : await startRelay({ pool, bus, topic, kv, log, metrics })
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
          committed: (made) => committed(made),
        })
  // the folder's one owner is this process, so whoever held these leases is dead: their work goes on now, not after 30 s
  if (world.way === 'one' && !callsOnly) await pool.query('update kit.jobs set lease_until = null where lease_until is not null')
  const jobs = callsOnly
    ? noJobs
    : startOwnJobs(definition, opened, {
        pool,
        log,
        metrics,
        now: clock.now,
        worker,
        way: world.way,
        committed: () => committed(),
      })
  // nobody is woken for what was not made
  committed = (made = { facts: true, jobs: true }) => {
    if (made.facts && relay) relay.nudge()
    else if (made.facts) void kv.publish(`nudge:${topic}`, '')
    if (made.jobs) jobs.nudge()
  }

  const mounting = {
    db,
    hand: plain(pool),
    deps: opened.deps,
    actorKeys,
    finders: opened.finders ?? {},
    authorise: opened.authorise,
    committed,
    caughtUp: (marks: Parameters<typeof caughtUp>[2], ms: number) => caughtUp(pool, consumers, marks, ms),
  }
  let answered = false
  const ready = async () => {
    try {
      await pool.query('select 1')
      await opened.ready?.()
      answered = true
    } catch (error) {
      // the database is every replica's: with it away, taking them all out would turn "it is coming back" into "nobody is there"
      if (world.way === 'one' || !answered || !isDatabaseDown(error)) throw error
    }
  }
  const doors = doorsOf(opened.mounts, worker)
  const app = createApp({ log, metrics, service: name, leaving })
  health(app, { ready, metrics: world.metricsApart ? undefined : metrics, release: world.release, leaving })
  for (const one of doors.calls) mount(app, one, mounting)
  let bytes: FastifyInstance | undefined
  if (doors.bytes.length > 0) {
    bytes = createApp({ log, metrics, service: name, requestTimeout: 0, leaving, door: true })
    bytes.removeAllContentTypeParsers() // whatever a body is called, its handler reads it, by `receive`
    bytes.addContentTypeParser('*', (_request, _payload, done) => done(null))
    opened.door?.(bytes)
    for (const one of doors.bytes) mount(bytes, one, mounting)
    await bytes.ready()
  }
  await app.ready()
  let handed: Promise<unknown> | undefined
  const handOver = () => (handed ??= Promise.all([jobs.stop(), consumer?.stop()]))
  // other replicas take partitions and jobs over while the last calls are answered here
  leaving?.addEventListener('abort', () => void handOver(), { once: true })
  return {
    name: worker ?? name,
    contracts: worker ? {} : definition.contracts,
    app,
    bytes,
    ready,
    // requests first, then what they may have started, then the database; until the end whoever still comes gets an answer
    async stop() {
      await Promise.all([drain(app, world.stopGrace), bytes && drain(bytes, world.stopGrace)])
      await handOver()
      await relay?.stop()
      await opened.close?.()
      clock.stop()
      await db.$disconnect()
      await pool.end()
      await Promise.all([close(app), bytes && close(bytes)])
    },
  }
}

const noJobs: Jobs = { stop: async () => {}, nudge: () => {} }

/** Calls of kind bytes have a door of their own: another origin, no cookie. */
function doorsOf(mounts: Mount[], worker: string | undefined) {
  const pick = (bytes: boolean) =>
    mounts
      .map(({ table, handlers }) => ({
        table: Object.fromEntries(Object.entries(table).filter(([, call]) => (call.kind === 'bytes') === bytes)),
        handlers,
      }))
      .filter(({ table }) => Object.keys(table).length > 0)
  return worker ? { calls: [], bytes: [] } : { calls: pick(false), bytes: pick(true) }
}

type JobGround = { pool: Pool; log: Log; metrics: Metrics; now(): Date; worker: string | undefined; way: World['way']; committed(): void }

function startOwnJobs(
  definition: Definition,
  opened: Opened<object>,
  { pool, log, metrics, now, worker, way, committed }: JobGround,
): Jobs {
  const handlers: JobHandlers = {
    ...opened.jobs,
    'kit.forgetAnswers': {
      every: 3_600_000,
      run: async () => {
        while ((await forgetAnswers(plain(pool))) === 5000);
      },
    },
  }
  const elsewhere = new Set(Object.values(definition.workers ?? {}).flat())
  const mine = Object.keys(handlers).filter((kind) =>
    worker ? definition.workers?.[worker]?.includes(kind) : way === 'one' || !elsewhere.has(kind),
  )
  const traced: JobHandlers = Object.fromEntries(
    mine.map((kind) => {
      const given = handlers[kind]!
      const handler = typeof given === 'function' ? { run: given } : given
      return [
        kind,
        {
          ...handler,
          run: (job) => within({ requestId: newId() }, () => handler.run(job)).finally(committed),
        } satisfies JobHandlers[string],
      ]
    }),
  )
  return startJobs({ pool, deps: opened.deps, handlers: traced, log, metrics, now })
}
