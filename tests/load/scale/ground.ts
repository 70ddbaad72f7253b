// A PostgreSQL of the benchmark's own, with databases made by the services' own migrations, and services over them that answer calls alone.
import { closedDoor } from '@lyceum/kit/calls/delegation'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Actor, actorKeys, newActorKey } from '@lyceum/kit/calls/actor'
import { folderBlobs } from '@lyceum/kit/blobs/folder'
import { memoryBus } from '@lyceum/kit/bus/memory'
import { memoryKv } from '@lyceum/kit/kv/memory'
import { createLog } from '@lyceum/kit/telemetry/log'
import { createMetrics } from '@lyceum/kit/telemetry/metrics'
import { startPostgres } from '@lyceum/kit/postgres/postgres'
import { type ServiceDefinition, migrateService, type RunningService, startService, type World } from '@lyceum/kit/service'
import pg from 'pg'
import { service as activity } from '../../../services/activity/src/service.ts'
import { service as course } from '../../../services/course/src/service.ts'
import { service as identity } from '../../../services/identity/src/service.ts'
import { service as notification } from '../../../services/notification/src/service.ts'

const definitions = { identity, course, activity, notification } as unknown as Record<string, ServiceDefinition>
export type ServiceName = 'identity' | 'course' | 'activity' | 'notification'
export const names = Object.keys(definitions) as ServiceName[]

/** Nothing is synced. Explaining is off until explain.ts turns it on: a setting here could not be changed later. */
const settings = {
  shared_buffers: '2GB',
  maintenance_work_mem: '1GB',
  max_wal_size: '32GB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  jit: 'off',
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
}

export async function startServer() {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-scale-'))
  const server = await startPostgres({ folder, durable: false, settings })
  const admin = new pg.Client(server.url('postgres'))
  await admin.connect()
  return {
    url: server.url,
    admin,
    async stop() {
      await admin.end()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type Server = Awaited<ReturnType<typeof startServer>>

/** Databases `<service>_<tag>` with their schemas; answers a connection to each, for filling them. */
export async function makeDatabases({ url }: Server, tag: string): Promise<Record<ServiceName, pg.Client>> {
  const made = {} as Record<ServiceName, pg.Client>
  for (const name of names) {
    await migrateService(definitions[name]!, { databaseUrl: () => url(`${name}_${tag}`) })
    made[name] = new pg.Client(url(`${name}_${tag}`))
    await made[name].connect()
  }
  return made
}

export type Services = Awaited<ReturnType<typeof startServices>>

export async function startServices({ url }: Server, tag: string) {
  const blobs = await mkdtemp(join(tmpdir(), 'lyceum-scale-blobs-'))
  const world: World = {
    way: 'servers',
    release: 'bench',
    env: { GRANT_KEYS: Buffer.alloc(32, 7).toString('base64url'), DATABASE_POOL: '4' },
    databaseUrl: (service) => url(`${service}_${tag}`),
    bus: memoryBus(),
    kv: memoryKv(),
    blobs: await folderBlobs({ folder: blobs }),
    mail: { send: async () => {}, close: async () => {} },
    sms: { real: false, send: async () => {} },
    door: closedDoor,
    log: (service) => createLog({ level: 'error', service }),
    metrics: createMetrics(),
    actorKeys: await actorKeys([await newActorKey()]),
    callsOnly: true,
  }
  const running = {} as Record<ServiceName, RunningService>
  for (const name of names) running[name] = await startService(definitions[name]!, world)
  // a token holds for 60 s, and signing one costs more than most calls do
  const tokens = new Map<string, { token: Promise<string>; until: number }>()
  const token = (actor: Actor) => {
    const who = `${actor.person} ${actor.roles}`
    const known = tokens.get(who)
    if (known && known.until > Date.now()) return known.token
    const made = { token: world.actorKeys.sign(actor), until: Date.now() + 30_000 }
    tokens.set(who, made)
    return made.token
  }
  return {
    world,
    /** Sends a call as the BFF forwards it. Throws for any answer that is not 2xx. */
    async call(name: ServiceName, actor: Actor, method: string, path: string, body?: object) {
      const answer = await running[name].app.inject({
        method: method as 'GET',
        url: path,
        headers: { authorization: `Bearer ${await token(actor)}` },
        ...(body && { payload: body }),
      })
      if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${answer.payload.slice(0, 300)}`)
      return answer.json()
    },
    async stop() {
      await Promise.all(Object.values(running).map((one) => one.stop()))
      await world.bus.close()
      await world.kv.close()
      await rm(blobs, { recursive: true, force: true })
    },
  }
}
