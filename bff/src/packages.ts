// The page of a package: activity decides and has the attempt, upload has the items and opens the door to the files.
import { pathOf } from '@lyceum/kit/calls/client'
import type { Reply } from '@lyceum/kit/calls/contract'
import { type ErrorCode, Problem, unavailable } from '@lyceum/kit/calls/errors'
import { NoResponse } from '@lyceum/kit/calls/transport'
import { deadlineHeader } from '@lyceum/kit/facts/marks'
import type { contracts as activityContracts } from '@lyceum/activity/contracts'
import type { contracts as uploadContracts } from '@lyceum/upload/contracts'
import type { FastifyInstance } from 'fastify'
import { bffCalls, type PackagePage } from './api.ts'
import { actorHeaders, type Forwarding, headersOf } from './forward.ts'
import { checkPerson, scopeOf } from './scope.ts'
import type { ServiceBehind } from './services.ts'

type Joining = Pick<Forwarding, 'sessions' | 'address' | 'limit' | 'marks' | 'tokenOf'> & { services: ServiceBehind[] }
type PageRequest = { Params: { id: string }; Querystring: { device?: string; door?: string } }
type OfActivity = Reply<(typeof activityContracts)['GET /api/activities/:id/package']>
type Package = Reply<(typeof uploadContracts)['GET /api/uploads/scorm/:id']>
type Door = Reply<(typeof uploadContracts)['POST /api/uploads/:id/package-doors']>
type Request = { service: ServiceBehind; method: 'GET' | 'POST' | 'PUT'; url: string; body?: object }

/** Milliseconds for all of it. */
const patience = 8000
const path = '/api/activities/:id/package'

export function packageRoutes(app: FastifyInstance, { services, ...forwarding }: Joining): void {
  const named = (name: string) => services.find((one) => one.name === name)
  const [activity, upload] = [named('activity'), named('upload')]
  if (!activity || !upload) return
  const { params, query, reply } = bffCalls['GET /api/activities/:id/package']
  app.get<PageRequest>(
    path,
    { schema: { params, querystring: query, response: { 200: reply } } },
    async (request, answer): Promise<PackagePage> => {
      answer.header('cache-control', 'no-store')
      const known = await forwarding.sessions.must(request)
      await forwarding.limit(request, known.session.id)
      checkPerson(request, known.session)
      const deadline = Date.now() + patience
      const own = await actorHeaders(headersOf(request, forwarding), { org: scopeOf(request, {}, known.session), known }, forwarding)
      const headers = { ...own, [deadlineHeader]: String(deadline) }
      const ask = <T>(one: Request) => answerOf<T>(one, headers, deadline)

      const { id } = request.params
      const { device, door } = request.query
      const {
        grant,
        items: _items,
        ...attempt
      } = await ask<OfActivity>({ service: activity, method: 'GET', url: pathOf(`GET ${path}`, { params: { id }, query: { device } })[1] })
      const ofUpload = { params: { id: attempt.upload_id } }
      const read = await ask<Package>({
        service: upload,
        method: 'GET',
        url: pathOf('GET /api/uploads/scorm/:id', { ...ofUpload, query: { grant } })[1],
      })
      const page = { ...attempt, ...read, url: null, origin: null, door: null, expires_at: null }
      if (read.status_code !== 'ready') return page
      const doors = pathOf('POST /api/uploads/:id/package-doors', ofUpload)[1]
      const renewed =
        door === undefined
          ? undefined
          : await ask<Pick<Door, 'expires_at'>>({ service: upload, method: 'PUT', url: doors, body: { door, grant } }).catch(ofNoDoor)
      // the page keeps the addresses that it has
      if (renewed) return { ...page, door: door!, ...renewed }
      return { ...page, ...(await ask<Door>({ service: upload, method: 'POST', url: doors, body: { grant } })) }
    },
  )
}

/** A door that has ended long ago, or of another attempt's package: there is a new one. */
function ofNoDoor(error: unknown): undefined {
  if (!(error instanceof Problem) || error.code !== 'package.door.notFound') throw error
}

/** The answer of a service to the caller. Throws its refusals. */
async function answerOf<T>({ service, method, url, body }: Request, headers: Record<string, string>, deadline: number): Promise<T> {
  const { status, body: bytes } = await service.transport
    .send({
      method,
      url,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      timeout: Math.max(1, deadline - Date.now()),
    })
    .catch((error: unknown) => {
      throw error instanceof NoResponse ? unavailable('service.unavailable') : error
    })
  const answer = JSON.parse(bytes.toString())
  if (status < 300) return answer as T
  if (status >= 500) throw unavailable(status === 503 ? answer.code : 'service.unavailable')
  throw new Problem(status, answer.code as ErrorCode, { message: answer.message, params: answer.params })
}
