// The page of a package: activity decides and has the attempt, upload has the items and opens the door to the files.
import { pathOf } from '@lyceum/kit/calls/client'
import type { Reply } from '@lyceum/kit/calls/contract'
import { type ErrorCode, forbidden, Problem, unavailable } from '@lyceum/kit/calls/errors'
import { afterHeader } from '@lyceum/kit/facts/marks'
import type { TransportResponse } from '@lyceum/kit/calls/transport'
import type { contracts as activityContracts } from '@lyceum/activity/contracts'
import type { contracts as uploadContracts } from '@lyceum/upload/contracts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bffCalls, type PackagePage } from './api.ts'
import { actorHeaders, checkScope, type Forwarding, headersOf, tried } from './forward.ts'
import { type Patience, untilBack } from './outages.ts'
import { checkPerson, scopeOf } from './scope.ts'
import type { ServiceBehind } from './services.ts'

type Joining = Pick<Forwarding, 'sessions' | 'address' | 'limit' | 'marks' | 'tokenOf' | 'outages'> & { services: ServiceBehind[] }
type PageRequest = { Params: { id: string }; Querystring: { device?: string; door?: string } }
type OfActivity = Reply<(typeof activityContracts)['GET /api/activities/:id/package']>
type Package = Reply<(typeof uploadContracts)['GET /api/uploads/scorm/:id']>
type Door = Reply<(typeof uploadContracts)['POST /api/uploads/:id/package-doors']>
type Request = { service: ServiceBehind; method: 'GET' | 'POST' | 'PUT'; url: string; body?: object }

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
      // a door that is opened twice does no harm
      return await forwarding.outages.during(request, true, (patience) => pageOf(request, { activity, upload, forwarding, patience }))
    },
  )
}

type Asking = { activity: ServiceBehind; upload: ServiceBehind; forwarding: Omit<Joining, 'services'>; patience: Patience }
async function pageOf(request: FastifyRequest<PageRequest>, { activity, upload, forwarding, patience }: Asking): Promise<PackagePage> {
  const known = await untilBack(patience, () => forwarding.sessions.must(request))
  await forwarding.limit(request, known.session.id)
  // a door is a secret, which no job receives
  if (known.session.kind === 'job') throw forbidden('session.ofJob')
  checkPerson(request, known.session)
  const acting = { org: scopeOf(request, {}, known.session), known, after: request.headers[afterHeader] }
  const headers = await actorHeaders(headersOf(request, forwarding), acting, forwarding)
  const ask = async <T>({ service, method, url, body }: Request): Promise<T> => {
    const sent = { method, url, body: body && Buffer.from(JSON.stringify(body)), log: request.log }
    const own = { ...headers, ...(body && { 'content-type': 'application/json' }) }
    const answer = await tried(service, own, sent, { patience, repeatable: true })
    if (answer.status === 403) checkScope(answer.body, known)
    return contentOf<T>(answer)
  }

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
}

/** A door that has ended long ago, or of another attempt's package: there is a new one. */
function ofNoDoor(error: unknown): undefined {
  if (!(error instanceof Problem) || error.code !== 'package.door.notFound') throw error
}

/** Throws the refusals of the service. */
function contentOf<T>({ status, body }: TransportResponse): T {
  const answer = JSON.parse(body.toString())
  if (status < 300) return answer as T
  if (status >= 500) throw unavailable(status === 503 ? answer.code : 'service.unavailable')
  throw new Problem(status, answer.code as ErrorCode, { message: answer.message, params: answer.params })
}
