// A call on its way to the service that owns it: who asks and where is settled here, everything else is the service's.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { bodyLimitOf, type Call, isWrite, methodAndPath } from '@lyceum/kit/calls'
import { forbidden, unauthorised, unavailable } from '@lyceum/kit/errors'
import { afterHeader, behindHeader, deadlineHeader, factsHeader, waitHeader } from '@lyceum/kit/marks'
import type { ActorKeys } from '@lyceum/kit/actor'
import { type Answered, Unanswered } from '@lyceum/kit/transport'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Beacons } from './beacons.ts'
import type { Marks } from './marks.ts'
import { actorTokens, checkPerson, scopeOf } from './scope.ts'
import { databaseAway, type Outages, type Patience, untilBack } from './outages.ts'
import { mayGoAgain, pauseBefore, tries } from './retries.ts'
import type { ServiceBehind } from './services.ts'
import type { Known, Sessions } from './sessions.ts'

export type Forwarding = {
  sessions: Sessions
  marks: Marks
  actorKeys: ActorKeys
  limit(request: FastifyRequest, session: string | undefined): Promise<void>
  /** The address that a service may know. */
  address(request: FastifyRequest): string
  /** Calls of which many go together in one, and what takes them there. */
  beacons: Map<string, Beacons>
  /** After these calls the remembered session is old. */
  changesSession: Set<string>
  outages: Outages
}

/** Milliseconds that a service may wait for the marks of a call. */
const wait = 1000
const passedOn = ['content-type', 'accept', 'accept-language', 'if-none-match', 'idempotency-key', 'upload-token', 'traceparent']
const passedBack = ['content-type', 'location', 'retry-after', 'content-disposition', 'etag', 'www-authenticate', behindHeader]

/** What no browser may reach goes nowhere: of the internal calls only the store's callback, which its own token opens. */
const isOpen = (path: string) => !path.startsWith('/internal-api/') || path === '/internal-api/upload/callback/:id'

/** Mounts a route for every json and form call of the services. Bodies pass as they are: the service reads them. */
export function forwardAll(app: FastifyInstance, services: ServiceBehind[], forwarding: Forwarding): void {
  app.decorateRequest('known')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const tokenOf = actorTokens(forwarding.actorKeys)
  for (const service of services) {
    for (const [key, call] of Object.entries(service.contracts)) {
      const [method, url] = methodAndPath(key)
      if (call.kind === 'bytes' || call.kind === 'stream' || !isOpen(url)) continue
      app.route({
        method,
        url,
        bodyLimit: bodyLimitOf(key, call),
        preParsing: async (request) => {
          request.known = await whoCalls(call, forwarding, request)
        },
        handler: (request, reply) => forward(key, call, service, { ...forwarding, tokenOf }, request, reply),
      })
    }
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in; undefined where nobody is, or need be. */
    known: Known | undefined
  }
}

/** Settled before the body is read: 401 without a session where one is needed, 429. */
async function whoCalls(call: Call, { sessions, limit, outages }: Forwarding, request: FastifyRequest): Promise<Known | undefined> {
  const ask = () => outages.during(request, isRepeatable(call, request), (patience) => untilBack(patience, () => sessions.of(request)))
  const known = call.may === 'visitor' ? undefined : await ask()
  await limit(request, known?.session.id)
  if (!known && call.may !== 'anyone' && call.may !== 'visitor') throw unauthorised()
  return known
}

type Ready = Forwarding & { tokenOf: ReturnType<typeof actorTokens> }

/** null: it goes on its own, as a call of another media type does. */
async function together(beacons: Beacons, call: Call, known: Known | undefined, request: FastifyRequest): Promise<number | null> {
  if (!/^(application\/json|text\/plain)\b/.test(request.headers['content-type'] ?? '')) return null
  if (known) checkPerson(request, known.session)
  const who = known ? { person: known.session.user.id, org: scopeOf(request, call, known.session) } : { person: '', org: '' }
  return await beacons(who, request.body as Buffer | undefined)
}

async function forward(key: string, call: Call, service: ServiceBehind, with_: Ready, request: FastifyRequest, reply: FastifyReply) {
  return await with_.outages.during(request, isRepeatable(call, request), (patience) =>
    answerCall(key, call, service, { ...with_, patience }, request, reply),
  )
}

type Patient = Ready & { patience: Patience }
async function answerCall(key: string, call: Call, service: ServiceBehind, with_: Patient, request: FastifyRequest, reply: FastifyReply) {
  const { patience } = with_
  const { known } = request
  const beacons = with_.beacons.get(key)
  if (beacons) {
    const accepted = await together(beacons, call, known, request)
    if (accepted !== null)
      return reply
        .header('cache-control', 'no-store')
        .code(call.status ?? 200)
        .send({ accepted })
  }
  const headers = await headersFor(call, with_, known, request)
  const answer = await tried(service, headers, request, { patience, repeatable: isRepeatable(call, request) })
  if (known && answer.status < 300) {
    // kept before the answer goes out: the next call may come the moment it arrives
    const facts = answer.headers[factsHeader]
    if (typeof facts === 'string' && facts !== '') await with_.marks.keep(known.session.id, facts)
    if (with_.changesSession.has(key)) await with_.sessions.forget(known.hash)
  }
  for (const name of passedBack) if (answer.headers[name] !== undefined) reply.header(name, answer.headers[name])
  reply.header('cache-control', 'no-store')
  if (known && answer.status === 403) checkScope(answer.body, known)
  return reply
    .code(answer.status)
    .serializer((body: unknown) => body as string)
    .send(answer.body.length > 0 ? answer.body : undefined)
}

/** A service says scope.other for what belongs to another organisation; only its members may know so. */
function checkScope(body: Buffer, { session }: Known): void {
  if (!body.includes('"scope.other"')) return
  const { params } = JSON.parse(body.toString()) as { params: { org?: string } }
  if (!session.memberships.some(({ org }) => org.id === params.org)) throw forbidden()
}

async function headersFor(
  call: Call,
  { marks, tokenOf, address }: Ready,
  known: Known | undefined,
  request: FastifyRequest,
): Promise<Record<string, string>> {
  const headers: Record<string, string> = {
    'x-request-id': request.id,
    'x-forwarded-host': request.host,
    'x-forwarded-proto': request.protocol,
    'x-forwarded-for': address(request),
  }
  for (const name of passedOn) {
    const value = request.headers[name]
    if (typeof value === 'string' && value !== '') headers[name] = value
  }
  if (isWrite(request.method) && isKeyed(call, request)) headers['idempotency-key'] ??= randomUUID()
  if (!known) return headers
  checkPerson(request, known.session)
  headers.authorization = `Bearer ${await tokenOf(known.session, scopeOf(request, call, known.session))}`
  if (call.beacon) return headers
  const after = [await marks.of(known.session.id), request.headers[afterHeader]]
    .filter((one) => typeof one === 'string' && one !== '' && one.length < 8000)
    .join(',')
  if (after !== '') {
    headers[afterHeader] = after
    headers[waitHeader] = String(wait)
  }
  return headers
}

/** The service keeps its answer: from everybody who is signed in, and from others who name a key. Answers to secrets are not kept. */
const isKeyed = (call: Call, request: FastifyRequest) =>
  !call.secret && (request.headers['idempotency-key'] !== undefined || (call.may !== 'anyone' && call.may !== 'visitor'))
/** Trying it again does no harm. */
const isRepeatable = (call: Call, request: FastifyRequest) => !isWrite(request.method) || (isKeyed(call, request) && !call.beacon)

type Trying = { patience: Patience; repeatable: boolean }
/**
 * Reads and keyed writes are tried again, twice, when no answer came or the service is behind, and as long as patience lasts when its database is
 * away; never beyond the deadline. After a database was away, its service may be behind for some seconds more, and the first try of a write
 * may still be ending.
 */
async function tried(
  service: ServiceBehind,
  headers: Record<string, string>,
  request: FastifyRequest,
  { patience, repeatable }: Trying,
): Promise<Answered> {
  const body = request.body as Buffer | undefined
  for (let attempt = 1; ; attempt++) {
    const deadline = patience.deadline()
    const last = attempt === tries || !repeatable || deadline - Date.now() < 500
    try {
      const answer = await service.transport.send({
        method: request.method,
        url: request.url,
        headers: { ...headers, [deadlineHeader]: String(deadline) },
        timeout: Math.max(1, deadline - Date.now()),
        ...(body && body.length > 0 && { body }),
      })
      const away = answer.status === 503 && says(answer, databaseAway)
      const recovering = patience.waited() && (isBehind(answer) || isRunning(answer))
      if (!(away || recovering) || !(await patience.again())) {
        if (last || !isBehind(answer)) return answer
      } else attempt = 0
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error
      request.log.warn({ service: service.name, reason: error.reason, code: error.code, attempt }, 'a service did not answer')
      if (patience.waited() && (await patience.again())) attempt = 0
      else if (!mayGoAgain(error, { attempt, last })) throw unavailable('service.unavailable')
      else await sleep(Math.min(pauseBefore(attempt), Math.max(0, deadline - Date.now())))
    }
  }
}

const says = ({ body }: Answered, code: string) => body.includes(`"code":"${code}"`)
const isBehind = (answer: Answered) => answer.status === 503 && says(answer, 'behind')
const isRunning = (answer: Answered) => answer.status === 409 && says(answer, 'idempotency.running')
