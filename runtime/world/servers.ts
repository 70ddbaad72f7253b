// The world over servers: PostgreSQL, Kafka, Redis and an S3 store, named by the environment. One target per process.
import { actorKeys, readActorKeys } from '@lyceum/kit/calls/actor'
import { s3Blobs } from '@lyceum/kit/blobs/s3'
import { type Environment, environment } from '@lyceum/kit/config'
import { type KafkaOptions, kafkaBus } from '@lyceum/kit/bus/kafka/bus'
import { redisKv } from '@lyceum/kit/kv/redis'
import { createLog } from '@lyceum/kit/telemetry/log'
import { createMetrics, watchProcess } from '@lyceum/kit/telemetry/metrics'
import { overHttp } from '@lyceum/kit/calls/transport'
import type { World } from '@lyceum/kit/service'
import { addAuthorities } from '@lyceum/kit/extra-ca'
import { waitFor } from './wait-for.ts'
import { type Settings, withPassword } from '../settings.ts'
import { openOutbound } from './outbound.ts'
import { openTracing } from './tracing.ts'

/** Targets that use the blob store, and targets without a database and a broker. */
const withBlobs = new Set(['upload', 'transcode'])
const withoutDatabase = new Set(['bff'])

/** Reads and connects only what the targets use: a process holds no secret that it does not need. */
export async function worldOnServers(
  settings: Settings,
  target: string,
  draining?: AbortSignal,
): Promise<World & { close(): Promise<void> }> {
  const { env, prefix, logLevel, release } = settings
  const read = environment(env)
  addAuthorities(read.list('TRUSTED_CA'))
  const log = createLog({ level: logLevel, service: target })
  const metrics = createMetrics()
  watchProcess(metrics)
  const targets = target.split(',')
  const isEdge = targets.every((one) => withoutDatabase.has(one))
  const store = targets.some((one) => withBlobs.has(one)) ? storeOf(read, prefix) : undefined
  const bus = isEdge ? undefined : kafkaBus({ ...brokersOf(read), prefix, log })
  const kv = redisKv({ url: withPassword(read.required('REDIS_URL'), read.optional('REDIS_PASSWORD')), prefix, log })
  metrics.gauge('lyceum_redis_away', () => (kv.shared() ? 0 : 1))
  const outbound = openOutbound(read, kv)
  const tracing = await openTracing(read, release, log)
  return {
    way: 'servers',
    release,
    stopGrace: settings.stopGrace,
    bus: bus ?? unused('bus'),
    kv,
    ...outbound,
    env,
    metrics,
    metricsOnOwnPort: settings.metricsPort > 0,
    draining,
    databaseUrl: isEdge ? unused('database') : databasesOf(read, prefix),
    blobs: store ? await waitFor('the blob store', log, () => s3Blobs(store), refusedByStore) : unused('blob store'),
    log: (service) => createLog({ level: logLevel, service }),
    door: overHttp(read.text('BFF_URL', 'http://localhost:8080')),
    actorKeys: await actorKeys(readActorKeys(read.required('ACTOR_KEYS'))),
    async close() {
      await Promise.all([bus?.close(), kv.close(), outbound.mail.close(), tracing.close()])
    },
  }
}

/** The address of each service's own database. */
export function databasesOf(read: Environment, prefix: string): (service: string) => string {
  const server = withPassword(read.required('DATABASE_URL'), read.optional('DATABASE_PASSWORD'))
  return (service) => Object.assign(new URL(server), { pathname: `/${prefix}_${service}` }).href
}

export const storeOf = (read: Environment, prefix: string) => ({
  endpoint: read.required('S3_ENDPOINT'),
  publicEndpoint: read.optional('S3_PUBLIC_ENDPOINT'),
  region: read.text('S3_REGION', 'us-east-1'),
  bucket: read.text('S3_BUCKET', prefix),
  accessKey: read.required('S3_ACCESS_KEY'),
  secretKey: read.required('S3_SECRET_KEY'),
  /** false: browsers cannot reach the store, so every byte passes through upload. */
  direct: read.flag('S3_DIRECT', true),
})

export function brokersOf(read: Environment): Pick<KafkaOptions, 'brokers' | 'ssl' | 'sasl' | 'replication' | 'actionDays'> {
  const mechanism = read.oneOf('KAFKA_SASL_MECHANISM', ['none', 'plain', 'scram-sha-256', 'scram-sha-512'], 'none')
  return {
    brokers: read.required('KAFKA_BROKERS').split(','),
    ssl: read.flag('KAFKA_TLS', false),
    ...(mechanism !== 'none' && {
      sasl: { mechanism, username: read.required('KAFKA_USERNAME'), password: read.required('KAFKA_PASSWORD') } as KafkaOptions['sasl'],
    }),
    /** Replication factor of new topics; 0: the brokers' default. */
    replication: read.integer('KAFKA_REPLICATION', 0, { max: 9 }),
    actionDays: read.integer('USER_ACTIONS_DAYS', 30, { min: 1, max: 3650 }),
  }
}

const refusedByStore = (error: unknown) =>
  /AccessDenied|SignatureDoesNotMatch|InvalidAccessKeyId|CERT|SELF_SIGNED/.test((error as { code?: string }).code ?? '')

/** Placeholder for a port that the targets do not use: any use of it is an error in the lists above. */
const unused = <T extends object>(port: string): T =>
  new Proxy(Object.assign(() => {}, {}) as unknown as T, {
    get: () => {
      throw new Error(`this target was opened without a ${port}`)
    },
    apply: () => {
      throw new Error(`this target was opened without a ${port}`)
    },
  })
