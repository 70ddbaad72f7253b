// Routes of the BFF's own calls: sign-in, sign-out, configuration, page errors.
import type { SignIn } from '@lyceum/identity/sessions/api'
import { bodyLimitOf } from '@lyceum/kit/calls/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bffCalls } from './api.ts'
import type { PageFault, pageFaults } from './page-faults.ts'
import { type Outages, untilBack } from './outages.ts'
import type { Identity } from './services.ts'
import { clearCookie, hashOf, jobHashOf, type Sessions, setCookie } from './sessions.ts'
import { hostname, type Sites } from './site.ts'

/** The parts of the BFF that these routes use. */
export type Own = {
  sessions: Sessions
  outages: Outages
  sites: Sites
  identity: Identity
  release: string
  document: object
  limit(request: FastifyRequest, session: string | undefined): Promise<void>
  address(request: FastifyRequest): string
  faults: ReturnType<typeof pageFaults>
}

export function ownRoutes(
  app: FastifyInstance,
  { sessions, outages, sites, identity, release, document, limit, address, faults }: Own,
): void {
  const replies = (key: keyof typeof bffCalls, status: number) => ({ response: { [status]: bffCalls[key].reply } })
  const limitOf = (key: keyof typeof bffCalls) => bodyLimitOf(key, bffCalls[key])
  app.addHook('preParsing', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    await limit(request, undefined)
  })

  /** Waits through an outage of the database; for calls that may be repeated without harm. */
  const patiently = <T>(request: FastifyRequest, ask: () => Promise<T>) =>
    outages.during(request, true, (patience) => untilBack(patience, ask))

  app.get('/api/config', { schema: replies('GET /api/config', 200) }, (request) => patiently(request, () => sites.config(request)))

  app.post<{ Body: SignIn }>(
    '/api/session',
    {
      bodyLimit: limitOf('POST /api/session'),
      schema: { body: bffCalls['POST /api/session'].body, ...replies('POST /api/session', 201) },
    },
    async (request, reply) => {
      const { token, session } = await identity('POST /internal-api/sessions', {
        body: {
          sign_in: request.body,
          host: hostname(request),
          address: address(request).slice(0, 64),
          agent: (request.headers['user-agent'] ?? '').slice(0, 300),
        },
      })
      const before = hashOf(request)
      setCookie(request, reply, token)
      if (before) await sessions.end(before).catch((error) => request.log.warn({ err: error }, 'the session before could not be ended'))
      return reply.code(201).send(session)
    },
  )

  app.get('/api/session', { schema: replies('GET /api/session', 200) }, (request) =>
    patiently(request, async () => (await sessions.must(request, true)).session),
  )

  // without a session the sign-out has nothing left to do
  app.delete('/api/session', async (request, reply) => {
    const hash = jobHashOf(request) ?? hashOf(request)
    if (hash) await patiently(request, () => sessions.end(hash))
    clearCookie(request, reply)
    return reply.code(204).send()
  })

  app.post<{ Body: PageFault }>(
    '/api/client-errors',
    {
      bodyLimit: limitOf('POST /api/client-errors'),
      config: { beacon: true },
      schema: { body: bffCalls['POST /api/client-errors'].body },
    },
    async (request, reply) => {
      await faults(request.body, { session: hashOf(request), address: address(request), log: request.log })
      return reply.code(204).send()
    },
  )

  app.get('/api/openapi.json', async () => document)
  app.get('/d/version', async () => ({ version: release }))
}
