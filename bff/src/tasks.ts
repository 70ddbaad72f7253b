// The tasks of a person: an id names its service, a list joins those of all services.
import { methodAndPath } from '@lyceum/kit/calls/contract'
import { notFound, unavailable } from '@lyceum/kit/calls/errors'
import { pathOf } from '@lyceum/kit/calls/client'
import { NoResponse } from '@lyceum/kit/calls/transport'
import { deadlineHeader } from '@lyceum/kit/facts/marks'
import { maxListed, type Task, type taskCalls } from '@lyceum/kit/tasks/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bffCalls } from './api.ts'
import { actorHeaders, type Forwarding, headersOf } from './forward.ts'
import { checkPerson, scopeOf } from './scope.ts'
import type { ServiceBehind } from './services.ts'

type TaskForwarding = Pick<Forwarding, 'sessions' | 'address' | 'limit' | 'marks' | 'tokenOf'> & { services: ServiceBehind[] }

/** Milliseconds for a service; in a list one that does not answer is named as away. */
const patience = 4000

export function taskRoutes(app: FastifyInstance, { services, ...forwarding }: TaskForwarding): void {
  const byName = new Map(services.map((service) => [service.name, service]))

  app.decorateRequest('known')
  app.addHook('preParsing', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const known = await forwarding.sessions.must(request)
    await forwarding.limit(request, known.session.id)
    request.known = known
  })
  async function headersFor(request: FastifyRequest): Promise<Record<string, string>> {
    const known = request.known!
    checkPerson(request, known.session)
    return await actorHeaders(headersOf(request, forwarding), { org: scopeOf(request, {}, known.session), known }, forwarding)
  }
  const ask = ({ transport }: ServiceBehind, call: keyof typeof taskCalls, input: object, headers: Record<string, string>) =>
    transport.send({
      method: methodAndPath(call)[0],
      url: pathOf(call, input)[1],
      headers: { ...headers, [deadlineHeader]: String(Date.now() + patience) },
      timeout: patience,
    })

  /** The answer of the service that an id names. */
  async function forward(call: keyof typeof taskCalls, request: FastifyRequest, reply: FastifyReply) {
    const headers = await headersFor(request)
    const { id } = request.params as { id: string }
    const service = byName.get(id.slice(0, id.indexOf('.')))
    if (!service) throw notFound('task', id)
    const answer = await ask(service, call, { params: { id } }, headers).catch((error: unknown) => {
      throw error instanceof NoResponse ? unavailable('service.unavailable') : error
    })
    return reply
      .code(answer.status)
      .header('content-type', answer.headers['content-type'] ?? 'application/json')
      .serializer((body: unknown) => body as string)
      .send(answer.body)
  }

  const byId = { schema: { params: bffCalls['GET /api/tasks/:id'].params } }
  app.get('/api/tasks/:id', byId, (request, reply) => forward('GET /internal-api/tasks/:id', request, reply))
  app.put('/api/tasks/:id/cancel', byId, (request, reply) => forward('PUT /internal-api/tasks/:id/cancel', request, reply))

  const { query, reply: list } = bffCalls['GET /api/tasks']
  app.get('/api/tasks', { schema: { querystring: query, response: { 200: list } } }, async (request) => {
    const headers = await headersFor(request)
    const pages = await Promise.all(
      services.map(async (service) => {
        const answer = await ask(service, 'GET /internal-api/tasks', { query: request.query as object }, headers).catch(
          (error: unknown) => {
            request.log.warn({ err: error, service: service.name }, 'a service did not list its tasks')
          },
        )
        const items = answer?.status === 200 ? (JSON.parse(answer.body.toString()) as { items: Task[] }).items : undefined
        return { service: service.name, items }
      }),
    )
    if (pages.every(({ items }) => !items)) throw unavailable('service.unavailable')
    const items = pages.flatMap(({ items }) => items ?? []).sort((a, b) => (a.started_at < b.started_at ? 1 : -1))
    return { items: items.slice(0, maxListed), away: pages.filter(({ items }) => !items).map(({ service }) => service) }
  })
}
