// Where the system is that a command is about: servers named by the environment, or the folder of a system in one process. There the
// command uses the database that the running system has started, and starts it for itself when none runs.
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Env, environment } from '../../kit/src/config.ts'
import { reachPostgres, startPostgres } from '../../kit/src/postgres.ts'
import { trust } from '../../kit/src/trust.ts'
import { settings, type Settings } from '../../services/config.ts'
import { databasesOf } from '../../services/world-servers.ts'
import { exits, Refused } from './command.ts'

export type Place = {
  way: 'one' | 'servers'
  settings: Settings
  /** One process: it runs now. */
  running: boolean
  databaseUrl(service: string): string
  close(): Promise<void>
}

/** Answers at once; nothing is asked of servers yet. */
export async function openPlace(env: Env, home: string | undefined): Promise<Place> {
  const read = settings({ ...env, ...(home && { LYCEUM_HOME: home }) })
  return environment(read.env).optional('DATABASE_URL') && !home ? onServers(read) : await inFolder(read)
}

function onServers(read: Settings): Place {
  const given = environment(read.env)
  trust(given.list('TRUSTED_CA'))
  return {
    way: 'servers',
    settings: read,
    running: true,
    databaseUrl: databasesOf(given, read.prefix),
    close: async () => {},
  }
}

async function inFolder(read: Settings): Promise<Place> {
  const folder = join(read.home, 'postgres')
  if (!(await stat(join(folder, 'data')).catch(() => undefined)))
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
    close: async () => await own?.stop(),
  }
}
