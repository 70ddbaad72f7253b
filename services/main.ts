// The whole system on one screen: `--target=all` is one process with everything in it; any other list names the parts that this
// process runs against servers: bff, a service, transcode, or migrate (schemas and topics, then ends).
if (Number(process.versions.node.split('.')[0]) < 24) throw new Error(`Lyceum needs Node.js 24 or newer; this is ${process.version}`)

import { enableCompileCache } from 'node:module'
import { ConfigError } from '@lyceum/kit/config'
import { type Going, going } from '@lyceum/kit/going'
import { listenForScrapes } from '@lyceum/kit/health'
import { migrateService, type Running, startService, type World } from '@lyceum/kit/service'
import { drain } from '@lyceum/kit/shutdown'
import { traced } from '@lyceum/kit/tracing'
import { inProcess, overHttp } from '@lyceum/kit/transport'
import { processEnv, settings as readSettings, type Settings } from './config.ts'
import { createActorKey } from './keys.ts'
import { type Listening, listenAt } from './listening.ts'

enableCompileCache()

/** Every service; the folder, the database and the topic have the same name. */
export const services = {
  identity: () => import('./identity/src/service.ts'),
  course: () => import('./course/src/service.ts'),
  activity: () => import('./activity/src/service.ts'),
  upload: () => import('./upload/src/service.ts'),
  calendar: () => import('./calendar/src/service.ts'),
  notification: () => import('./notification/src/service.ts'),
  statistics: () => import('./statistics/src/service.ts'),
  import: () => import('./import/src/service.ts'),
}
type Name = keyof typeof services
const names = Object.keys(services) as Name[]
/** Targets of their own over a service's database. */
const workers: Record<string, Name> = { transcode: 'upload' }

type Process = { stop(): Promise<void>; going?: Going }

async function startAll(settings: Settings): Promise<Process> {
  const { worldInOneProcess } = await import('./world-one.ts')
  const world = await worldInOneProcess(settings, databaseLost)
  const log = world.log('main')
  const running = await Promise.all(names.map(async (name) => startService((await services[name]()).service, world)))
  const { startBff } = await import('@lyceum/bff/service')
  const bff = await startBff({
    world,
    bytesPort: settings.bytesPort,
    services: running.map(({ name, contracts, app }) => ({ name, contracts, transport: traced(inProcess(app), name) })),
  })
  const doors = running.flatMap(({ bytes }) => bytes ?? [])
  const listening: Listening[] = []
  for (const door of doors) listening.push(await listenAt(door, settings.bytesPort, settings.hosts))
  listening.push(await listenAt(bff.app, settings.port, settings.hosts))
  const address = `http://localhost:${settings.port}`
  console.log(`\n  Lyceum is at ${address}\n  ${reach(settings)}\n  Data: ${settings.home}   Stop: Ctrl-C\n`)
  const demo = settings.demo
    ? import('../deploy/demo/demo.ts').then(({ seedDemo }) => seedDemo({ world, address, home: settings.home, log }))
    : Promise.resolve()
  demo.catch((error) => {
    if (bff.app.shutdown.refusing.aborted) log.info('the demo school is not complete; the next start goes on with it')
    else log.error({ err: error }, 'the demo school could not be made; the next start goes on with it')
  })
  return {
    // what calls services first; its port stays open to the end, so that whoever still comes learns when to come again
    async stop() {
      await Promise.all([bff.app, ...doors].map((app) => drain(app, world.stopGrace)))
      const closed = Promise.all(listening.map((one) => one.stop()))
      await Promise.all(running.map((one) => one.stop()))
      await bff.stop()
      await closed
      await world.close()
    },
  }
}

/** Who can reach it, for the first lines. */
function reach({ hosts, demo }: Settings): string {
  const at = `Listens on ${hosts.join(' and ')}`
  if (!demo) return at
  const local = hosts.every((host) => host === '::1' || host === 'localhost' || host.startsWith('127.'))
  return local
    ? `${at}: the demo school is for this computer. HOST=0.0.0.0 opens it to others, LYCEUM_DEMO=false starts without it`
    : `${at}: whoever reaches it can sign in to the demo school`
}

async function startTargets(settings: Settings, targets: string[]): Promise<Process> {
  const { worldOnServers } = await import('./world-servers.ts')
  const leave = going(settings.drainSeconds, Math.min(15, settings.stopSeconds / 2))
  const world = await worldOnServers(settings, targets.join(','), leave.signal)
  const read = settings.env
  const running: Process[] = []
  if (settings.metricsPort > 0) running.push(await listenForScrapes(world.metrics, settings.metricsPort, settings.host))
  const base = Number(read.HTTP_PORT ?? 8100)
  for (const [at, target] of targets.entries()) {
    const name = workers[target] ?? (target as Name)
    if (target === 'bff') running.push(await startBffTarget(settings, world))
    else
      running.push(
        await listening(await startService((await services[name]()).service, world, workers[target] && target), base + at, settings),
      )
  }
  world.log('main').info({ targets }, 'serving')
  return {
    going: leave,
    async stop() {
      await Promise.all(running.map((one) => one.stop()))
      await world.close()
    },
  }
}

async function listening(one: Running, port: number, { host, bytesPort }: Settings): Promise<Running> {
  await one.bytes?.listen({ port: bytesPort, host })
  await one.app.listen({ port, host })
  return one
}

async function startBffTarget(settings: Settings, world: World): Promise<Process> {
  const { contracts } = await import('./contracts.ts')
  const { environment } = await import('@lyceum/kit/config')
  const urls = environment(settings.env).map('SERVICE_URLS')
  const { startBff } = await import('@lyceum/bff/service')
  const bff = await startBff({
    world,
    bytesPort: settings.bytesPort,
    services: Object.entries(contracts).map(([name, table]) => {
      const url = urls[name]
      if (!url) throw new ConfigError(`SERVICE_URLS names no ${name}`)
      return { name, contracts: table, transport: traced(overHttp(url), name) }
    }),
  })
  await bff.app.listen({ port: settings.port, host: settings.host })
  return bff
}

/** Databases, schemas and topics, once, before the pods of a release start. */
async function migrateAll(settings: Settings): Promise<Process> {
  const { worldOnServers } = await import('./world-servers.ts')
  const { answering } = await import('./answering.ts')
  const { isDatabaseDown } = await import('@lyceum/kit/db')
  const world = await worldOnServers(settings, 'migrate')
  const log = world.log('migrate')
  // a chart's own PostgreSQL comes up beside this: whoever gave the order says how long that may take
  for (const name of names) {
    const { service } = await services[name]()
    const bring = () => migrateService(service, world)
    log.info({ database: name, applied: await answering('the database', log, bring, (error) => !isDatabaseDown(error)) }, 'migrated')
  }
  await world.bus.prepare(names.map((name) => `lyceum.${name}.v1`))
  await world.close()
  return { stop: async () => {} }
}

/** EX_TEMPFAIL of sysexits.h: whoever watches the process starts it again. */
const temporaryFailure = 75

/** One line that says why, and a code that a supervisor acts on. What was acknowledged is on the disk. */
function databaseLost(why: string): never {
  console.error(`Lyceum ends: ${why}. Start it again when that is mended; nothing that was acknowledged is lost.`)
  process.exit(temporaryFailure)
}

const fail = (error: unknown): never => {
  if (error instanceof ConfigError) console.error(error.message)
  else console.error(error)
  process.exit(1)
}

async function main() {
  const given = process.argv.find((argument) => argument.startsWith('--target='))?.slice('--target='.length) ?? 'all'
  const targets = given.split(',').filter(Boolean)
  const unknown = targets.find((target) => !['all', 'bff', 'migrate', 'actor-key', ...names, ...Object.keys(workers)].includes(target))
  if (unknown)
    throw new ConfigError(
      `--target=${unknown}: there is no such target; there are all, bff, ${names.join(', ')}, ${Object.keys(workers).join(', ')}, migrate, actor-key`,
    )
  const settings = readSettings(processEnv())
  if (given === 'actor-key') return await createActorKey()
  if (given === 'migrate') return void (await migrateAll(settings))
  if (targets.includes('all') && targets.length > 1) throw new ConfigError('--target=all stands alone')
  let stopping = false
  const started = given === 'all' ? startAll(settings) : startTargets(settings, targets)
  const stop = async () => {
    if (stopping) return process.exit(1) // a second Ctrl-C does not wait
    stopping = true
    setTimeout(() => process.exit(1), (settings.drainSeconds + settings.stopSeconds) * 1000).unref()
    const process_ = await started
    await process_.going?.begin()
    await process_.stop()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  await started
}

if (import.meta.main) await main().catch(fail)
