// The process of an embedded PostgreSQL server, and its restart in place when it ends by itself.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './binaries.ts'

/** The options of a server. `base` is the path by which the server itself reaches the folder. */
export type ClusterOptions = {
  bin: string
  folder: string
  base: string
  password: string
  durable: boolean
  settings: Record<string, string>
  account?: Account
  fd?: number
}

export type Server = {
  child: ChildProcess
  /** The reason of its end. Never rejects. */
  ended: Promise<string>
}

// The shell holds our pipe as descriptor 4: when we are gone, however we went, it stops the server in order.
const keeper = 'exec 4<&0; "$@" 4<&- </dev/null & p=$!; (read -r _ <&4; kill -INT $p) >/dev/null 2>&1 & exec 4<&-; wait $p'

/** Resolves when the server accepts connections, after whatever recovery takes. Throws with the server's own reason when it does not start. */
export async function startServer(cluster: ClusterOptions, port: number, socket = ''): Promise<Server> {
  const { bin, folder, base, durable, settings, account, fd } = cluster
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
  let ready = false
  let log = ''
  const { promise: ended, resolve: end } = Promise.withResolvers<string>()
  const up = new Promise<void>((resolve) => {
    child.stderr?.on('data', (chunk) => {
      log = (log + chunk).slice(-20_000)
      if (!ready && log.includes('ready to accept connections')) {
        ready = true
        resolve()
      }
    })
    child.once('error', (error) => end(error.message)).once('exit', (code, signal) => end(reasonOf(log, ready, signal ?? code)))
  })
  await Promise.race([up, ended])
  if (!ready) throw new Error(await ended)
  // the server alone must not keep our process alive
  for (const held of [child, child.stdin, child.stderr]) (held as unknown as { unref(): void }).unref()
  return { child, ended }
}

/** The reason of a server's end. After it has answered, only fatal lines of its log: others may quote people's data. */
function reasonOf(log: string, ready: boolean, status: number | string | null): string {
  const lines = log.trim().split('\n')
  const reasons = ready ? lines.flatMap((line) => /(?:FATAL|PANIC): {2}(.*)/.exec(line)?.[1] ?? []) : lines
  return [status === 137 || status === 'SIGKILL' ? 'it was killed' : `it ended with ${status}`, ...reasons.slice(-2)].join(': ')
}

/** Milliseconds before each try to start it again. */
const pauses = [0, 250, 1000, 2500, 5000]
/** A server that ends sooner counts as not started, milliseconds. */
const settled = 200

export type SupervisionOptions = {
  /** Cleans up after the ended server and starts another one in its place. */
  again(): Promise<Server>
  /** Aborted by an ordered stop. */
  stopping: AbortSignal
  /** Called each time that a new server has started. */
  started(server: Server): void
  warn(line: string): void
  /** It could not be started again. */
  lost(why: string): void
}

/** Starts the server again whenever it ends by itself; gives up after five tries in a row. Resolves when there is nothing left to keep. */
export async function superviseServer(first: Server, { again, stopping, started, warn, lost }: SupervisionOptions): Promise<void> {
  let server: Server | undefined = first
  for (let failures = 0; !stopping.aborted; ) {
    const began = performance.now()
    let why = server ? await server.ended : ''
    if (performance.now() - began > settled) failures = 0
    for (server = undefined; !server && !stopping.aborted; ) {
      if (failures === pauses.length) return lost(`${why}; ${pauses.length} tries to start it again have failed`)
      warn(`the database has ended (${why}) and is started again`)
      await sleep(pauses[failures++], undefined, { signal: stopping }).catch(() => {})
      if (stopping.aborted) return
      server = await again().catch((error: Error) => {
        why = error.message
        return undefined
      })
    }
    if (server) started(server)
  }
}
