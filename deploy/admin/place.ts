// Where the system is that a command is about: servers named by the environment, or the folder of a system in one process. There the
// command uses the database that the running system has started, and starts it for itself when none runs.
import { readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Blobs } from '../../kit/src/blobs.ts'
import { folderBlobs } from '../../kit/src/blobs-folder.ts'
import { s3Blobs } from '../../kit/src/blobs-s3.ts'
import type { Bus } from '../../kit/src/bus.ts'
import { type Env, environment } from '../../kit/src/config.ts'
import { kafkaBus } from '../../kit/src/kafka/bus.ts'
import { type TopicLog, topicLog } from '../../kit/src/kafka/topic-log.ts'
import { createLog, type Log } from '../../kit/src/log.ts'
import { reachPostgres, startPostgres } from '../../kit/src/postgres.ts'
import { trust } from '../../kit/src/trust.ts'
import { settings, type Settings } from '../../services/config.ts'
import { brokersOf, databasesOf, storeOf } from '../../services/world-servers.ts'
import { exits, Refused, usage } from './refusal.ts'

export type Place = {
  way: 'one' | 'servers'
  settings: Settings
  /** One process: it runs now. */
  running: boolean
  databaseUrl(service: string): string
  /** The store of files; what a running system has under way there is left alone. */
  files(): Promise<Blobs>
  /** The topics' log, where Kafka has it. Throws when no broker answers. */
  topics?(): Promise<TopicLog>
  /** On servers: how facts and user actions go to Kafka. */
  bus?(): Bus
  close(): Promise<void>
  /** A fresh one: takes away what was made, after a failure. */
  undo?(): Promise<void>
}

/** What the parts of the system log is not the command's answer: only errors, unless more is wanted. */
export const quietLog = ({ logLevel }: Settings): Log => createLog({ level: logLevel === 'info' ? 'silent' : logLevel, service: 'lyceum' })

/** Answers at once; nothing is asked of servers yet. */
/** `fresh`: for what is to be made there; a folder must hold no system yet. */
export async function openPlace(env: Env, home: string | undefined, fresh = false): Promise<Place> {
  const read = settings({ ...env, ...(home && { LYCEUM_HOME: home }) })
  return environment(read.env).optional('DATABASE_URL') && !home ? onServers(read) : await inFolder(read, fresh)
}

async function mustBeFresh(home: string): Promise<void> {
  for (const part of ['postgres', 'blobs'])
    if ((await readdir(join(home, part)).catch(() => [])).length > 0)
      throw usage('--home', `there is a Lyceum in ${home} already: name another folder, and put that one away when all is well`)
}

function onServers(read: Settings): Place {
  const given = environment(read.env)
  const log = quietLog(read)
  trust(given.list('TRUSTED_CA'))
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

async function inFolder(read: Settings, fresh: boolean): Promise<Place> {
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
