// Configuration of the stack: ports, folders and keys of the four servers for development and tests.
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { environment } from '@lyceum/kit/config'

export type Stack = ReturnType<typeof readStack>

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The stack's variables of the environment; ports stay below 32768, where the kernel takes the ports of outgoing connections. */
function readStack(env: NodeJS.ProcessEnv) {
  const read = environment(env)
  const port = (name: string, fallback: number) => read.integer(name, fallback, { min: 1, max: 32_767 })
  return {
    env,
    root,
    /** State of the servers: data, logs, process ids. */
    folder: resolve(root, read.text('LYCEUM_STACK', '.lyceum-stack')),
    /** Downloaded and built programs, kept between checkouts. */
    cache: join(read.text('XDG_CACHE_HOME', join(homedir(), '.cache')), 'lyceum'),
    /** A folder with ready programs (versitygw), searched after PATH. */
    tools: read.optional('LYCEUM_TOOLS'),
    /** auto: containers if Docker answers, else processes. */
    way: read.oneOf('STACK_WAY', ['auto', 'docker', 'native'], 'auto'),
    ports: {
      kafka: port('STACK_KAFKA_PORT', 19_092),
      kafkaController: port('STACK_KAFKA_CONTROLLER_PORT', 19_093),
      redis: port('STACK_REDIS_PORT', 16_379),
      s3: port('STACK_S3_PORT', 17_070),
      postgres: port('STACK_POSTGRES_PORT', 15_432),
    },
    s3: { accessKey: 'lyceum', secretKey: 'lyceum-on-loopback-only' },
  }
}

export const stack = readStack(process.env)

export const serverNames = ['postgres', 'kafka', 'redis', 's3'] as const
export type ServerName = (typeof serverNames)[number]

/** The environment of a service that uses the stack; `databasePassword` differs between containers and processes. */
export const serviceEnv = ({ ports, s3 }: Stack, databasePassword: string): Record<string, string> => ({
  DATABASE_URL: `postgresql://lyceum:${databasePassword}@127.0.0.1:${ports.postgres}/`,
  KAFKA_BROKERS: `127.0.0.1:${ports.kafka}`,
  REDIS_URL: `redis://127.0.0.1:${ports.redis}`,
  S3_ENDPOINT: `http://127.0.0.1:${ports.s3}`,
  S3_ACCESS_KEY: s3.accessKey,
  S3_SECRET_KEY: s3.secretKey,
})
