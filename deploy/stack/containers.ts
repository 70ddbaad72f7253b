// The servers as containers, through deploy/compose.yaml. Every checkout has the same project name; only ports keep two of them apart.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ServerName, stack } from './config.ts'

const run = promisify(execFile)
export const containerPassword = 'lyceum'

export const dockerAnswers = () =>
  run('docker', ['info'], { timeout: 10_000 }).then(
    () => true,
    () => false,
  )

export async function compose(...args: string[]): Promise<string> {
  const { ports, s3 } = stack
  const env = {
    ...stack.env,
    STACK_KAFKA_PORT: String(ports.kafka),
    STACK_REDIS_PORT: String(ports.redis),
    STACK_S3_PORT: String(ports.s3),
    STACK_POSTGRES_PORT: String(ports.postgres),
    STACK_S3_ACCESS_KEY: s3.accessKey,
    STACK_S3_SECRET_KEY: s3.secretKey,
    STACK_POSTGRES_PASSWORD: containerPassword,
  }
  const { stdout } = await run('docker', ['compose', '-f', join(stack.root, 'deploy/compose.yaml'), '-p', 'lyceum-stack', ...args], { env })
  return stdout
}

export const startContainers = (...names: ServerName[]) => compose('up', '--detach', '--wait', ...names)
export const stopContainer = (name: ServerName, signal: NodeJS.Signals) =>
  signal === 'SIGKILL' ? compose('kill', '-s', 'SIGKILL', name) : compose('stop', name)
/** Pauses every process of the container, or continues them. */
export const signalContainer = (name: ServerName, signal: NodeJS.Signals) => compose(signal === 'SIGSTOP' ? 'pause' : 'unpause', name)
export const containersRun = () =>
  compose('ps', '--services', '--status', 'running').then(
    (said) => said.split('\n').filter(Boolean),
    () => [],
  )
