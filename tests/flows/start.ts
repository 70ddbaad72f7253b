// Starts the product in either way, with data, ports and names of its own, and ends it again.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createWriteStream, mkdirSync, rmSync, statSync, type WriteStream, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import kafkajs from 'kafkajs'
import { Client as S3 } from 'minio'
import pg from 'pg'
import { type Cluster, ready, startCluster } from '../../deploy/cluster.ts'
import { startServers, stackEnv } from '../../deploy/stack/servers.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

export type Way = 'one' | 'servers'
/** The way of this run: LYCEUM_WAY, else one process. */
export const wayOfRun = (): Way => (process.env.LYCEUM_WAY === 'servers' ? 'servers' : 'one')

/** Addresses and data of a running product, for tests; plain data, so that vitest's globalSetup can pass it to the tests. */
export type Address = {
  way: Way
  /** The origin of calls and pages. */
  url: string
  /** The origin of bytes. */
  bytes: string
  /** Connection strings by service. */
  databases: Record<string, string>
  /** The file with its processes' output: mail and SMS too, where no server for them is set. */
  log: string
  /** One process: the folder with its data. */
  home?: string
  /** On servers: the environment of this product's processes; SERVICE_URLS names the services' addresses. */
  env?: Record<string, string>
}

export type Product = Address & {
  /** The one process; undefined on servers. */
  process?: ChildProcess
  /** The processes on servers; undefined in one process. */
  cluster?: Cluster
  /** One process: kills it with -9 and waits until it is gone. */
  kill(): Promise<void>
  /** One process: starts it again over the same data; resolves when it is ready. */
  again(): Promise<void>
  /** Ends it in order and deletes its data. */
  stop(): Promise<void>
}

export type StartOptions = {
  way?: Way
  env?: Record<string, string>
  name?: string
  /** Prepares the LYCEUM_HOME of one process before its first start. */
  furnish?: (home: string) => void
  /** Its data at the start: a folder, or on servers a prefix; default new ones. */
  data?: string
  /** On servers: its processes, where fewer than one for each target will do. */
  parts?: string[]
}
type Begins = Pick<StartOptions, 'furnish' | 'data' | 'parts'>

export async function startProduct({ way = wayOfRun(), env = {}, name = 'product', ...begins }: StartOptions = {}): Promise<Product> {
  const port = await freePorts(16)
  mkdirSync(join(root, 'test-results'), { recursive: true })
  const log = join(root, 'test-results', `${name}-${way}-${port}.log`)
  const out = createWriteStream(log)
  const given = { LOG_LEVEL: 'warn', LYCEUM_DEMO: 'false', HOST: '127.0.0.1', ...env }
  const base = { way, url: `http://127.0.0.1:${port}`, bytes: `http://127.0.0.1:${port + 1}`, log }
  return way === 'one' ? oneProcess(base, port, given, out, begins) : onServers(base, port, given, out, begins)
}

type Base = Pick<Product, 'way' | 'url' | 'bytes' | 'log'>
const serviceList = ['identity', 'course', 'activity', 'upload', 'calendar', 'notification', 'statistics', 'import']
const perService = (url: (service: string) => string) => Object.fromEntries(serviceList.map((service) => [service, url(service)]))

async function oneProcess(
  base: Base,
  port: number,
  env: Record<string, string>,
  out: WriteStream,
  { data, furnish }: Begins,
): Promise<Product> {
  const home = data ?? (await mkdtemp(join(tmpdir(), 'lyceum-flow-')))
  furnish?.(home)
  const start = async () => {
    const child = spawn(process.execPath, ['runtime/main.ts', '--target=all'], {
      cwd: root,
      env: { ...process.env, PORT: String(port), BYTES_PORT: String(port + 1), LYCEUM_HOME: home, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const pipe of [child.stdout, child.stderr]) pipe.pipe(out, { end: false })
    await ready(`${base.url}/readyz`, child).catch(async (error) => {
      await end(child, 'SIGKILL')
      throw new Error(`${(error as Error).message}: ${(await readFile(base.log, 'utf8')).slice(-2000)}`)
    })
    return child
  }
  const product: Product = {
    ...base,
    home,
    databases: {},
    process: await start(),
    kill: () => end(product.process, 'SIGKILL'),
    async again() {
      product.process = await start()
      product.databases = await databasesIn(home)
    },
    async stop() {
      await end(product.process, 'SIGTERM')
      out.end()
      await rm(home, { recursive: true, force: true })
    },
  }
  product.databases = await databasesIn(home)
  return product
}

/** The embedded server's port and password are in its folder; its port is another one after each start. */
async function databasesIn(home: string): Promise<Record<string, string>> {
  const password = await readFile(join(home, 'postgres', 'password'), 'utf8')
  const port = (await readFile(join(home, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n')[3]
  return perService((service) => `postgresql://lyceum:${password}@127.0.0.1:${port}/lyceum_${service}`)
}

async function onServers(
  base: Base,
  port: number,
  env: Record<string, string>,
  out: WriteStream,
  { data, parts }: Begins,
): Promise<Product> {
  await startServers()
  const servers = await stackEnv()
  const prefix = data ?? newPrefix()
  const cluster = await startCluster({
    port,
    env: { LYCEUM_PREFIX: prefix, S3_BUCKET: prefix, DATABASE_POOL: '8', ...env },
    ...(parts && { parts }),
    onLine: (target, line) => out.write(`${target}: ${line}\n`),
    onDeath: (target, how) => out.write(`${target} ended: ${how}\n`),
  })
  return {
    ...base,
    cluster,
    env: cluster.env,
    databases: perService((service) => `${servers.DATABASE_URL}${prefix}_${service}`),
    kill: () => Promise.reject(new Error('on servers there is no one process: kill a target of the cluster')),
    again: () => Promise.reject(new Error('on servers there is no one process: start a target of the cluster')),
    async stop() {
      await cluster.stop()
      out.end()
      await deleteKeys(servers, prefix)
    },
  }
}

/** A unique prefix for databases, topics and bucket. */
export const newPrefix = () => `t${randomUUID().slice(0, 8)}x${Date.now().toString(36)}`

/** Deletes databases, topics and bucket: a broker with thousands of partitions takes half a minute to restart. */
async function deleteKeys(servers: Record<string, string>, prefix: string): Promise<void> {
  const client = new pg.Client(`${servers.DATABASE_URL}postgres`)
  await client.connect()
  for (const service of serviceList) await client.query(`drop database if exists ${prefix}_${service} with (force)`)
  await client.end()
  const admin = new kafkajs.Kafka({ brokers: (servers.KAFKA_BROKERS ?? '').split(','), logLevel: kafkajs.logLevel.NOTHING }).admin()
  await admin.connect()
  const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(`${prefix}.`))
  if (topics.length > 0) await admin.deleteTopics({ topics })
  await admin.disconnect()
  const at = new URL(servers.S3_ENDPOINT ?? '')
  const s3 = new S3({
    endPoint: at.hostname,
    port: Number(at.port),
    useSSL: false,
    region: 'us-east-1',
    pathStyle: true,
    accessKey: servers.S3_ACCESS_KEY ?? '',
    secretKey: servers.S3_SECRET_KEY ?? '',
  })
  if (!(await s3.bucketExists(prefix).catch(() => false))) return
  const keys: string[] = []
  for await (const object of s3.listObjectsV2(prefix, '', true)) if (object.name) keys.push(object.name)
  if (keys.length > 0) await s3.removeObjects(prefix, keys)
  await s3.removeBucket(prefix).catch(() => {}) // an unfinished part keeps it; the stack's data is deleted as a whole
}

export async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const over = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  await over
}

/** The first of `count` free ports in a row; below 32768, where the kernel takes ports of outgoing connections. */
/** Claims ports for two minutes, until the product listens: other test processes choose at the same time. */
function claim(first: number): boolean {
  const file = join(tmpdir(), `lyceum-ports-${first}`)
  const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  if (age > 120_000) rmSync(file, { force: true })
  try {
    writeFileSync(file, '', { flag: 'wx' })
    return true
  } catch {
    return false
  }
}

export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 600) * 20
    if (!claim(first)) continue
    const free = await Promise.all(Array.from({ length: count }, (_, at) => isFree(first + at)))
    if (free.every(Boolean)) return first
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
