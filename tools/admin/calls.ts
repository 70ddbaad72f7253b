// Calls of a service made in this process over its database: the same validation, transaction and facts as through the BFF, also before anybody can
// sign in and while no server answers. The running service sends their facts and runs their jobs.
import { closedDoor } from '@lyceum/kit/calls/delegation'
import { actorKeys, newActorKey, type Actor } from '@lyceum/kit/calls/actor'
import type { Blobs } from '@lyceum/kit/blobs/blobs'
import { memoryBus } from '@lyceum/kit/bus/memory'
import type { Table } from '@lyceum/kit/calls/contract'
import { CallFailed, type Client, createClient } from '@lyceum/kit/calls/client'
import { environment } from '@lyceum/kit/config'
import type { Kv } from '@lyceum/kit/kv/kv'
import { memoryKv } from '@lyceum/kit/kv/memory'
import { redisKv } from '@lyceum/kit/kv/redis'
import { openMail } from '@lyceum/kit/messages/mail'
import { createMetrics } from '@lyceum/kit/telemetry/metrics'
import { migrateService, startService, type World } from '@lyceum/kit/service'
import { openSms } from '@lyceum/kit/messages/sms'
import { withPassword } from '../../runtime/settings.ts'
import { services } from '../../services/services.ts'
import { exits, Refused } from './refusal.ts'
import { unreachable, withDatabase } from './databases.ts'
import { type Installation, quietLog } from './installation.ts'

export type Calling<T extends Table> = {
  /** A client for internal calls, the ones that the BFF makes; its actor is a job. */
  internal: Client<T>
  /** A client with the rights of an administrator of this organisation. */
  administrator(org: string): Client<T>
  close(): Promise<void>
}

const nowhere = new Proxy({} as Blobs, {
  get() {
    throw new Error('a call of the command line needs no files')
  },
})

export async function callsOf<T extends Table>(installation: Installation, name: keyof typeof services): Promise<Calling<T>> {
  const { env, prefix, release } = installation.settings
  const log = quietLog(installation.settings)
  const keys = await actorKeys([await newActorKey()])
  const read = environment(env)
  const redis = installation.way === 'servers' ? withPassword(read.optional('REDIS_URL'), read.optional('REDIS_PASSWORD')) : undefined
  const kv: Kv = redis ? redisKv({ url: redis, prefix, log }) : memoryKv()
  const bus = memoryBus()
  const world: World = {
    way: installation.way,
    env,
    release,
    bus,
    kv,
    blobs: nowhere,
    // mails are sent by jobs of the running service
    mail: openMail({ from: 'Lyceum <lyceum@localhost>' }),
    // so that a rule that needs a gateway is judged as by the running service
    sms: openSms({ url: read.optional('SMS_GATEWAY_URL') }),
    door: closedDoor,
    databaseUrl: installation.databaseUrl,
    log: () => log,
    metrics: createMetrics(),
    actorKeys: keys,
    callsOnly: true,
  }
  const { service } = await services[name]()
  // a system of one process that does not run: its next start would migrate it as well
  if (!installation.running) await migrateService(service, world)
  await withDatabase(installation, name, (pool) => pool.query('select 1'))
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
    // of the workgroup too: nobody gives a role beyond their own permissions
    administrator: (org) => client({ ...job, org, roles: ['admin', 'wg_admin'] }),
    async close() {
      await running.stop()
      await Promise.all([kv.close(), bus.close()])
    },
  }
}

/** Messages of problems that the page shows in six languages, in English for the command line. */
const sentences: Record<string, string> = {
  'field.required': 'its value is empty',
  'field.email': 'this is not an e-mail address',
  'field.phone': 'this is not a phone number: +62…',
  'field.format': 'it is not written as it should be',
  'field.timeZone': 'it is not the name of a time zone: Asia/Bangkok',
  'field.choice': 'it is none of the choices',
  'field.tooSmall': 'the number is too small',
  'field.tooLarge': 'the number is too large',
  'department.unknown': 'the organisation has no such department',
  'password.tooShort': 'the password is too short: at least 10 characters',
  'password.common': 'the password is one that many people choose',
  'password.personal': 'the password is made of the name, number or address',
}

/** Names the command's flag for a field that a call refuses: user_no → --user-no. */
export async function withFlagNames<T>(work: Promise<T>): Promise<T> {
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
        .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
        .replace(/^roles$/, 'role')
        .replace(/^hosts$/, 'host')}`
    throw new Refused(code, flag ? `${flag}: ${(first && sentences[first.code]) ?? said?.[0]}` : message, {
      ...(flag && { flag, exit: exits.usage }),
    })
  })
}
