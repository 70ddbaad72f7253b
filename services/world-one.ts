// Everything in this process: embedded PostgreSQL, a bus and a kv in memory, blobs in a folder. All data lives in one folder.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { actorKeys, newActorKey } from '@lyceum/kit/actor'
import { folderBlobs } from '@lyceum/kit/blobs-folder'
import { memoryBus } from '@lyceum/kit/bus-memory'
import { environment } from '@lyceum/kit/config'
import { newToken } from '@lyceum/kit/ids'
import { memoryKv } from '@lyceum/kit/kv-memory'
import { createLog } from '@lyceum/kit/log'
import { createMetrics, watchProcess } from '@lyceum/kit/metrics'
import { startPostgres } from '@lyceum/kit/postgres'
import type { World } from '@lyceum/kit/service'
import type { Settings } from './config.ts'
import { outwards } from './outwards.ts'
import { traces } from './traces.ts'

/** Read from the folder, made once: what signs actor tokens and grants. */
async function secrets(home: string) {
  const file = join(home, 'secrets.json')
  const found = await readFile(file, 'utf8').catch(() => undefined)
  if (found) return JSON.parse(found) as { actor: Awaited<ReturnType<typeof newActorKey>>; grant: string }
  const made = { actor: await newActorKey(), grant: newToken() }
  await writeFile(file, JSON.stringify(made), { mode: 0o600, flag: 'wx' })
  return made
}

/** `lost` is called when the database has ended and could not be started again in place. */
export async function worldInOneProcess(settings: Settings, lost: (why: string) => void): Promise<World & { close(): Promise<void> }> {
  const { home, env, logLevel, release } = settings
  await mkdir(home, { recursive: true, mode: 0o700 })
  const log = createLog({ level: logLevel, service: 'postgres' })
  const postgres = await startPostgres({ folder: join(home, 'postgres'), lost, warn: (line) => log.warn(line) })
  const { actor, grant } = await secrets(home)
  const bus = memoryBus()
  const kv = memoryKv()
  const metrics = createMetrics()
  watchProcess(metrics)
  const read = environment(env)
  const out = outwards(read)
  const tracing = await traces(read, release, createLog({ level: logLevel, service: 'traces' }))
  return {
    way: 'one',
    release,
    stopGrace: settings.stopGrace,
    bus,
    kv,
    ...out,
    env: { BYTES_PORT: String(settings.bytesPort), ...env, GRANT_KEYS: read.optional('GRANT_KEYS') ?? grant, GRANT_KEYS_FILE: undefined },
    databaseUrl: (service) => postgres.url(`lyceum_${service}`),
    blobs: await folderBlobs({ folder: join(home, 'blobs') }),
    log: (service) => createLog({ level: logLevel, service }),
    metrics,
    actorKeys: await actorKeys([actor]),
    async close() {
      await Promise.all([bus.close(), kv.close(), out.mail.close(), tracing.close()])
      await postgres.stop()
    },
  }
}
