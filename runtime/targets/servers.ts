// The targets of a process that works against servers: the BFF, services, and workers that run one service's jobs.
import { ConfigError, environment } from '@lyceum/kit/config'
import { overHttp } from '@lyceum/kit/calls/transport'
import { newDrain } from '@lyceum/kit/http/drain'
import { listenForScrapes } from '@lyceum/kit/http/health'
import { type RunningService, startService, type World } from '@lyceum/kit/service'
import { createLog, logWarnings } from '@lyceum/kit/telemetry/log'
import { traceTransport } from '@lyceum/kit/telemetry/tracing'
import { type ServiceName, services, workers } from '../../services/services.ts'
import type { Process } from '../process.ts'
import type { Settings } from '../settings.ts'
import { releaseHeapAtRest } from '../heap-at-rest.ts'
import { worldOnServers } from '../world/servers.ts'

export async function startTargets(settings: Settings, targets: string[]): Promise<Process> {
  const drain = newDrain(settings.drainSeconds, Math.min(15, settings.stopSeconds / 2))
  logWarnings(createLog({ level: settings.logLevel, service: targets.join(',') }))
  const world = await worldOnServers(settings, targets.join(','), drain.signal)
  const running: Process[] = []
  if (settings.metricsPort > 0) running.push(await listenForScrapes(world.metrics, settings.metricsPort, settings.host))
  for (const [index, target] of targets.entries())
    running.push(
      target === 'bff'
        ? await startBffTarget(settings, world)
        : await startServiceTarget(target, settings.firstPort + index, settings, world),
    )
  world.log('main').info({ targets }, 'serving')
  const endRelease = releaseHeapAtRest()
  return {
    drain,
    async stop() {
      endRelease()
      await Promise.all(running.map((one) => one.stop()))
      await world.close()
    },
  }
}

async function startServiceTarget(target: string, port: number, { host, bytesPort }: Settings, world: World): Promise<RunningService> {
  const name = workers[target] ?? (target as ServiceName)
  const running = await startService((await services[name]()).service, world, workers[target] && target)
  await running.bytes?.listen({ port: bytesPort, host })
  await running.app.listen({ port, host })
  return running
}

async function startBffTarget(settings: Settings, world: World): Promise<Process> {
  const { contracts } = await import('../../services/contracts.ts')
  const { startBff } = await import('@lyceum/bff/service')
  const urls = environment(settings.env).map('SERVICE_URLS')
  const bff = await startBff({
    world,
    bytesPort: settings.bytesPort,
    services: Object.entries(contracts).map(([name, table]) => {
      const url = urls[name]
      if (!url) throw new ConfigError(`SERVICE_URLS names no ${name}`)
      return { name, contracts: table, transport: traceTransport(overHttp(url), name) }
    }),
  })
  await bff.app.listen({ port: settings.port, host: settings.host })
  return bff
}
