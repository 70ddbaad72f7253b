// The target `all`: every service and the BFF in one process, with the embedded database. Services start at once; ports open last.
import { startBff } from '@lyceum/bff/service'
import { inProcess } from '@lyceum/kit/calls/transport'
import { listenForScrapes } from '@lyceum/kit/http/health'
import { finishRequests } from '@lyceum/kit/http/shutdown'
import { startService } from '@lyceum/kit/service'
import { traceTransport } from '@lyceum/kit/telemetry/tracing'
import { serviceNames, services } from '../../services/services.ts'
import { releaseHeapAtRest } from '../heap-at-rest.ts'
import { type Listening, listenAt } from '../listening.ts'
import type { Process } from '../process.ts'
import type { Settings } from '../settings.ts'
import { worldInOneProcess } from '../world/one.ts'

export async function startAll(settings: Settings): Promise<Process> {
  const world = await worldInOneProcess(settings, databaseLost)
  const log = world.log('main')
  let stopping = false
  const demoFailed = (error: unknown): undefined => {
    if (stopping) log.info('the demo school is not complete; the next start goes on with it')
    else log.error({ err: error }, 'the demo school could not be made; the next start goes on with it')
  }
  const running = await Promise.all(serviceNames.map(async (name) => startService((await services[name]()).service, world)))
  const bff = await startBff({
    world,
    bytesPort: settings.bytesPort,
    services: running.map(({ name, contracts, app }) => ({ name, contracts, transport: traceTransport(inProcess(app), name) })),
  })
  world.openDoor(bff.app)
  const bytesServers = running.flatMap(({ bytes }) => bytes ?? [])
  const address = `http://localhost:${settings.port}`
  // its people are there before the first page; everything else is made behind it
  const demo = settings.demo
    ? import('../../tools/demo/demo.ts').then(({ beginDemo }) => beginDemo({ world, address, home: settings.home, log }))
    : undefined
  const fillDemo = await demo?.catch(demoFailed)
  const listening: Listening[] = []
  if (settings.metricsPort > 0) listening.push(await listenForScrapes(world.metrics, settings.metricsPort, settings.hosts[0]!))
  for (const server of bytesServers) listening.push(await listenAt(server, settings.bytesPort, settings.hosts))
  listening.push(await listenAt(bff.app, settings.port, settings.hosts))
  console.log(`\n  Lyceum is at ${address}\n  ${reach(settings)}\n  Data: ${settings.home}   Stop: Ctrl-C\n`)
  void fillDemo?.().catch(demoFailed)
  const endRelease = releaseHeapAtRest()
  return {
    // callers of services end first; the port stays open to the end, so that late requests are answered with Retry-After
    async stop() {
      stopping = true
      endRelease()
      await Promise.all([bff.app, ...bytesServers].map((app) => finishRequests(app, world.stopGrace)))
      const closed = Promise.all(listening.map((one) => one.stop()))
      await Promise.all(running.map((one) => one.stop()))
      await bff.stop()
      await closed
      await world.close()
    },
  }
}

/** The line at the start with the addresses from which this installation can be reached. */
function reach({ hosts, demo }: Settings): string {
  const addresses = `Listens on ${hosts.join(' and ')}`
  if (!demo) return addresses
  const local = hosts.every((host) => host === '::1' || host === 'localhost' || host.startsWith('127.'))
  return local
    ? `${addresses}: the demo school is for this computer. HOST=0.0.0.0 opens it to others, LYCEUM_DEMO=false starts without it`
    : `${addresses}: whoever reaches it can sign in to the demo school`
}

/** EX_TEMPFAIL of sysexits.h: a supervisor starts the process again. */
const temporaryFailure = 75

function databaseLost(reason: string): never {
  console.error(`Lyceum ends: ${reason}. Start it again when that is mended; nothing that was acknowledged is lost.`)
  process.exit(temporaryFailure)
}
