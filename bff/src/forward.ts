// Forwards calls to the services that own them, with the actor, the scope and the marks of the session; checks of rights and content are the
// service's.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { anonymousPath, bodyLimitOf, type Call, isWrite, methodAndPath } from '@lyceum/kit/calls/contract'
import { forbidden, Problem, unauthorised, unavailable } from '@lyceum/kit/calls/errors'
import { delegationHeader } from '@lyceum/kit/calls/delegation'
import { afterHeader, behindHeader, deadlineHeader, factsHeader, waitHeader } from '@lyceum/kit/facts/marks'
import { type TransportResponse, NoResponse } from '@lyceum/kit/calls/transport'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bffCalls } from './api.ts'
import type { Beacons } from './beacons.ts'
import type { Marks } from './marks.ts'
import { type Delegations, ofJobs } from './delegations.ts'
import { type actorTokens, checkPerson, scopeOf } from './scope.ts'
import { databaseAway, type Outages, type Patience, untilBack } from './outages.ts'
import { mayGoAgain, pauseBefore, tries } from './retries.ts'
import type { ServiceBehind } from './services.ts'
import type { Known, Sessions } from './sessions.ts'

export type Forwarding = {
  sessions: Sessions
  marks: Marks
  tokenOf: ReturnType<typeof actorTokens>
  limit(request: FastifyRequest, session: string | undefined): Promise<void>
  /** Counts the bytes of a call that only records something. */
  limitBytes(person: string | undefined, address: string, body: Uint8Array): Promise<void>
  /** The caller's address, for the services' logs and limits. */
  address(request: FastifyRequest): string
  /** Batches by call: calls of which many are sent together. */
  beacons: Map<string, Beacons>
  outages: Outages
  delegations: Delegations
}

/** Milliseconds that a service may wait for the marks of a call. */
const wait = 1000
const passedOn = ['content-type', 'accept', 'accept-language', 'if-none-match', 'idempotency-key', 'upload-token', 'traceparent']
const passedBack = ['content-type', 'location', 'retry-after', 'content-disposition', 'etag', 'www-authenticate', behindHeader]

/** Internal calls are for services alone, except those that a token of their own opens. */
const isForwarded = (path: string, call: Call) => !path.startsWith('/internal-api/') || call.open === 'token'

/** A call of ours with the path of a service's own has that one's answer as its part. */
const isJoined = (key: string) => key in bffCalls

/** Mounts a route for every JSON and form call of the services. Bodies pass unchanged: the service parses them. */
export function forwardAll(app: FastifyInstance, services: ServiceBehind[], forwarding: Forwarding): void {
  app.decorateRequest('known')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  for (const service of services) {
    for (const [key, call] of Object.entries(service.contracts)) {
      const [method, url] = methodAndPath(key)
      if (isJoined(key) || call.kind === 'bytes' || call.kind === 'stream' || !isForwarded(url, call)) continue
      const beacons = forwarding.beacons.get(key)
      if (call.anonymous) forwardAnonymously(app, { url, call, service, forwarding })
      app.route({
        method,
        url,
        bodyLimit: bodyLimitOf(key, call),
        ...(call.compress === false && { compress: false }),
        preParsing: async (request) => {
          request.known = await whoCalls(call, forwarding, request)
          const { session } = request.known ?? {}
          if (session?.kind === 'job' && !ofJobs(service.name, method, call, session.begun_by)) throw forbidden('session.ofJob')
        },
        handler: async (request, reply) => {
          if (call.beacon) await limitBeacon(forwarding, request)
          return beacons && (await answerBeacon(beacons, call, request, reply))
            ? reply
            : await forward(call, service, forwarding, request, reply)
        },
      })
    }
  }
}

type Anonymous = { url: string; call: Call; service: ServiceBehind; forwarding: Forwarding }
/** Mounts a read for people without a session; a session that there is does not count. */
function forwardAnonymously(app: FastifyInstance, { url, call, service, forwarding }: Anonymous): void {
  app.route({
    method: 'GET',
    url: anonymousPath(url),
    preParsing: async (request) => {
      request.known = undefined
      await forwarding.limit(request, undefined)
    },
    handler: async (request, reply) => await forward({ ...call, scope: 'none' }, service, forwarding, request, reply),
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The person of the session; undefined without a session, or where the call needs none. */
    known: Known | undefined
  }
}

/** Runs before the body is read: 401 without a session where the call needs one, 429 over the limit. */
async function whoCalls(call: Call, { sessions, limit, outages }: Forwarding, request: FastifyRequest): Promise<Known | undefined> {
  const ask = () => outages.during(request, isRepeatable(call, request), (patience) => untilBack(patience, () => sessions.of(request)))
  const known = call.may === 'visitor' ? undefined : await ask()
  await limit(request, known?.session.id)
  if (!known && call.may !== 'anyone' && call.may !== 'visitor') throw unauthorised()
  return known
}

/** Most bytes of one beacon without a session. */
const mostOfVisitor = 16_384
/** 413 and 429 for more than a page sends: anybody may call without a session. */
async function limitBeacon({ limitBytes, address }: Forwarding, request: FastifyRequest): Promise<void> {
  const body = (request.body as Buffer | undefined) ?? Buffer.alloc(0)
  if (!request.known && body.length > mostOfVisitor) throw new Problem(413, 'body.tooLarge', { params: { limit: mostOfVisitor } })
  await limitBytes(request.known?.session.user.id, address(request), body)
}

/** Answers a beacon once its batch is stored. False: it is forwarded by itself, as are other media types and beacons that the service refuses. */
async function answerBeacon(beacons: Beacons, call: Call, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  if (!/^(application\/json|text\/plain)\b/.test(request.headers['content-type'] ?? '')) return false
  const { known } = request
  if (known) checkPerson(request, known.session)
  const who = known ? { person: known.session.user.id, org: scopeOf(request, call, known.session) } : { person: '', org: '' }
  const accepted = await beacons(who, request.body as Buffer | undefined)
  if (accepted === null) return false
  reply
    .header('cache-control', 'no-store')
    .code(call.status ?? 200)
    .send({ accepted })
  return true
}

async function forward(call: Call, service: ServiceBehind, with_: Forwarding, request: FastifyRequest, reply: FastifyReply) {
  return await with_.outages.during(request, isRepeatable(call, request), (patience) =>
    answerCall(call, service, { ...with_, patience }, request, reply),
  )
}

type Patient = Forwarding & { patience: Patience }
async function answerCall(call: Call, service: ServiceBehind, with_: Patient, request: FastifyRequest, reply: FastifyReply) {
  const { patience } = with_
  const { known } = request
  const headers = await headersFor(call, with_, known, request)
  const delegation = call.delegates && known ? await with_.delegations.begin(known, request, call) : undefined
  if (delegation) headers[delegationHeader] = delegation
  const { method, url, body, log } = request
  const sent = { method, url: url.replace(/^\/anonymous-api\//, '/api/'), body: body as Buffer | undefined, log }
  const answer = await tried(service, headers, sent, { patience, repeatable: isRepeatable(call, request) })
  // refused, or the stored answer of a call that has a session already
  if (delegation && answer.headers[delegationHeader] === undefined) await with_.delegations.end(delegation)
  if (known && answer.status < 300) {
    // marks are stored before the answer is sent: the next call may come at once
    const facts = answer.headers[factsHeader]
    if (typeof facts === 'string' && facts !== '') await with_.marks.keep(known.session.id, facts)
    if (call.changesSession) await with_.sessions.forget(known.hash)
  }
  for (const name of passedBack) if (answer.headers[name] !== undefined) reply.header(name, answer.headers[name])
  // a service says which of its answers never change
  reply.header('cache-control', answer.headers['cache-control'] ?? 'no-store')
  if (known && answer.status === 403) checkScope(answer.body, known)
  return reply
    .code(answer.status)
    .serializer((body: unknown) => body as string)
    .send(answer.body.length > 0 ? answer.body : undefined)
}

/** The service answers scope.other for a row of another organisation; only that organisation's members may know of it, others get a plain 403. */
export function checkScope(body: Buffer, { session }: Known): void {
  if (!body.includes('"scope.other"')) return
  const { params } = JSON.parse(body.toString()) as { params: { org?: string } }
  if (!session.memberships.some(({ org }) => org.id === params.org)) throw forbidden()
}

async function headersFor(
  call: Call,
  asking: Forwarding,
  known: Known | undefined,
  request: FastifyRequest,
): Promise<Record<string, string>> {
  const headers = headersOf(request, asking)
  for (const name of passedOn) {
    const value = request.headers[name]
    if (typeof value === 'string' && value !== '') headers[name] = value
  }
  if (isWrite(request.method) && isKeyed(call, request)) headers['idempotency-key'] ??= randomUUID()
  if (!known) return headers
  checkPerson(request, known.session)
  const org = scopeOf(request, call, known.session)
  if (!call.beacon) return await actorHeaders(headers, { org, known, after: request.headers[afterHeader] }, asking)
  headers.authorization = `Bearer ${await asking.tokenOf(known.session, org)}`
  return headers
}

/** Headers that identify the request for a service: its id, its host and the caller's address. */
export const headersOf = (request: FastifyRequest, { address }: Pick<Forwarding, 'address'>): Record<string, string> => ({
  'x-request-id': request.id,
  'x-forwarded-host': request.host,
  'x-forwarded-proto': request.protocol,
  'x-forwarded-for': address(request),
})

type Acting = { org: string; known: Known; after?: string | string[] | undefined }
/** Adds the actor, the organisation and the marks to `headers`: those of the session's writes in the last minute and those of `after`. */
export async function actorHeaders(
  headers: Record<string, string>,
  { org, known, after }: Acting,
  { marks, tokenOf }: Pick<Forwarding, 'marks' | 'tokenOf'>,
): Promise<Record<string, string>> {
  headers.authorization = `Bearer ${await tokenOf(known.session, org)}`
  const writes = [await marks.of(known.session.id), after]
    .filter((one) => typeof one === 'string' && one !== '' && one.length < 8000)
    .join(',')
  if (writes !== '') {
    headers[afterHeader] = writes
    headers[waitHeader] = String(wait)
  }
  return headers
}

/** Whether the service stores its answer: of persons always, of visitors with an idempotency key. Answers to secrets are not stored. */
const isKeyed = (call: Call, request: FastifyRequest) =>
  !call.secret &&
  !call.repeatable &&
  (request.headers['idempotency-key'] !== undefined || (call.may !== 'anyone' && call.may !== 'visitor'))
/** Whether a second try does no harm. */
const isRepeatable = (call: Call, request: FastifyRequest) =>
  !isWrite(request.method) || call.repeatable === true || (isKeyed(call, request) && !call.beacon)

type Sent = { method: string; url: string; body: Buffer | undefined; log: FastifyRequest['log'] }
type Trying = { patience: Patience; repeatable: boolean }
/**
 * Tries reads and keyed writes again: twice when there was no answer or the service is behind, and for the time of outages.ts when its database is
 * away; never beyond the deadline. After such an outage the service may be behind for some seconds more, and the first try of a write may still be
 * running.
 */
export async function tried(
  service: ServiceBehind,
  headers: Record<string, string>,
  { method, url, body, log }: Sent,
  { patience, repeatable }: Trying,
): Promise<TransportResponse> {
  for (let attempt = 1; ; attempt++) {
    const deadline = patience.deadline()
    const last = attempt === tries || !repeatable || deadline - Date.now() < 500
    try {
      const answer = await service.transport.send({
        method,
        url,
        headers: { ...headers, [deadlineHeader]: String(deadline) },
        timeout: Math.max(1, deadline - Date.now()),
        ...(body && body.length > 0 && { body }),
      })
      const away = answer.status === 503 && hasCode(answer, databaseAway)
      const recovering = patience.waited() && (isBehind(answer) || isRunning(answer))
      if (!(away || recovering) || !(await patience.again())) {
        if (last || !isBehind(answer)) return answer
      } else attempt = 0
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error
      log.warn({ service: service.name, reason: error.reason, code: error.code, attempt }, 'a service did not answer')
      if (patience.waited() && (await patience.again())) attempt = 0
      else if (!mayGoAgain(error, { attempt, last })) throw unavailable('service.unavailable')
      else await sleep(Math.min(pauseBefore(attempt), Math.max(0, deadline - Date.now())))
    }
  }
}

const hasCode = ({ body }: TransportResponse, code: string) => body.includes(`"code":"${code}"`)
const isBehind = (answer: TransportResponse) => answer.status === 503 && hasCode(answer, 'behind')
const isRunning = (answer: TransportResponse) => answer.status === 409 && hasCode(answer, 'idempotency.running')
