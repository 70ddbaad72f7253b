// A service's own calls, made in this process over its database: the same validation, transaction and facts as behind the door, also
// before there is anybody who could sign in, and while nothing answers. What they make goes out by the service that runs.
import { actorKeys, newActorKey, type Actor } from '../../kit/src/actor.ts'
import type { Blobs } from '../../kit/src/blobs.ts'
import { memoryBus } from '../../kit/src/bus-memory.ts'
import type { Table } from '../../kit/src/calls.ts'
import { CallFailed, type Client, createClient } from '../../kit/src/client.ts'
import { environment } from '../../kit/src/config.ts'
import type { Kv } from '../../kit/src/kv.ts'
import { memoryKv } from '../../kit/src/kv-memory.ts'
import { redisKv } from '../../kit/src/kv-redis.ts'
import { openMail } from '../../kit/src/mail.ts'
import { createMetrics } from '../../kit/src/metrics.ts'
import { migrateService, startService, type World } from '../../kit/src/service.ts'
import { openSms } from '../../kit/src/sms.ts'
import { withPassword } from '../../services/config.ts'
import { services } from '../../services/main.ts'
import { exits, Refused } from './refusal.ts'
import { unreachable, withDatabase } from './databases.ts'
import { type Place, quietLog } from './place.ts'

export type Calling<T extends Table> = {
  /** As nobody in particular: calls that the BFF makes. */
  internal: Client<T>
  /** In the place of an administrator of this organisation. */
  administrator(org: string): Client<T>
  close(): Promise<void>
}

const nowhere = new Proxy({} as Blobs, {
  get() {
    throw new Error('a call of the command line needs no files')
  },
})

export async function callsOf<T extends Table>(place: Place, name: keyof typeof services): Promise<Calling<T>> {
  const { env, prefix, release } = place.settings
  const log = quietLog(place.settings)
  const keys = await actorKeys([await newActorKey()])
  const read = environment(env)
  const redis = place.way === 'servers' ? withPassword(read.optional('REDIS_URL'), read.optional('REDIS_PASSWORD')) : undefined
  const kv: Kv = redis ? redisKv({ url: redis, prefix, log }) : memoryKv()
  const bus = memoryBus()
  const world: World = {
    way: place.way,
    env,
    release,
    bus,
    kv,
    blobs: nowhere,
    // whatever is to be sent is a job of the service that runs
    mail: openMail({ from: 'Lyceum <lyceum@localhost>' }),
    sms: openSms({}),
    databaseUrl: place.databaseUrl,
    log: () => log,
    metrics: createMetrics(),
    actorKeys: keys,
    callsOnly: true,
  }
  const { service } = await services[name]()
  // a system of one process that does not run: whoever starts it next would do the same
  if (!place.running) await migrateService(service, world)
  await withDatabase(place, name, (pool) => pool.query('select 1'))
  const running = await startService(service, world).catch(unreachable)
  const client = (actor: Actor) => {
    const send = async (url: string | URL | Request, init: RequestInit = {}) => {
      const answer = await running.app.inject({
        method: (init.method ?? 'GET') as 'GET',
        url: String(url),
        headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${await keys.sign(actor)}` },
        ...(typeof init.body === 'string' && { payload: init.body }),
      })
      return new Response(answer.statusCode === 204 ? null : answer.payload, { status: answer.statusCode })
    }
    return createClient<T>({ base: '', fetch: send as typeof fetch })
  }
  const job: Actor = { kind: 'job', person: '', org: '', roles: [], session: '' }
  return {
    internal: client(job),
    administrator: (org) => client({ ...job, org, roles: ['admin'] }),
    async close() {
      await running.stop()
      await Promise.all([kv.close(), bus.close()])
    },
  }
}

/** What the page says in six languages, for whoever types. */
const sentences: Record<string, string> = {
  'field.required': 'its value is empty',
  'field.email': 'this is not an e-mail address',
  'field.phone': 'this is not a phone number: +62…',
  'field.format': 'it is not written as it should be',
  'department.unknown': 'the organisation has no such department',
  'password.tooShort': 'the password is too short: at least 10 characters',
  'password.common': 'the password is one that many people choose',
  'password.personal': 'the password is made of the name, number or address',
}

/** A field that a call refuses is a flag of the command: user_no → --user-no. */
export async function asked<T>(work: Promise<T>): Promise<T> {
  return await work.catch((error: unknown) => {
    if (!(error instanceof CallFailed)) throw error
    const { code, message, errors, details } = error.problem
    const [field, said] = Object.entries(errors)[0] ?? []
    const first = field && details[field]?.[0]
    const flag =
      field &&
      `--${field
        .split('.')[0]!
        .replace(/_id$/, '')
        .replaceAll('_', '-')
        .replace(/^roles$/, 'role')
        .replace(/^hosts$/, 'host')}`
    throw new Refused(code, flag ? `${flag}: ${(first && sentences[first.code]) ?? said?.[0]}` : message, {
      ...(flag && { flag, exit: exits.usage }),
    })
  })
}
