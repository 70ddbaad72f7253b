// The BFF, the only server of the pages' calls: sessions, scope, limits, forwarding, hints, the HTML. Owns no data; emits and consumes no facts.
import cookie from '@fastify/cookie'
import compress from '@fastify/compress'
import { constants } from 'node:zlib'
import type { contracts as courseContracts } from '@lyceum/course/contracts'
import type { contracts as identityContracts } from '@lyceum/identity/contracts'
import type { contracts as statisticsContracts } from '@lyceum/statistics/contracts'
import type { Table } from '@lyceum/kit/calls/contract'
import { ConfigError, environment } from '@lyceum/kit/config'
import { health } from '@lyceum/kit/http/health'
import { awayOf } from '@lyceum/kit/kv/kv'
import { networkKey } from '@lyceum/kit/http/network'
import { createApp } from '@lyceum/kit/http/server'
import { openapi } from '@lyceum/kit/calls/openapi'
import type { World } from '@lyceum/kit/service'
import { closeApp, finishRequests } from '@lyceum/kit/http/shutdown'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bffCalls } from './api.ts'
import { auditRoutes } from './audit.ts'
import { type Beacons, beaconsTo } from './beacons.ts'
import { calendarRoutes } from './calendar.ts'
import { config as readConfig } from './config.ts'
import { delegationsOf } from './delegations.ts'
import { liveEvents } from './events.ts'
import { firstReads } from './first-reads.ts'
import { forwardAll } from './forward.ts'
import { securityHeaders } from './headers.ts'
import { addressOf, byteLimiter, rateLimiter } from './limits.ts'
import { markKeeper } from './marks.ts'
import { nameReader } from './names.ts'
import { isLocal, isNear } from './near.ts'
import { databaseOutages } from './outages.ts'
import { pages } from './page.ts'
import { readiness } from './readiness.ts'
import { actorTokens } from './scope.ts'
import { internalClient, type ServiceBehind } from './services.ts'
import { pageFaults } from './page-faults.ts'
import { ownRoutes } from './session-routes.ts'
import { sessionKeeper } from './sessions.ts'
import { siteReader } from './site.ts'
import { packageRoutes } from './packages.ts'
import { searchRoutes } from './search.ts'
import { taskRoutes } from './tasks.ts'
import { workplaceRoutes } from './workplace.ts'

export type { ServiceBehind } from './services.ts'
export type Bff = { app: FastifyInstance; ready(): Promise<void>; stop(): Promise<void> }

/** Starts the BFF; the caller listens on `app`. `bytesPort` is the bytes listener's port, for when BYTES_ORIGIN is not set. */
export async function startBff({
  world,
  services,
  bytesPort = 8081,
}: {
  world: World
  services: ServiceBehind[]
  bytesPort?: number
}): Promise<Bff> {
  const { kv, metrics, actorKeys, release, draining } = world
  const log = world.log('bff')
  const config = readConfig(environment(world.env))
  const named = (name: string) => {
    const service = services.find((one) => one.name === name)
    if (!service) throw new ConfigError(`the BFF needs the service ${name}`)
    return service
  }
  const identity = internalClient<typeof identityContracts>(named('identity'), actorKeys)
  const course = services.some(({ name }) => name === 'course')
    ? internalClient<typeof courseContracts>(named('course'), actorKeys)
    : undefined
  const beacons = new Map<string, Beacons>()
  if (services.some(({ name }) => name === 'statistics'))
    beacons.set('POST /api/user-actions', beaconsTo(internalClient<typeof statisticsContracts>(named('statistics'), actorKeys)))
  const sessions = sessionKeeper({ kv, identity })
  const marks = markKeeper(kv)
  const sites = siteReader({ identity, config, release, bytesPort })
  const address = (request: FastifyRequest) => addressOf(request, config.proxies)
  const limiter = rateLimiter(kv, config.rateLimit)
  const limit = (request: FastifyRequest, session: string | undefined) => limiter(session, address(request))
  const outages = databaseOutages()
  const limitBytes = byteLimiter(kv)
  const faults = pageFaults({
    metrics,
    limitBytes: (from, body) => limitBytes(undefined, from, body),
    mayLog: async (from) => (await kv.incr(`client-errors:${networkKey(from)}`, 60)) <= 60,
  })
  const ready = readiness(services, release, { staysOpen: world.way === 'servers' })

  const app = createApp({ log, metrics, service: 'bff', draining, edge: true })
  await app.register(cookie)
  await app.register(compress, {
    global: true,
    threshold: 2048,
    encodings: ['br', 'gzip'],
    zlibOptions: { level: 5 },
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  securityHeaders(app, { bytes: (request) => [sites.bytesOrigin(request), ...config.storeOrigins], packages: sites.packageOrigin })
  const readsMetrics = world.way === 'one' ? isLocal : isNear
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.split('?')[0] === '/metrics' && !readsMetrics(request)) reply.callNotFound()
  })
  health(app, { ready, away: () => awayOf(world.kv), metrics: world.metricsOnOwnPort ? undefined : metrics, release, draining })
  const table: Table = Object.assign({}, ...services.map(({ contracts }) => contracts), bffCalls)
  const document = openapi(config.product, release, table)
  await app.register(async (own) => ownRoutes(own, { sessions, outages, sites, identity, release, document, limit, address, faults }))
  await app.register(async (own) =>
    liveEvents(own, {
      sessions,
      kv,
      log,
      metrics,
      limit,
      coursesOf: async (person) => {
        const list = course && (await course('GET /internal-api/members/:person/courses', { params: { person } }))
        return { courses: new Set(list?.courses), hidden: new Set(list?.hidden) }
      },
    }),
  )
  const tokenOf = actorTokens(actorKeys)
  await app.register(async (own) => taskRoutes(own, { services, sessions, marks, tokenOf, limit, address }))
  await app.register(async (own) => searchRoutes(own, { services, sessions, marks, tokenOf, limit, address }))
  await app.register(async (own) => packageRoutes(own, { services, sessions, marks, tokenOf, limit, address, outages }))
  await app.register(async (own) => calendarRoutes(own, { services, sessions, marks, tokenOf, limit, address, keys: actorKeys, release }))
  await app.register(async (own) => workplaceRoutes(own, { services, sessions, marks, tokenOf, limit, address, keys: actorKeys }))
  const names = nameReader({ identity, course })
  await app.register(async (own) => auditRoutes(own, { services, sessions, marks, tokenOf, limit, address, namesOf: names }))
  await app.register(async (through) =>
    forwardAll(through, services, {
      sessions,
      marks,
      tokenOf,
      limit,
      limitBytes,
      address,
      beacons,
      outages,
      delegations: delegationsOf(identity),
    }),
  )
  await pages(app, {
    folder: config.webFolder,
    sites,
    sessions,
    firstReads: firstReads({ services, limit, address, marks, tokenOf }),
  })
  await app.ready()
  return {
    app,
    ready,
    async stop() {
      await finishRequests(app, world.stopGrace)
      await closeApp(app)
      marks.close()
      await sessions.close()
      await Promise.all(services.map(({ transport }) => transport.close()))
    },
  }
}
