// From a table to routes: validation, who may, one transaction per write, the stored answer of a repeated key.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { Readable } from 'node:stream'
import { type Actor, type ActorKeys, visitor } from './actor.ts'
import { receive } from './bodies.ts'
import { bodyLimitOf, type Call, type Input, isWrite, methodAndPath, type Reply, type Table } from './calls.ts'
import { context, type Mark } from './context.ts'
import { transact } from './connections.ts'
import { type Database, isTransient, type Tx } from './db.ts'
import { forbidden, notFound, unauthorised } from './errors.ts'
import { answeredBefore, keepAnswer } from './idempotency.ts'
import { afterHeader, behindHeader, readMarks, waitHeader } from './marks.ts'

/** Where a call happens: the organisation, and the course when the path leads to one; more if the finder says more. */
export type Place = { org: string; course?: string; role?: string }
/** What a path id belongs to; undefined: there is no such thing (404). */
export type Finder = (tx: Tx, id: string) => Promise<Place | undefined>
/** Throws forbidden() or notFound() when the actor may not; may add to the place (the actor's role there). */
export type Authorise = (tx: Tx, actor: Actor, rule: string, place: Place) => Promise<Place>

export type Given<C extends Call, Deps> = Input<C> & {
  deps: Deps
  actor: Actor
  place: Place
  request: FastifyRequest
  reply: FastifyReply
} & (C extends { kind: 'bytes'; bodyLimit: number } ? Receiving : unknown)
/** How the handler of a call of kind bytes reads its body, once it knows that it may: 413 beyond `limit` or the call's own bodyLimit. */
type Receiving = { receive(limit?: number): Readable }
export type Handlers<T extends Table, Deps> = { [K in keyof T]: (given: Given<T[K], Deps>) => Promise<Reply<T[K]>> }
type Handler = (given: Record<string, unknown>) => Promise<unknown>
export type Mount = { table: Table; handlers: Record<string, Handler> }

/** Binds a table to its handlers. A call without a handler, or a handler that answers something else, does not compile. Curried so
 *  that the table's type is settled before the handlers are read: else TypeScript widens 'draft' to string in their answers. */
export const routes =
  <const T extends Table>(table: T) =>
  <Deps>(handlers: Handlers<T, Deps>): Mount => ({ table, handlers: handlers as unknown as Mount['handlers'] })

export type Mounting = {
  db: Database
  /** The same database without Prisma: what is asked before a read is answered. */
  hand: Tx
  deps: object
  actorKeys: ActorKeys
  finders: Record<string, Finder>
  authorise: Authorise
  /** True when every mark is seen here; waits at most `ms`. */
  caughtUp: (marks: Mark[], ms: number) => Promise<boolean>
  /** A write was committed: whoever sends facts or runs jobs may look now. */
  committed: (made?: Made) => void
}
/** What a write left to be taken further. */
export type Made = { facts: boolean; jobs: boolean }

const withBody = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose call it is, settled before the body is read. */
    actor: Actor
  }
}

/** Unknown fields of a body are refused, at every depth, unless a schema says otherwise itself. */
function closed(schema: TSchema): TSchema {
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk)
    if (node === null || typeof node !== 'object') return node
    const copy = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, walk(value)]))
    if (copy.type === 'object' && copy.properties && copy.additionalProperties === undefined) copy.additionalProperties = false
    return copy
  }
  return walk(schema) as TSchema
}

export function mount(app: FastifyInstance, { table, handlers }: Mount, mounting: Mounting) {
  if (!app.hasRequestDecorator('actor')) app.decorateRequest('actor')
  for (const [key, call] of Object.entries(table)) {
    const [method, url] = methodAndPath(key)
    const handle = handlers[key]
    if (!handle) throw new Error(`${key} has no handler`)
    const status = call.status ?? 200
    const bodyLimit = bodyLimitOf(key, call)
    const schema = {
      ...(call.params && { params: call.params }),
      ...(call.query && { querystring: call.query }),
      ...(call.body && withBody.has(method) && call.kind !== 'bytes' && { body: closed(call.body) }),
      ...(call.kind !== 'bytes' && call.kind !== 'stream' && status !== 204 && { response: { [status]: call.reply } }),
    }
    app.route({
      method,
      url,
      schema,
      // Fastify wants a bound above nothing; where nothing is taken, nothing is parsed
      bodyLimit: Math.max(1, bodyLimit),
      config: { beacon: call.beacon === true },
      preParsing: async (request) => {
        request.actor = await actorOf(request, call, mounting.actorKeys)
      },
      handler: (request, reply) => answerCall(key, call, handle, mounting, request, reply),
    })
  }
}

async function answerCall(key: string, call: Call, handle: Handler, mounting: Mounting, request: FastifyRequest, reply: FastifyReply) {
  const { db, deps } = mounting
  const { actor } = request
  await waitForMarks(request, reply, mounting)
  const status = call.status ?? 200
  const decide = (hand: Tx) => authorised(hand, actor, call, request.params as Record<string, string>, mounting)
  const run = async (tx: Tx, place: Place) =>
    await handle({
      deps: { ...deps, db: tx },
      actor,
      place,
      params: request.params,
      query: request.query,
      body: request.body,
      request,
      reply,
      ...(call.kind === 'bytes' && {
        receive: (limit = Number.POSITIVE_INFINITY) => receiveFor(request, Math.min(limit, bodyLimitOf(key, call))),
      }),
    })
  const once = {
    key: call.secret ? undefined : (request.headers['idempotency-key'] as string | undefined),
    actor,
    address: request.ip,
    call: key,
    body: request.body,
    url: request.url,
  }
  let value: unknown
  if (!isWrite(request.method) || call.kind === 'bytes' || call.kind === 'stream' || call.beacon) {
    value = await run(db, await decide(mounting.hand))
  } else if (call.tx === false) {
    const place = decide(mounting.hand)
    place.catch(() => {})
    const before = await answeredBefore(db, once, () => place)
    value = before ? before.answer : await run(db, await place)
    if (!before && !reply.sent) await keepAnswer(db, once, status, value)
    mounting.committed()
  } else {
    value = await retried(() =>
      transact(
        db,
        async (tx, hand, last) => {
          context()?.marks.clear()
          // both are asked at once; a stored answer goes before whatever would be refused now
          const stored = answeredBefore(hand, once, () => place)
          const place = decide(hand)
          place.catch(() => {})
          const before = await stored
          if (before) return before.answer
          const fresh = await run(tx, await place)
          await last(() => keepAnswer(hand, once, status, fresh))
          return fresh
        },
        { maxWait: 5000, timeout: 9000, eager: once.key !== undefined },
      ),
    )
    const made = context()
    mounting.committed(made && { facts: made.marks.size > 0, jobs: made.jobs === true })
  }
  if (reply.sent) return reply
  if (status === 204) return reply.code(204).send()
  return reply.code(reply.statusCode === 200 ? status : reply.statusCode).send(value)
}

const receiveFor = (request: FastifyRequest, limit: number) => receive(request.raw, { limit, signal: request.server.shutdown.cut })

/** Deadlocks and serialisation failures are nobody's fault: the whole transaction runs again. */
async function retried<T>(work: () => Promise<T>): Promise<T> {
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
  const now = context()
  if (now) now.actor = actor
  if (actor.kind === 'visitor' && call.may !== 'anyone' && call.may !== 'visitor') throw unauthorised()
  if (call.may === 'internal' && (actor.kind !== 'job' || actor.person !== '')) throw forbidden()
  return actor
}

async function waitForMarks(request: FastifyRequest, reply: FastifyReply, { caughtUp }: Mounting) {
  const marks = readMarks(request.headers[afterHeader] as string | undefined)
  if (marks.length === 0 || (await caughtUp(marks, Math.min(Number(request.headers[waitHeader]) || 1000, 1000)))) return
  request.behind = true
  reply.header(behindHeader, '1')
}

async function authorised(
  tx: Tx,
  actor: Actor,
  call: Call,
  params: Record<string, string>,
  { finders, authorise }: Mounting,
): Promise<Place> {
  let place: Place = { org: actor.org }
  if (call.at) {
    const find = finders[call.at]
    if (!find) throw new Error(`no finder for ${call.at}`)
    const id = params.id ?? Object.values(params)[0] ?? ''
    const found = await find(tx, id)
    if (!found) throw notFound(call.at, id)
    place = found
  }
  return open.has(call.may) ? place : await authorise(tx, actor, call.may, place)
}
/** Rules that ask nothing of the place: everyone; a check of the call's own (a grant); the BFF itself. */
const open = new Set(['anyone', 'visitor', 'internal'])
