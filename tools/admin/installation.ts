// The installation that a command acts on: servers named by the environment, or the folder of a system in one process. In the folder the command uses
// the database that the running system has started, and starts it itself when none runs.
import { readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Blobs } from '@lyceum/kit/blobs/blobs'
import { folderBlobs } from '@lyceum/kit/blobs/folder'
import { s3Blobs } from '@lyceum/kit/blobs/s3'
import type { Bus } from '@lyceum/kit/bus/bus'
import { type Env, environment } from '@lyceum/kit/config'
import { kafkaBus } from '@lyceum/kit/bus/kafka/bus'
import { type TopicLog, topicLog } from '@lyceum/kit/bus/kafka/topic-log'
import { createLog, type Log } from '@lyceum/kit/telemetry/log'
import { reachPostgres, startPostgres } from '@lyceum/kit/postgres/postgres'
import { addAuthorities } from '@lyceum/kit/extra-ca'
import { settings, type Settings } from '../../runtime/settings.ts'
import { brokersOf, databasesOf, storeOf } from '../../runtime/world/servers.ts'
import { exits, Refused, usage } from './refusal.ts'

export type Installation = {
  way: 'one' | 'servers'
  settings: Settings
  /** One process: the system runs now. */
  running: boolean
  databaseUrl(service: string): string
  /** The blob store; uploads in progress of a running system are left alone. */
  files(): Promise<Blobs>
  /** The log of the topics, on Kafka. Throws when no broker answers. */
  topics?(): Promise<TopicLog>
  /** On servers: the bus for facts and user actions. */
  bus?(): Bus
  close(): Promise<void>
  /** A new system: removes its parts after a failure. */
  undo?(): Promise<void>
}

/** A log for the parts of the system, which is not the command's answer: only errors, unless the log level is set. */
export const quietLog = ({ logLevel }: Settings): Log => createLog({ level: logLevel === 'info' ? 'silent' : logLevel, service: 'lyceum' })

/** Opens the installation without connecting to servers. `fresh`: for a system that is to be created; its folder must not hold one yet. */
export async function openInstallation(env: Env, home: string | undefined, fresh = false): Promise<Installation> {
  const read = settings({ ...env, ...(home && { LYCEUM_HOME: home }) })
  return environment(read.env).optional('DATABASE_URL') && !home ? onServers(read) : await inFolder(read, fresh)
}

async function mustBeFresh(home: string): Promise<void> {
  for (const part of ['postgres', 'blobs'])
    if ((await readdir(join(home, part)).catch(() => [])).length > 0)
      throw usage('--home', `there is a Lyceum in ${home} already: name another folder, and put that one away when all is well`)
}

function onServers(read: Settings): Installation {
  const given = environment(read.env)
  const log = quietLog(read)
  addAuthorities(given.list('TRUSTED_CA'))
  return {
    way: 'servers',
    settings: read,
    running: true,
    databaseUrl: databasesOf(given, read.prefix),
    files: () => s3Blobs(storeOf(given, read.prefix)),
    topics: () => topicLog({ ...brokersOf(given), prefix: read.prefix, log }),
    bus: () => kafkaBus({ ...brokersOf(given), prefix: read.prefix, log }),
    close: async () => {},
  }
}

async function inFolder(read: Settings, fresh: boolean): Promise<Installation> {
  const folder = join(read.home, 'postgres')
  if (fresh) await mustBeFresh(read.home)
  else if (!(await stat(join(folder, 'data')).catch(() => undefined)))
    throw new Refused('home', `there is no Lyceum in ${resolve(read.home)}: name its folder with --home, or set DATABASE_URL`, {
      exit: exits.usage,
      flag: '--home',
    })
  const running = await reachPostgres(folder)
  const own = running ? undefined : await startPostgres({ folder })
  return {
    way: 'one',
    settings: read,
    running: running !== undefined,
    databaseUrl: (service) => (running ?? own)!.url(`lyceum_${service}`),
    files: () => folderBlobs({ folder: join(read.home, 'blobs'), tidy: false }),
    close: async () => await own?.stop(),
    ...(fresh && {
      async undo() {
        for (const part of ['postgres', 'blobs']) await rm(join(read.home, part), { recursive: true, force: true })
      },
    }),
  }
}
