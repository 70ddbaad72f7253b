// A BFF for tests, as it runs in production, over a real identity and a small service that answers with the request it received.
import type { AddressInfo } from 'node:net'
import { makeOrganisation, makePerson } from '@lyceum/identity/demo'
import { service as identityService } from '@lyceum/identity/service'
import { PrismaClient } from '@lyceum/identity/generated/client'
import { callsFor } from '@lyceum/kit/calls/contract'
import { delegationHeader, takeDelegation } from '@lyceum/kit/calls/delegation'
import { openPool } from '@lyceum/kit/database/connections'
import { plain, type Tx } from '@lyceum/kit/database/database'
import { newId } from '@lyceum/kit/ids'
import { memoryKv } from '@lyceum/kit/kv/memory'
import { emit } from '@lyceum/kit/facts/outbox'
import { forbidden } from '@lyceum/kit/calls/errors'
import { routes } from '@lyceum/kit/calls/routes'
import { defineService, type World } from '@lyceum/kit/service'
import { testService, testWorld } from '@lyceum/kit/test/test-service'
import { inProcess, type Transport } from '@lyceum/kit/calls/transport'
import { CourseCreatedSchema } from '@lyceum/proto/course'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type ServiceBehind, startBff } from '../src/service.ts'

const Seen = Type.Object({ actor: Type.Any(), headers: Type.Any(), body: Type.Any() })
const echoCalls = callsFor<'signedIn' | 'teach'>()({
  'GET /api/echo': { summary: '', may: 'signedIn', reply: Seen },
  'POST /api/echo': { summary: '', may: 'signedIn', status: 201, body: Type.Object({ text: Type.String() }), reply: Seen },
  'GET /api/picture': { summary: '', may: 'signedIn', scope: 'query', reply: Seen },
  'GET /api/teachers': { summary: '', may: 'teach', reply: Seen },
  'POST /api/beacon': { summary: '', may: 'anyone', scope: 'none', beacon: true, status: 202, tx: false, body: Type.Any(), reply: Seen },
  'GET /internal-api/secret': { summary: '', may: 'visitor', scope: 'none', reply: Seen },
  'POST /internal-api/upload/callback/:id': {
    summary: '',
    may: 'visitor',
    open: 'token',
    scope: 'none',
    params: Type.Object({ id: Type.String() }),
    body: Type.Any(),
    reply: Seen,
  },
  'POST /api/work': {
    summary: '',
    may: 'signedIn',
    status: 202,
    delegates: true,
    body: Type.Object({ taken: Type.Boolean() }),
    reply: Type.Object({ token: Type.String() }),
  },
  'POST /api/data-import': {
    summary: '',
    may: 'signedIn',
    status: 202,
    delegates: true,
    body: Type.Object({ taken: Type.Boolean() }),
    reply: Type.Object({ token: Type.String() }),
  },
  'POST /api/data-import/:id/apply': {
    summary: '',
    may: 'signedIn',
    status: 202,
    delegates: true,
    params: Type.Object({ id: Type.String() }),
    body: Type.Object({ taken: Type.Boolean() }),
    reply: Type.Object({ token: Type.String() }),
  },
  'GET /internal-api/members/:person/courses': {
    summary: '',
    may: 'internal',
    scope: 'none',
    params: Type.Object({ person: Type.String() }),
    reply: Type.Object({ courses: Type.Array(Type.String()), hidden: Type.Array(Type.String()) }),
  },
})
type ForwardedRequest = { actor: object; request: { headers: object }; body?: unknown }

/** Stands in for course's membership call of the hint stream; `courses` and `hidden` are its answer. */
const echoService = (courses: Map<string, string[]>, hidden: Set<string>) => {
  const seen = async ({ actor, request, body }: ForwardedRequest) => ({ actor, headers: request.headers, body: body ?? null })
  const begin = async ({ request, reply, body }: { request: FastifyRequest; reply: FastifyReply; body: { taken: boolean } }) => ({
    token: body.taken ? takeDelegation(request, reply) : String(request.headers[delegationHeader]),
  })
  return defineService({
    name: 'kit',
    config: () => ({}),
    contracts: echoCalls,
    migrations: [],
    client: (adapter) => new PrismaClient({ adapter }),
    open: async () => ({
      deps: {},
      rules: {
        signedIn: (_tx, _actor, scope) => scope,
        teach: (_tx, actor, scope) => {
          if (!actor.roles.includes('instructor')) throw forbidden()
          return scope
        },
      },
      routes: [
        routes(echoCalls)<{ db: Tx }>({
          'GET /api/echo': seen,
          'POST /api/echo': async (given) => {
            await emit(given.deps.db, CourseCreatedSchema, { key: `course:${newId()}`, org: given.actor.org }, {})
            return await seen(given)
          },
          'GET /api/picture': seen,
          'GET /api/teachers': seen,
          'POST /api/beacon': seen,
          'GET /internal-api/secret': seen,
          'POST /internal-api/upload/callback/:id': seen,
          'POST /api/work': begin,
          'POST /api/data-import': begin,
          'POST /api/data-import/:id/apply': begin,
          'GET /internal-api/members/:person/courses': async ({ params }) => ({
            courses: courses.get(params.person) ?? [],
            hidden: (courses.get(params.person) ?? []).filter((id) => hidden.has(id)),
          }),
        }),
      ],
    }),
  })
}

export type TestBff = Awaited<ReturnType<typeof testBff>>

/** `more`: further services behind it; `world`: adapters to replace. */
export async function testBff({
  more = [],
  env = {},
  world: changes = {},
}: {
  more?: ServiceBehind[]
  env?: Record<string, string>
  world?: Partial<World>
} = {}) {
  const world = { ...(await testWorld({ env: { RATE_LIMIT: '0', ...env } })), ...changes }
  const identity = await testService(identityService, { world })
  const courses = new Map<string, string[]>()
  const hidden = new Set<string>()
  const echo = await testService(echoService(courses, hidden), { world })
  const reached = inProcess(identity.app)
  let away = 0
  const transport: Transport = {
    ...reached,
    send: async (asked) =>
      away-- > 0 ? { status: 503, headers: {}, body: Buffer.from('{"code":"database.unavailable"}') } : await reached.send(asked),
  }
  const services: ServiceBehind[] = [
    { name: 'identity', contracts: identity.running.contracts, transport },
    { name: 'course', contracts: echoCalls, transport: inProcess(echo.app) },
    ...more,
  ]
  const pool = openPool(identity.databaseUrl, { max: 2 })
  const tx = plain(pool)
  const [org, other, foreign] = [newId(), newId(), newId()]
  await makeOrganisation(tx, {
    id: org,
    name: 'School',
    locale: 'th',
    hosts: ['school.test'],
    settings: { accent: { hue: 20, vividness: 60 } },
  })
  await makeOrganisation(tx, { id: other, name: 'Other', locale: 'en' })
  await makeOrganisation(tx, { id: foreign, name: 'Foreign', locale: 'en' })
  const teacher = await makePerson(tx, {
    org,
    name: 'Mei',
    user_no: 'T1',
    roles: ['instructor'],
    password: 'right',
    also: [{ org: other, roles: ['student'] }],
  })
  await makePerson(tx, { org, name: 'Ada', user_no: 'A1', roles: ['admin'], password: 'right' })
  const student = await makePerson(tx, { org, name: 'Budi', user_no: 'S1', roles: ['student'], password: 'right' })

  let kv = world.kv
  const open = async () => await startBff({ world: { ...world, kv }, services })
  let bff = await open()
  const ask = async (
    method: string,
    url: string,
    { cookie, body, headers = {} }: { cookie?: string; body?: unknown; headers?: Record<string, string> } = {},
  ) => {
    const answer = await bff.app.inject({
      method: method as 'GET',
      url,
      headers: { host: 'school.test', ...(cookie && { cookie }), ...headers },
      ...(body !== undefined && { payload: body as object }),
    })
    const text = answer.payload
    return { status: answer.statusCode, headers: answer.headers, text, body: /^[{[]/.test(text) ? JSON.parse(text) : undefined }
  }
  return {
    world,
    identity,
    echo,
    courses,
    hidden,
    org,
    other,
    foreign,
    teacher,
    student,
    ask,
    get app() {
      return bff.app
    },
    ready: () => bff.ready(),
    /** Makes identity answer database.unavailable to the next `times` requests. */
    loseIdentity(times: number) {
      away = times
    },
    /** Resolves to the cookie. */
    async signIn(login: string): Promise<string> {
      const answer = await ask('POST', '/api/session', { body: { login, password: 'right' } })
      if (answer.status !== 201) throw new Error(answer.text)
      return String(answer.headers['set-cookie']).split(';')[0]!
    },
    /** Stops and starts the BFF, as a restart does; `forgetful`: with an empty kv, as in one process. */
    async restart({ forgetful = false } = {}) {
      await bff.app.close()
      if (forgetful) kv = memoryKv()
      bff = await open()
    },
    async listen(): Promise<string> {
      await bff.app.listen({ port: 0, host: '127.0.0.1' })
      return `http://127.0.0.1:${(bff.app.server.address() as AddressInfo).port}`
    },
    async close() {
      await bff.stop()
      await pool.end()
      await Promise.all([identity.stop(), echo.stop()])
    },
  }
}
