// The search over services: each looks through its own rows, as the person may see them; here their parts become one answer.
import { pathOf } from '@lyceum/kit/calls/client'
import { unavailable } from '@lyceum/kit/calls/errors'
import { deadlineHeader } from '@lyceum/kit/facts/marks'
import type { TransportResponse } from '@lyceum/kit/calls/transport'
import type { FastifyInstance } from 'fastify'
import { bffCalls, type SearchPart, type SearchQuery } from './api.ts'
import { actorHeaders, type Forwarding, headersOf } from './forward.ts'
import { checkPerson, scopeOf } from './scope.ts'
import type { ServiceBehind } from './services.ts'

type Searching = Pick<Forwarding, 'sessions' | 'address' | 'limit' | 'marks' | 'tokenOf'> & { services: ServiceBehind[] }
type SearchRequest = { method: 'GET' | 'POST'; url: string; body?: string }

/** Milliseconds for a service; without an answer its part is named as away. */
const patience = 3000

/** The service of a part, and the request to it. */
const parts: Record<SearchPart, { service: string; requestOf(query: SearchQuery): SearchRequest }> = {
  courses: {
    service: 'course',
    requestOf: ({ keyword, page, page_size }) => ({
      method: 'POST',
      url: pathOf('POST /api/courses', { query: { page, page_size } })[1],
      body: JSON.stringify({ conditions: { keyword } }),
    }),
  },
  activities: { service: 'activity', requestOf: (query) => pageRequest('GET /api/my-activities', query) },
  files: { service: 'upload', requestOf: (query) => pageRequest('GET /api/my-files', query) },
  people: { service: 'course', requestOf: (query) => pageRequest('GET /api/my-people', query) },
}
const pageRequest = (call: string, { keyword, page, page_size }: SearchQuery): SearchRequest => ({
  method: 'GET',
  url: pathOf(call, { query: { keyword, page, page_size } })[1],
})

export function searchRoutes(app: FastifyInstance, { services, ...forwarding }: Searching): void {
  const byName = new Map(services.map((service) => [service.name, service]))
  const { query, reply } = bffCalls['GET /api/search']
  app.get<{ Querystring: SearchQuery }>(
    '/api/search',
    { schema: { querystring: query, response: { 200: reply } } },
    async (request, answer) => {
      answer.header('cache-control', 'no-store')
      const known = await forwarding.sessions.must(request)
      await forwarding.limit(request, known.session.id)
      checkPerson(request, known.session)
      const headers = await actorHeaders(headersOf(request, forwarding), { org: scopeOf(request, {}, known.session), known }, forwarding)
      const searched = request.query.part ? [request.query.part] : (Object.keys(parts) as SearchPart[])
      const pages = await Promise.all(
        searched.map(async (part) => {
          const response = await ask(byName.get(parts[part].service), parts[part].requestOf(request.query), headers).catch(
            (error: unknown) => {
              request.log.warn({ err: error, part }, 'a part of a search was not answered')
            },
          )
          return [part, response?.status === 200 ? (JSON.parse(response.body.toString()) as unknown) : undefined] as const
        }),
      )
      const answered = pages.filter(([, page]) => page !== undefined)
      if (answered.length === 0) throw unavailable('service.unavailable')
      return { ...Object.fromEntries(answered), away: pages.flatMap(([part, page]) => (page === undefined ? [part] : [])) }
    },
  )
}

async function ask(
  service: ServiceBehind | undefined,
  call: SearchRequest,
  headers: Record<string, string>,
): Promise<TransportResponse | undefined> {
  return await service?.transport.send({
    ...call,
    headers: {
      ...headers,
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
      [deadlineHeader]: String(Date.now() + patience),
    },
    timeout: patience,
  })
}
