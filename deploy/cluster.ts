// npm run start:cluster: one process per target against the stack, as in a cluster but on this machine. Restarts nothing by itself.
// Tests of flows and faults start it through `startCluster`, with a prefix and ports of their own.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { globSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { newPushKey } from '@lyceum/kit/messages/web-push'
import { newSecretKey } from '@lyceum/kit/text/kept-secrets'
import { newActorKey } from '@lyceum/kit/calls/actor'
import { stack } from './stack/config.ts'
import { stackEnv, startServers } from './stack/servers.ts'

export const serviceNames = globSync('services/*/src/service.ts', { cwd: stack.root })
  .map((file) => file.split(/[\\/]/)[1] ?? '')
  .sort()
/** The BFF is last, so that its services answer when it starts. */
export const targets = [...serviceNames, 'transcode', 'bff']

export type ClusterOptions = {
  /** Variables beyond those of the stack and the secrets: LYCEUM_PREFIX, LOG_LEVEL and the like. */
  env?: Record<string, string>
  /** The BFF's port; bytes are on port + 1, the services on the ports after it. */
  port: number
  /** Processes by their targets; several targets in one are joined by commas, in the order of `targets`. Default: one process each. */
  parts?: string[]
  onLine?: (target: string, line: string) => void
  /** Called when a process ends without being stopped. */
  onDeath?: (target: string, how: string) => void
}

export type Cluster = {
  address: string
  /** The environment of every process; a further replica gets the same with its own HTTP_PORT. */
  env: Record<string, string>
  /** Starts a target again; `at` shifts its port, for a second replica; `own` is its own environment. */
  start(target: string, at?: { port: number; name: string }, own?: Record<string, string>): ChildProcess
  process(target: string): ChildProcess
  /** The address of a target's /readyz. */
  healthOf(target: string): string
  /** Sends SIGTERM to all, the BFF first; resolves when they have ended. */
  stop(): Promise<void>
}

/** Migrates, then starts every target; resolves when all are ready. Throws with the target's last lines when one ends or is not ready in three minutes. */
export async function startCluster({ env = {}, port, parts = targets, onLine, onDeath }: ClusterOptions): Promise<Cluster> {
  const portOf = (target: string) => (target === 'bff' ? port : port + 2 + targets.indexOf(target.split(',')[0] ?? ''))
  const urlOf = (target: string) => `http://127.0.0.1:${portOf(target)}`
  /** A process opens its targets one after another. */
  const healthOf = (part: string) => `${urlOf(part.split(',').at(-1) ?? '')}/readyz`
  const all = {
    ...stack.env,
    ...(await stackEnv()),
    ...(await secrets()),
    PORT: String(port),
    BYTES_PORT: String(port + 1),
    BFF_URL: `http://127.0.0.1:${port}`,
    SERVICE_URLS: serviceNames.map((name) => `${name}=${urlOf(name)}`).join(','),
    ...env,
  }
  const running = new Map<string, ChildProcess>()
  let stopping = false

  function start(target: string, at?: { port: number; name: string }, own: Record<string, string> = {}): ChildProcess {
    const name = at?.name ?? target
    const child = spawn(process.execPath, ['runtime/main.ts', `--target=${target}`], {
      cwd: stack.root,
      env: { ...all, HTTP_PORT: String(at?.port ?? portOf(target)), ...(at ? { BYTES_PORT: String(at.port + 1) } : {}), ...own },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const last: string[] = []
    for (const pipe of [child.stdout, child.stderr])
      createInterface({ input: pipe }).on('line', (line) => {
        if (last.push(line) > 12) last.shift()
        onLine?.(name, line)
      })
    child.once('exit', (code, signal) => {
      if (!stopping && running.get(name) === child && code !== 0) onDeath?.(name, `${signal ?? code}\n${last.join('\n')}`)
    })
    running.set(name, child)
    return child
  }

  async function stop() {
    stopping = true
    await ended(running.get('bff'))
    await Promise.all([...running.values()].map((child) => ended(child)))
  }

  const migration = start('migrate')
  const code = await new Promise((resolve) => migration.once('close', resolve))
  running.delete('migrate')
  if (code !== 0) throw new Error(`the databases could not be brought to this release (migrate ended with ${code})`)
  for (const part of parts) start(part)
  try {
    await Promise.all(parts.map((part) => ready(healthOf(part), running.get(part))))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    address: `http://127.0.0.1:${port}`,
    env: all as Record<string, string>,
    start,
    process: (target) => running.get(target) as ChildProcess,
    healthOf,
    stop,
  }
}

/**
 * Waits for 200 at `url`, at most three minutes: many processes that start at once on a busy machine are slow. Throws at once when the process has
 * ended.
 */
export async function ready(url: string, child?: ChildProcess): Promise<void> {
  for (let i = 0; i < 1800; i++) {
    if (child && (child.exitCode !== null || child.signalCode !== null))
      throw new Error(`the process of ${url} ended (${child.exitCode ?? child.signalCode})`)
    if (
      await fetch(url).then(
        (answer) => answer.body?.cancel().then(() => answer.ok) ?? answer.ok,
        () => false,
      )
    )
      return
    await sleep(100)
  }
  throw new Error(`${url} was not ready within three minutes`)
}

async function ended(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const over = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGCONT')
  child.kill('SIGTERM')
  await Promise.race([over, sleep(35_000, undefined, { ref: false }).then(() => child.kill('SIGKILL'))])
}

/** Secrets, made once and kept beside the stack's data: sessions and grants outlive a restart. */
async function secrets(): Promise<Record<string, string>> {
  const file = join(stack.folder, 'secrets.json')
  const kept = await readFile(file, 'utf8').catch(() => '')
  if (kept) {
    const known = JSON.parse(kept) as Record<string, string>
    if (known.PUSH_KEY && known.SECRET_KEYS) return known
    const completed = { PUSH_KEY: newPushKey(), SECRET_KEYS: newSecretKey(), ...known }
    await writeFile(file, JSON.stringify(completed), { mode: 0o600 })
    return completed
  }
  const made = {
    PUSH_KEY: newPushKey(),
    SECRET_KEYS: newSecretKey(),
    ACTOR_KEYS: JSON.stringify([await newActorKey()]),
    GRANT_KEYS: randomBytes(32).toString('base64url'),
  }
  await mkdir(stack.folder, { recursive: true })
  await writeFile(file, JSON.stringify(made), { mode: 0o600 })
  return made
}

if (import.meta.main) {
  const { missing } = await startServers()
  if (missing.length > 0) {
    console.error(`could not get ${missing.join(', ')}: the cluster can't start without`)
    process.exit(1)
  }
  const port = Number(stack.env.PORT ?? 8080)
  const width = Math.max(...targets.map((target) => target.length))
  let cluster: Cluster | undefined
  let over = false
  const stop = async () => {
    if (over) process.exit(1)
    over = true
    await cluster?.stop()
    process.exit()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  cluster = await startCluster({
    port,
    onLine: (target, line) => console.log(`${target.padEnd(width)} | ${line}`),
    onDeath: (target, how) => console.error(`${target.padEnd(width)} | ended: ${how.split('\n')[0]}`),
  })
  if (over) await cluster.stop()
  else
    console.log(`\n  Lyceum is at http://localhost:${port}, one process per target; the stack stays when this stops (npm run stack:stop)\n`)
}
