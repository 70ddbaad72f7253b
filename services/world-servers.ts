// Servers beside us: PostgreSQL, Kafka, Redis and an S3 store, named by the environment. One target per process.
import { actorKeys } from '@lyceum/kit/actor'
import { s3Blobs } from '@lyceum/kit/blobs-s3'
import { environment } from '@lyceum/kit/config'
import { kafkaBus } from '@lyceum/kit/kafka/bus'
import { redisKv } from '@lyceum/kit/kv-redis'
import { createLog } from '@lyceum/kit/log'
import { openMail } from '@lyceum/kit/mail'
import { createMetrics } from '@lyceum/kit/metrics'
import type { World } from '@lyceum/kit/service'
import { openSms } from '@lyceum/kit/sms'
import type { Settings } from './config.ts'

export async function worldOnServers(settings: Settings, target: string): Promise<World & { close(): Promise<void> }> {
  const { env, prefix, logLevel, release } = settings
  const read = environment(env)
  const server = new URL(read.required('DATABASE_URL'))
  const log = createLog({ level: logLevel, service: target })
  const metrics = createMetrics()
  const bus = await kafkaBus({ brokers: read.required('KAFKA_BROKERS').split(','), prefix, log, metrics })
  const kv = redisKv({ url: read.required('REDIS_URL'), prefix, log })
  const mail = openMail({ url: read.optional('SMTP_URL'), from: read.text('MAIL_FROM', 'Lyceum <lyceum@localhost>') })
  return {
    way: 'servers',
    release,
    bus,
    kv,
    mail,
    sms: openSms({
      url: read.optional('SMS_GATEWAY_URL'),
      authorization: read.optional('SMS_GATEWAY_AUTHORIZATION'),
      body: read.optional('SMS_GATEWAY_BODY'),
    }),
    env,
    metrics,
    databaseUrl: (service) => Object.assign(new URL(server), { pathname: `/${prefix}_${service}` }).href,
    blobs: await s3Blobs({
      endpoint: read.required('S3_ENDPOINT'),
      publicEndpoint: read.optional('S3_PUBLIC_ENDPOINT'),
      region: read.text('S3_REGION', 'us-east-1'),
      bucket: read.text('S3_BUCKET', prefix),
      accessKey: read.required('S3_ACCESS_KEY'),
      secretKey: read.required('S3_SECRET_KEY'),
    }),
    log: (service) => createLog({ level: logLevel, service }),
    actorKeys: await actorKeys(JSON.parse(read.required('ACTOR_KEYS'))),
    async close() {
      await Promise.all([bus.close(), kv.close(), mail.close()])
    },
  }
}
