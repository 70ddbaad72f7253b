// A real service for feature tests, over a database of its own, with the in-process bus, kv and blobs.
import { closedDoor } from '../calls/delegation.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Actor, actorKeys, newActorKey } from '../calls/actor.ts'
import { folderBlobs } from '../blobs/folder.ts'
import { memoryBus } from '../bus/memory.ts'
import type { Env } from '../config.ts'
import { memoryKv } from '../kv/memory.ts'
import { createLog } from '../telemetry/log.ts'
import type { Mail } from '../messages/mail.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import type { Sms } from '../messages/sms.ts'
import { type ServiceDefinition, type RunningService, startService, type World } from '../service.ts'
import { checkAuditWords } from './audit-words.ts'
import { testDatabase } from './test-database.ts'

export type Answer = { status: number; body: any; headers: Record<string, string | string[] | number | undefined> }
export type TestService = {
  running: RunningService
  world: World
  app: FastifyInstance
  databaseUrl: string
  /** Mails that were sent. */
  mails: Mail[]
  /** Short messages that were sent. */
  texts: Sms[]
  /** A call as `actor` (undefined: not signed in), as the BFF would forward it. */
  call(actor: Actor | undefined, method: string, url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  stop(): Promise<void>
}

/** The world of one process in memory; several services of a test may share it. */
export async function testWorld({
  env = {},
  mails = [],
  texts = [],
}: {
  env?: Env
  mails?: Mail[]
  texts?: Sms[]
} = {}): Promise<World & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-blobs-'))
  return {
    way: 'one',
    release: 'test',
    folder,
    env: { GRANT_KEYS: Buffer.alloc(32, 7).toString('base64url'), DATABASE_POOL: '6', ...env },
    databaseUrl: (name) => {
      throw new Error(`no database for ${name} in this test`)
    },
    bus: memoryBus(),
    kv: memoryKv(),
    blobs: await folderBlobs({ folder }),
    mail: { send: async (mail) => void mails.push(mail), close: async () => {} },
    sms: { real: true, send: async (sms) => void texts.push(sms) },
    door: closedDoor,
    log: (service) => createLog({ level: env.LOG_LEVEL ?? 'fatal', service }),
    metrics: createMetrics(),
    actorKeys: await actorKeys([await newActorKey()]),
  }
}

export async function testService(
  definition: ServiceDefinition<any, any, any>,
  given: { env?: Env; world?: World } = {},
): Promise<TestService> {
  const mails: Mail[] = []
  const texts: Sms[] = []
  const base = given.world ?? (await testWorld({ env: given.env, mails, texts }))
  const databaseUrl = await testDatabase(definition.name)
  const world: World = { ...base, databaseUrl: () => databaseUrl }
  const running = await startService(definition, world)
  return {
    running,
    world,
    app: running.app,
    databaseUrl,
    mails,
    texts,
    async call(actor, method, url, body, headers = {}) {
      const token = actor && (await world.actorKeys.sign(actor))
      const answer = await running.app.inject({
        method: method as 'GET',
        url,
        headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
        ...(body !== undefined && { payload: body as object }),
      })
      const text = answer.payload
      return {
        status: answer.statusCode,
        body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
        headers: answer.headers,
      }
    },
    async stop() {
      await running.stop()
      await checkAuditWords(databaseUrl)
      if (!given.world) await rm((base as { folder?: string }).folder ?? '/nonexistent', { recursive: true, force: true })
    },
  }
}
