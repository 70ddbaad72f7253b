// The world of one process: embedded PostgreSQL, a bus and a kv in memory, blobs in a folder. All data lives in one folder.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { actorKeys, newActorKey } from '@lyceum/kit/calls/actor'
import { folderBlobs } from '@lyceum/kit/blobs/folder'
import { memoryBus } from '@lyceum/kit/bus/memory'
import { environment } from '@lyceum/kit/config'
import { newToken } from '@lyceum/kit/ids'
import { memoryKv } from '@lyceum/kit/kv/memory'
import { newPushKey } from '@lyceum/kit/messages/web-push'
import { newSecretKey } from '@lyceum/kit/text/kept-secrets'
import { createLog } from '@lyceum/kit/telemetry/log'
import { createMetrics, watchProcess } from '@lyceum/kit/telemetry/metrics'
import { startPostgres } from '@lyceum/kit/postgres/postgres'
import type { World } from '@lyceum/kit/service'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '../settings.ts'
import { doorInProcess } from './door.ts'
import { openOutbound } from './outbound.ts'
import { openTracing } from './tracing.ts'

type Secrets = { actor: Awaited<ReturnType<typeof newActorKey>>; grant: string; push?: string; kept?: string }
/** The keys of actor tokens, grants, push messages and kept secrets, read from the folder or made once. */
async function secrets(home: string) {
  const file = join(home, 'secrets.json')
  const stored = await readFile(file, 'utf8').catch(() => undefined)
  if (stored) {
    const known = JSON.parse(stored) as Secrets
    // a folder of a release without push messages or kept secrets
    if (known.push && known.kept) return known as Required<Secrets>
    const completed = { ...known, push: known.push ?? newPushKey(), kept: known.kept ?? newSecretKey() }
    await writeFile(`${file}.new`, JSON.stringify(completed), { mode: 0o600 })
    await rename(`${file}.new`, file)
    return completed
  }
  const created = { actor: await newActorKey(), grant: newToken(), push: newPushKey(), kept: newSecretKey() }
  await writeFile(file, JSON.stringify(created), { mode: 0o600, flag: 'wx' })
  return created
}

/** `lost` is called when the database has ended and could not be started again in place. */
export async function worldInOneProcess(
  settings: Settings,
  lost: (why: string) => void,
): Promise<World & { openDoor(bff: FastifyInstance): void; close(): Promise<void> }> {
  const { home, env, logLevel, release } = settings
  await mkdir(home, { recursive: true, mode: 0o700 })
  const log = createLog({ level: logLevel, service: 'postgres' })
  const postgres = await startPostgres({ folder: join(home, 'postgres'), lost, warn: (line) => log.warn(line) })
  const { actor, grant, push, kept } = await secrets(home)
  const bus = memoryBus()
  const kv = memoryKv()
  const metrics = createMetrics()
  watchProcess(metrics)
  const read = environment(env)
  const outbound = openOutbound(read, kv)
  const tracing = await openTracing(read, release, createLog({ level: logLevel, service: 'traces' }))
  return {
    way: 'one',
    release,
    stopGrace: settings.stopGrace,
    bus,
    kv,
    ...outbound,
    env: {
      BYTES_PORT: String(settings.bytesPort),
      ...env,
      GRANT_KEYS: read.optional('GRANT_KEYS') ?? grant,
      GRANT_KEYS_FILE: undefined,
      PUSH_KEY: read.optional('PUSH_KEY') ?? push,
      PUSH_KEY_FILE: undefined,
      SECRET_KEYS: read.optional('SECRET_KEYS') ?? kept,
      SECRET_KEYS_FILE: undefined,
    },
    databaseUrl: (service) => postgres.url(`lyceum_${service}`),
    blobs: await folderBlobs({ folder: join(home, 'blobs') }),
    log: (service) => createLog({ level: logLevel, service }),
    metrics,
    metricsOnOwnPort: settings.metricsPort > 0,
    actorKeys: await actorKeys([actor]),
    ...doorInProcess(),
    async close() {
      await Promise.all([bus.close(), kv.close(), outbound.mail.close(), tracing.close()])
      await postgres.stop()
    },
  }
}
