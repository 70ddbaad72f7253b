// Servers as a university has them: TLS by an authority of its own, passwords beside the addresses. The world is opened over real ones, and
// every connection is refused that a stranger answers or that brings no password.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { newActorKey } from '@lyceum/kit/calls/actor'
import { openPool } from '@lyceum/kit/database/connections'
import { topicConfig } from '@lyceum/kit/bus/kafka/topics'
import { quiet } from '@lyceum/kit/test/facts'
import { redisKv } from '@lyceum/kit/kv/redis'
import { startPostgres, type Postgres } from '@lyceum/kit/postgres/postgres'
import { scaled, until } from '@lyceum/kit/test/wait'
import { serverAccount } from '@lyceum/kit/postgres/binaries'
import { stack } from '../../deploy/stack/config.ts'
import { kafka as kafkaJars, redis as redisProgram } from '../../deploy/stack/obtain.ts'
import kafkajs from 'kafkajs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settings } from '../settings.ts'
import { worldOnServers } from './servers.ts'

const password = 'p@ss:w/ö%rd'
const ports = { kafka: 21_901, controller: 21_902, redis: 21_903, postgres: 21_904 }
const known = getCACertificates('default')
let folder: string
let postgres: Postgres | undefined
const children: ChildProcess[] = []

const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
function certificates() {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  openssl('req', '-x509', ...key, '-subj', '/CN=A university', '-keyout', 'ca.key', '-out', 'ca.crt')
  openssl('req', '-x509', ...key, '-subj', '/CN=Another', '-keyout', 'other.key', '-out', 'other.crt')
  openssl('req', ...key.slice(0, -2), '-subj', '/CN=localhost', '-keyout', 'server.key', '-out', 'server.csr')
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1')
  openssl(
    'x509',
    '-req',
    '-in',
    'server.csr',
    '-CA',
    'ca.crt',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-days',
    '2',
    '-extfile',
    'names',
    '-out',
    'server.crt',
  )
}
function start(command: string, args: string[]) {
  const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  children.push(child)
}
async function greets(port: number) {
  const listens = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => resolve(true))
      socket.on('error', () => resolve(false))
      setTimeout(() => socket.destroy(), scaled(2000)).unref()
      socket.on('close', () => resolve(false))
    })
  await until(listens, 60_000, 100)
}

async function broker() {
  const found = await kafkaJars(stack)
  if (!found) throw new Error('no Kafka')
  const pem = (name: string) => readFileSync(join(folder, name), 'utf8').trim().replaceAll('\n', '\\n')
  const plainPassword = password.replaceAll('ö', '\\u00f6') // a properties file is Latin-1
  writeFileSync(
    join(folder, 'server.properties'),
    `process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${ports.controller}
controller.listener.names=CONTROLLER
listeners=SASL_SSL://127.0.0.1:${ports.kafka},CONTROLLER://127.0.0.1:${ports.controller}
advertised.listeners=SASL_SSL://localhost:${ports.kafka}
listener.security.protocol.map=SASL_SSL:SASL_SSL,CONTROLLER:PLAINTEXT
inter.broker.listener.name=SASL_SSL
sasl.mechanism.inter.broker.protocol=PLAIN
sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-512
listener.name.sasl_ssl.plain.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username="broker" password="${plainPassword}" user_broker="${plainPassword}" user_lyceum="${plainPassword}";
listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required;
ssl.keystore.type=PEM
ssl.keystore.certificate.chain=${pem('server.crt')}
ssl.keystore.key=${pem('server.key')}
ssl.truststore.type=PEM
ssl.truststore.certificates=${pem('ca.crt')}
log.dirs=${join(folder, 'kafka')}
offsets.topic.num.partitions=1
offsets.topic.replication.factor=1
transaction.state.log.num.partitions=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
auto.create.topics.enable=false
log.cleaner.dedupe.buffer.size=2097152
`,
  )
  const java = [
    '-Xmx256m',
    '-XX:+UseSerialGC',
    '-XX:TieredStopAtLevel=1',
    '-Dorg.slf4j.simpleLogger.defaultLogLevel=error',
    '-cp',
    `${found.jars}/*`,
  ]
  const scram = `SCRAM-SHA-512=[name=lyceum,password=${password}]`
  execFileSync(
    found.java,
    [...java, 'kafka.tools.StorageTool', 'format', '-t', 'bHljZXVtLXN0YWNrLTAwMA', '-c', 'server.properties', '--add-scram', scram],
    { cwd: folder },
  )
  start(found.java, [...java, 'kafka.Kafka', 'server.properties'])
}

async function database() {
  const owner = await serverAccount()
  const certs = join(folder, 'postgres-certs')
  mkdirSync(certs)
  for (const name of ['server.crt', 'server.key']) copyFileSync(join(folder, name), join(certs, name))
  if (owner) execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, certs])
  execFileSync('chmod', ['600', join(certs, 'server.key')])
  execFileSync('chmod', ['755', folder])
  postgres = await startPostgres({
    folder: join(folder, 'postgres'),
    port: ports.postgres,
    durable: false,
    settings: { ssl: 'on', ssl_cert_file: join(certs, 'server.crt'), ssl_key_file: join(certs, 'server.key') },
  })
}

describe.skipIf(!process.env.KAFKA_BROKERS)('servers with TLS and passwords', () => {
  let env: Record<string, string>
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lyceum-secured-'))
    certificates()
    const redis = await redisProgram()
    start(redis ?? 'redis-server', [
      '--port',
      '0',
      '--tls-port',
      String(ports.redis),
      '--bind',
      '127.0.0.1',
      '--tls-cert-file',
      'server.crt',
      '--tls-key-file',
      'server.key',
      '--tls-ca-cert-file',
      'ca.crt',
      '--tls-auth-clients',
      'no',
      '--requirepass',
      password,
      '--save',
      '',
      '--loglevel',
      'warning',
    ])
    await Promise.all([broker(), database()])
    await Promise.all([greets(ports.kafka), greets(ports.redis)])
    writeFileSync(join(folder, 'secret'), `${password}\n`)
    writeFileSync(join(folder, 'actor'), JSON.stringify([await newActorKey()]))
    const own = readFileSync(join(folder, 'postgres', 'password'), 'utf8')
    writeFileSync(join(folder, 'database-password'), own)
    const { S3_ENDPOINT = '', S3_ACCESS_KEY = '', S3_SECRET_KEY = '' } = process.env
    env = {
      S3_ENDPOINT,
      S3_ACCESS_KEY,
      S3_SECRET_KEY,
      S3_DIRECT: 'false',
      LYCEUM_PREFIX: 'secured',
      LOG_LEVEL: 'silent',
      TRUSTED_CA: join(folder, 'ca.crt'),
      DATABASE_URL: `postgresql://lyceum@localhost:${ports.postgres}/?sslmode=verify-full`,
      DATABASE_PASSWORD_FILE: join(folder, 'database-password'),
      KAFKA_BROKERS: `localhost:${ports.kafka}`,
      KAFKA_TLS: 'true',
      KAFKA_SASL_MECHANISM: 'scram-sha-512',
      KAFKA_USERNAME: 'lyceum',
      KAFKA_PASSWORD_FILE: join(folder, 'secret'),
      KAFKA_REPLICATION: '1',
      REDIS_URL: `rediss://localhost:${ports.redis}`,
      REDIS_PASSWORD_FILE: join(folder, 'secret'),
      ACTOR_KEYS_FILE: join(folder, 'actor'),
    }
  }, scaled(120_000))
  afterAll(async () => {
    setDefaultCACertificates(known)
    await postgres?.stop()
    for (const child of children) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  const admin = (mechanism: 'plain' | 'scram-sha-512', secret = password) =>
    new kafkajs.Kafka({
      brokers: env.KAFKA_BROKERS!.split(','),
      ssl: true,
      sasl: { mechanism, username: 'lyceum', password: secret } as never,
      logLevel: 0,
      retry: { retries: 0 },
    }).admin()

  test('nothing is trusted without the authority, and a wrong password opens nothing', async () => {
    const pool = openPool(env.DATABASE_URL!.replace('lyceum@', 'lyceum:x@'), { max: 1 })
    await expect(pool.query('select 1')).rejects.toThrow(/certificate|signed/i)
    await pool.end()
    await expect(admin('plain').connect()).rejects.toThrow(/certificate|signed/i)
    const kv = redisKv({ url: env.REDIS_URL!, prefix: 'x', log: quiet })
    await sleep(300)
    await kv.set('a', '1', 60)
    await kv.close()
    await expect(worldOnServers(settings({ ...env, TRUSTED_CA: '/nowhere' }), 'test')).rejects.toThrow(
      'TRUSTED_CA: /nowhere cannot be read',
    )
  })

  test('topics, facts, keys and rows go through TLS with passwords from files; the length of a topic follows the settings', async () => {
    const world = await worldOnServers(settings(env), 'upload')
    try {
      await world.bus.prepare(['lyceum.course.v1'])
      const look = admin('plain')
      await look.connect()
      const kept = async () =>
        (
          await look.describeConfigs({
            includeSynonyms: false,
            resources: [{ type: 2, name: 'secured.user-actions.v1', configNames: ['retention.ms', 'min.insync.replicas'] }],
          })
        ).resources[0]!.configEntries.map(({ configName, configValue }) => `${configName}=${configValue}`).sort()
      expect(await kept()).toContain(`retention.ms=${30 * 86_400_000}`)
      expect((await look.fetchTopicMetadata({ topics: ['secured.course.v1'] })).topics[0]!.partitions).toHaveLength(12)
      // an operator has set something of their own meanwhile
      const { configEntries = [] } = topicConfig('lyceum.user-actions.v1', 'secured.user-actions.v1')
      await look.alterConfigs({
        validateOnly: false,
        resources: [
          {
            type: 2,
            name: 'secured.user-actions.v1',
            configEntries: [...configEntries, { name: 'min.insync.replicas', value: '1' }, { name: 'segment.bytes', value: '1048577' }],
          },
        ],
      })
      const later = await worldOnServers(settings({ ...env, USER_ACTIONS_DAYS: '400' }), 'course')
      await later.bus.prepare(['lyceum.course.v1'])
      await later.close()
      await expect.poll(kept).toEqual(['min.insync.replicas=1', `retention.ms=${400 * 86_400_000}`])
      await look.disconnect()
      await expect(admin('plain', 'wrong').connect()).rejects.toThrow(/auth/i)

      const other = redisKv({ url: `rediss://:${encodeURIComponent(password)}@localhost:${ports.redis}`, prefix: 'secured', log: quiet })
      await expect
        .poll(async () => {
          await world.kv.set('said', 'yes', 60)
          return await other.get('said')
        })
        .toBe('yes')
      await other.close()

      const pool = openPool(world.databaseUrl('course').replace(/\/secured_course/, '/postgres'), { max: 1 })
      expect((await pool.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')).rows).toEqual([{ ssl: true }])
      await pool.end()
      expect([world.blobs.signGet, world.blobs.signPut]).toEqual([undefined, undefined])
    } finally {
      await world.close()
    }
  })
})
