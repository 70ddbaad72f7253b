// Routes over things: a service of a few calls with a database, for the tests of routes.
import pg from 'pg'
import { Type } from 'typebox'
import { type Actor, actorKeys, newActorKey } from '../calls/actor.ts'
import { callsFor } from '../calls/contract.ts'
import { context } from '../calls/context.ts'
import { one, plain, plainDatabase, run, type Tx } from '../database/database.ts'
import { conflict, forbidden } from '../calls/errors.ts'
import { createApp } from '../http/server.ts'
import { newId } from '../ids.ts'
import { createLog } from '../telemetry/log.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { mount, type RouteOptions, routes } from '../calls/routes.ts'
import { actorOf } from './actors.ts'
import { testDatabase } from './test-database.ts'

const things = callsFor<'teach' | 'view', 'thing'>()({
  'POST /api/things': {
    summary: 'Make a thing',
    may: 'teach',
    status: 201,
    body: Type.Object({ name: Type.String({ minLength: 1 }), size: Type.Optional(Type.Integer({ minimum: 1 })) }),
    reply: Type.Object({ id: Type.String(), name: Type.String() }),
    errors: ['thing.refused'],
  },
  'GET /api/things/:id': {
    summary: 'A thing',
    may: 'view',
    at: 'thing',
    params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
    reply: Type.Object({ name: Type.String() }),
  },
  'GET /api/things': {
    summary: 'Things',
    may: 'anyone',
    query: Type.Object({ limit: Type.Optional(Type.Integer({ maximum: 10 })) }),
    reply: Type.Object({ n: Type.Integer(), limit: Type.Integer() }),
  },
  'DELETE /api/things/:id': {
    summary: 'Remove',
    may: 'teach',
    params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
    reply: Type.Null(),
    status: 204,
  },
})
const tries = callsFor<'teach' | 'view', 'thing'>()({
  'POST /api/tries/:id': {
    summary: 'Opens its own transactions',
    may: 'teach',
    tx: false,
    params: Type.Object({ id: Type.String() }),
    query: Type.Object({ how: Type.Optional(Type.String()) }),
    reply: Type.Object({ id: Type.String() }),
  },
  'PUT /api/beats': { summary: 'Repeatable', may: 'teach', repeatable: true, reply: Type.Object({ id: Type.String() }) },
  'POST /api/trials': { summary: 'Open to a trial', may: 'teach', simulated: 'trial', reply: Type.Object({ id: Type.String() }) },
  'POST /api/visits': { summary: 'For everybody', may: 'anyone', reply: Type.Object({ id: Type.String() }) },
})
declare module '../calls/errors.ts' {
  interface ErrorCodes {
    things: 'thing.refused' | 'thing.notFound'
  }
}
export type ThingDeps = { db: Tx }

export const known = newId()
export const teacher = actorOf({ roles: ['instructor'] })
export type Things = Awaited<ReturnType<typeof startThings>>

export async function startThings() {
  const pool = new pg.Pool({ connectionString: await testDatabase('kit') })
  await pool.query('create table things (id text primary key, name text)')
  const keys = await actorKeys([await newActorKey()])
  const log = createLog({ level: 'silent', service: 'test' })
  const app = createApp({ log, metrics: createMetrics(), service: 'test' })
  const handlers = routes(things)<ThingDeps>({
    'POST /api/things': async ({ deps, body }) => {
      const id = newId()
      await run(deps.db, 'insert into things values ($1, $2)', id, body.name)
      if (body.name === 'refused') throw conflict('thing.refused', { name: body.name })
      if (body.name === 'broken') throw new Error('secret detail')
      return { id, name: body.name }
    },
    'GET /api/things/:id': async () => ({ name: 'known' }),
    'GET /api/things': async ({ deps, query }) => ({
      n: (await one<{ n: number }>(deps.db, 'select count(*)::int as n from things'))?.n ?? 0,
      limit: query.limit ?? 5,
    }),
    'DELETE /api/things/:id': async () => null,
  })
  const more = routes(tries)<ThingDeps>({
    'POST /api/tries/:id': async () => ({ id: newId() }),
    'PUT /api/beats': async () => ({ id: newId() }),
    'POST /api/trials': async () => ({ id: newId() }),
    'POST /api/visits': async () => ({ id: newId() }),
  })
  const mounting: RouteOptions = {
    db: plainDatabase(pool),
    sql: plain(pool),
    deps: {},
    actorKeys: keys,
    marksApplied: async (marks) => marks.length === 0,
    onCommit: () => {},
    finders: { thing: async (_tx, id) => (id === known ? { org: 'o' } : undefined) },
    rules: {
      view: (_tx, actor, scope) => {
        context()!.simulatedRole = actor.simulating?.as
        return scope
      },
      teach: (_tx, actor, scope) => {
        context()!.simulatedRole = actor.simulating?.as
        if (!actor.roles.includes('instructor')) throw forbidden()
        return scope
      },
    },
  }
  mount(app, handlers, mounting)
  mount(app, more, mounting)
  async function call(method: string, url: string, body?: unknown, headers: Record<string, string> = {}, actor: Actor | null = teacher) {
    const token = actor && (await keys.sign(actor))
    const answer = await app.inject({
      method: method as 'GET',
      url,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { payload: body as object }),
    })
    return { status: answer.statusCode, body: answer.payload ? answer.json() : undefined, headers: answer.headers }
  }
  return {
    app,
    pool,
    keys,
    call,
    count: async () => (await pool.query('select count(*)::int as n from things')).rows[0].n,
    stop: async () => {
      await app.close()
      await pool.end()
    },
  }
}
