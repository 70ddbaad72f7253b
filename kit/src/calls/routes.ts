// Routes of a contract table: validation, authorisation, one transaction per write, the stored answer of a repeated key.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import type { TObject } from 'typebox'
import { type Actor, type ActorKeys, visitor } from './actor.ts'
import { receive } from '../http/bodies.ts'
import { bodyLimitOf, type Call, type Input, isWrite, methodAndPath, type OpenRule, type Reply, type Table } from './contract.ts'
import { context, type Mark } from './context.ts'
import { type Database, isTransient, type Tx } from '../database/database.ts'
import { conflict, forbidden, notFound, unauthorised, type Missing } from './errors.ts'
import { refuseUnknownFields } from './validation.ts'
import { storedAnswer, storeAnswer, type KeyedRequest } from './idempotency.ts'
import { inBulk } from '../jobs/precedence.ts'
import { afterHeader, behindHeader, readMarks, waitHeader } from '../facts/marks.ts'

/** The scope of a call: the organisation, and the fields that the finders and rules of a service add. */
export type Scope = { org: string }
/** Finds the scope that a path id belongs to, for who asks; undefined: there is no such row (404). */
export type Finder = (tx: Tx, id: string, actor: Actor) => Promise<Scope | undefined>
/** Decides one rule of `may`: throws forbidden(), unauthorised() or notFound() when the actor may not, else returns the scope with the fields it has read. */
export type Rule<P extends Scope = Scope> = (tx: Tx, actor: Actor, scope: Scope) => P | Promise<P>
export type Rules<Name extends string = string> = Record<Name, Rule>
/** The scope in a handler's context: the return value of the call's rule. */
type ScopeOf<R extends Rules, Name> = Name extends keyof R ? Awaited<ReturnType<R[Name]>> : Scope

/** The argument of a call's handler. */
export type HandlerContext<C extends Call, Deps, R extends Rules = Rules> = Input<C> & {
  deps: Deps
  actor: Actor
  scope: ScopeOf<R, C['may']>
  request: FastifyRequest
  reply: FastifyReply
} & (C extends { kind: 'bytes'; bodyLimit: number } ? BodyReader : unknown)
/** Reads the body of a call of kind bytes, after the handler's own checks: 413 beyond `limit` or the call's bodyLimit. */
type BodyReader = { receive(limit?: number): Readable }
export type Handlers<T extends Table, Deps, R extends Rules> = {
  [K in keyof T]: (context: HandlerContext<T[K], Deps, R>) => Promise<Reply<T[K]>>
}
type Handler = (context: Record<string, unknown>) => Promise<unknown>
export type Routes = { table: Table; handlers: Record<string, Handler> }

/** Binds a table to its handlers. A call without a handler, or a handler with another reply, does not compile. Curried so that the table's
 *  type is inferred before the handlers: otherwise TypeScript widens 'draft' to string in their replies. */
export const routes =
  <const T extends Table>(table: T) =>
  <Deps, R extends Rules = Rules>(handlers: Handlers<T, Deps, R>): Routes => ({
    table,
    handlers: handlers as unknown as Routes['handlers'],
  })

export type RouteOptions = {
  db: Database
  /** The same database without Prisma, for the queries of authorisation. */
  sql: Tx
  deps: object
  actorKeys: ActorKeys
  finders: Record<string, Finder>
  rules: Rules
  /** True when the facts of all marks are applied here; waits at most `ms`. */
  marksApplied: (marks: Mark[], ms: number) => Promise<boolean>
  /** Called after the commit of a write: wakes the relay and the job worker. */
  onCommit: (produced?: Produced) => void
}
/** Whether a write emitted facts and enqueued jobs. */
export type Produced = { facts: boolean; jobs: boolean }

const withBody = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

declare module 'fastify' {
  interface FastifyRequest {
    /** The actor of the call, verified before the body is read. */
    actor: Actor
  }
}

export function mount(app: FastifyInstance, { table, handlers }: Routes, options: RouteOptions) {
  if (!app.hasRequestDecorator('actor')) app.decorateRequest('actor')
  for (const [key, call] of Object.entries(table)) {
    const [method, url] = methodAndPath(key)
    const handle = handlers[key]
    if (!handle) throw new Error(`${key} has no handler`)
    if (call.repeatable && !isWrite(method)) throw new Error(`${key} is a read: it is always repeatable`)
    if (call.judges && !(call.body as TObject | undefined)?.properties?.[call.judges])
      throw new Error(`${key} judges by a field that its body does not have`)
    if (call.simulated && !isWrite(method)) throw new Error(`${key} is a read: it needs no trial`)
    if (call.anonymous && isWrite(method)) throw new Error(`${key} is a write: a visitor has none`)
    if (!openRules.has(call.may) && !options.rules[call.may])
      throw new Error(`${key} names the rule ${call.may}, which this service does not have`)
    if (call.at && !options.finders[call.at]) throw new Error(`${key} names the finder ${call.at}, which this service does not have`)
    if (call.wide && !call.errors?.includes('department.only'))
      throw new Error(`${key} is refused to managers of a department and does not list department.only`)
    if (call.management && !call.errors?.includes('authCode.needed'))
      throw new Error(`${key} is refused without a code and does not say so`)
    const status = call.status ?? 200
    const bodyLimit = bodyLimitOf(key, call)
    const schema = {
      ...(call.params && { params: call.params }),
      ...(call.query && { querystring: call.query }),
      ...(call.body && withBody.has(method) && call.kind !== 'bytes' && { body: refuseUnknownFields(call.body) }),
      ...(call.kind !== 'bytes' && call.kind !== 'stream' && status !== 204 && { response: { [status]: call.reply } }),
    }
    app.route({
      method,
      url,
      schema,
      // Fastify needs a limit above 0; without a body schema nothing is parsed
      bodyLimit: Math.max(1, bodyLimit),
      config: { beacon: call.beacon === true, form: call.kind === 'form', lasting: call.kind === 'stream' },
      preParsing: async (request) => {
        request.actor = await actorOf(request, call, options.actorKeys)
        if (request.actor.kind === 'job') request.callEnds?.()
      },
      handler: (request, reply) => answerCall(key, call, handle, options, request, reply),
    })
  }
}

async function answerCall(key: string, call: Call, handle: Handler, options: RouteOptions, request: FastifyRequest, reply: FastifyReply) {
  const { db, deps } = options
  const { actor } = request
  await waitForMarks(request, reply, options)
  const status = call.status ?? 200
  const decide = async (sql: Tx) => {
    const scope = await authorise(sql, actor, call, request.params as Record<string, string>, options)
    if (isWrite(request.method) && call.simulated !== 'trial' && context()?.simulatedRole) throw conflict('simulation.readOnly')
    return scope
  }
  const run = async (tx: Tx, scope: Scope) =>
    await handle({
      deps: { ...deps, db: tx },
      actor,
      scope,
      params: request.params,
      query: request.query,
      body: request.body,
      request,
      reply,
      ...(call.kind === 'bytes' && {
        receive: (limit = Number.POSITIVE_INFINITY) => receiveFor(request, Math.min(limit, bodyLimitOf(key, call))),
      }),
    })
  let value: unknown
  if (!isWrite(request.method) || call.kind === 'bytes' || call.kind === 'stream' || call.beacon) {
    value = await run(db, await decide(options.sql))
  } else if (call.tx === false) {
    const keyed = keyedRequestOf(key, call, request)
    const scope = decide(options.sql)
    scope.catch(() => {})
    const stored = await storedAnswer(db, keyed, () => scope)
    value = stored ? stored.answer : await run(db, await scope)
    if (!stored && !reply.sent) await storeAnswer(db, keyed, status, value)
    options.onCommit(producedByCall())
  } else {
    const keyed = keyedRequestOf(key, call, request)
    const write = () =>
      db.$transaction(
        async (tx, last) => {
          context()?.marks.clear()
          // both are queried at once; a stored answer is sent even if the call would be refused now
          const answer = storedAnswer(tx, keyed, () => scope)
          const scope = decide(tx)
          scope.catch(() => {})
          const stored = await answer
          if (stored) return stored.answer
          const value = await run(tx, await scope)
          last(() => storeAnswer(tx, keyed, status, value))
          return value
        },
        { timeout: 9000 },
      )
    value = await retryTransient(() => (isOfJob(actor) ? inBulk(write) : write()))
    options.onCommit(producedByCall())
  }
  if (reply.sent) return reply
  if (status === 204) return reply.code(204).send()
  return reply.code(reply.statusCode === 200 ? status : reply.statusCode).send(value)
}

const isStored = ({ secret, repeatable, judges }: Call, body: unknown) =>
  !secret && !repeatable && !(judges && (body as Record<string, unknown> | undefined)?.[judges] === true)
const keyedRequestOf = (key: string, call: Call, { actor, headers, ip, body, url }: FastifyRequest): KeyedRequest => ({
  ...(isStored(call, body) && typeof headers['idempotency-key'] === 'string' && { key: headers['idempotency-key'] }),
  actor,
  address: ip,
  call: key,
  body,
  url,
})

/** Of a job that goes on for a person; a call between services has no person. */
const isOfJob = ({ kind, person }: Actor): boolean => kind === 'job' && person !== ''

/** Whether this call emitted facts and enqueued jobs; undefined outside of a context. */
const producedByCall = (): Produced | undefined => {
  const call = context()
  return call && { facts: call.marks.size > 0, jobs: call.jobs === true }
}

const receiveFor = (request: FastifyRequest, limit: number) =>
  receive(request.raw, { limit, signal: request.server.shutdown.requestsAborted })

/** Runs the whole transaction again after a deadlock or a serialisation failure. */
async function retryTransient<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 4 || !isTransient(error)) throw error
    }
  }
}

async function actorOf(request: FastifyRequest, call: Call, keys: ActorKeys): Promise<Actor> {
  const token = request.headers.authorization?.replace(/^Bearer /, '')
  const actor = token ? await keys.verify(token) : visitor()
  const current = context()
  if (current) Object.assign(current, { actor, address: request.ip })
  if (actor.kind === 'visitor' && !call.anonymous && call.may !== 'anyone' && call.may !== 'visitor') throw unauthorised()
  if (call.may === 'internal' && (actor.kind !== 'job' || actor.person !== '')) throw forbidden()
  return actor
}

async function waitForMarks(request: FastifyRequest, reply: FastifyReply, { marksApplied: caughtUp }: RouteOptions) {
  const marks = readMarks(request.headers[afterHeader] as string | undefined)
  if (marks.length === 0 || (await caughtUp(marks, Math.min(Number(request.headers[waitHeader]) || 1000, 1000)))) return
  request.behind = true
  reply.header(behindHeader, '1')
}

async function authorise(
  tx: Tx,
  actor: Actor,
  call: Call,
  params: Record<string, string>,
  { finders, rules }: RouteOptions,
): Promise<Scope> {
  let scope: Scope = { org: actor.org }
  if (call.at) {
    const id = params.id ?? Object.values(params)[0] ?? ''
    const targetScope = await finders[call.at]?.(tx, id, actor)
    if (!targetScope) throw notFound(call.at as Missing, id)
    scope = targetScope
  }
  const decide = rules[call.may]
  const decided = decide ? await decide(tx, actor, scope) : scope
  if (call.wide && actor.department) throw forbidden('department.only')
  // who may not make the call at all learns nothing of the code
  checkNeeds(actor, call)
  return decided
}
const refusals = { code: 'authCode.needed', mobile: 'mobile.needed', password: 'password.expired' } as const
function checkNeeds({ needs, codeNeeded }: Actor, call: Call): void {
  // a token of the previous release has the code alone
  for (const need of needs ?? (codeNeeded ? (['code'] as const) : []))
    if (need === 'code' ? call.management : call.gate !== 'account' && !openRules.has(call.may)) throw forbidden(refusals[need])
}

/** Rules that need no scope: anyone, a check of the call's own (a grant), another service. */
const openRules = new Set<string>(['anyone', 'visitor', 'internal'] satisfies OpenRule[])
