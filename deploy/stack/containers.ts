// The servers as containers, by testcontainers over deploy/compose.yaml: a project for each checkout, so that two never take each other's away. The
// servers outlast the process that starts them: nothing here is left to testcontainers' reaper.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { type ServerName, serverNames, stack } from './config.ts'

const run = promisify(execFile)
export const containerPassword = 'lyceum'
const folder = join(stack.root, 'deploy')
export const projectOf = (root: string) => `lyceum-stack-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`
const projectName = projectOf(stack.root)

export const dockerAnswers = () =>
  run('docker', ['info'], { timeout: 10_000 }).then(
    () => true,
    () => false,
  )

/** The parts of Docker that servers in containers need. */
export type Docker = {
  composeVersion(): Promise<string>
  holds(image: string): Promise<boolean>
  pull(image: string): Promise<void>
}
const docker: Docker = {
  composeVersion: async () => (await run('docker', ['compose', 'version', '--short'])).stdout.trim(),
  holds: async (image) => (await runtime()).client.image.exists((await runtime()).imageOf(image)),
  pull: async (image) => (await runtime()).client.image.pull((await runtime()).imageOf(image)),
}

let opened: ReturnType<typeof openRuntime> | undefined
/** Loaded where containers are used alone: it takes half a second. */
async function openRuntime() {
  const { DockerComposeEnvironment, getContainerRuntimeClient, ImageName } = await import('testcontainers')
  const client = await getContainerRuntimeClient()
  return { client, DockerComposeEnvironment, imageOf: (image: string) => ImageName.fromString(image) }
}
const runtime = () => (opened ??= openRuntime())

/** The reason for which the servers cannot be containers here, though Docker answers. */
export async function refusalOfContainers(names: readonly ServerName[] = serverNames, by: Docker = docker): Promise<string | undefined> {
  const reasonOf = (error: unknown) => (error as Error).message.trim().split('\n').at(-1) ?? ''
  const version = await by.composeVersion().catch(() => undefined)
  if (!version) return 'Docker has no compose'
  const { services } = parse(await readFile(join(folder, 'compose.yaml'), 'utf8'), { merge: true }) as {
    services: Record<ServerName, { image: string }>
  }
  for (const { image } of names.map((name) => services[name]))
    if (!(await by.holds(image))) {
      const refused = await by.pull(image).then(() => undefined, reasonOf)
      if (refused !== undefined) return `Docker cannot pull ${image} (${refused})`
    }
  return undefined
}

/** Docker 24 and older have no start_interval, which is of version 1.44 of its interface. */
async function files(): Promise<string[]> {
  const { ApiVersion } = await (await runtime()).client.container.dockerode.version()
  return ['compose.yaml', 'compose.stack.yaml', ...(Number(ApiVersion.split('.')[1]) < 44 ? ['compose.docker-24.yaml'] : [])]
}

/** Made before their containers: testcontainers removes those that compose makes when a start fails, with the data of the starts before it. */
async function makeVolumes(): Promise<void> {
  const { dockerode } = (await runtime()).client.container
  for (const volume of ['kafka', 's3', 'postgres']) await dockerode.createVolume({ Name: `${projectName}_${volume}` })
}

const environmentOfStack = () => {
  const { ports, s3 } = stack
  return {
    STACK_PROJECT: projectName,
    STACK_KAFKA_PORT: String(ports.kafka),
    STACK_REDIS_PORT: String(ports.redis),
    STACK_S3_PORT: String(ports.s3),
    STACK_POSTGRES_PORT: String(ports.postgres),
    STACK_S3_ACCESS_KEY: s3.accessKey,
    STACK_S3_SECRET_KEY: s3.secretKey,
    STACK_POSTGRES_PASSWORD: containerPassword,
  }
}

/** Resolves when they answer: each has a health check. */
export async function startContainers(...names: ServerName[]): Promise<void> {
  const { DockerComposeEnvironment } = await runtime()
  await makeVolumes()
  await new DockerComposeEnvironment(folder, await files())
    .withProjectName(projectName)
    .withEnvironment(environmentOfStack())
    .withAutoCleanup(false)
    .withStartupTimeout(180_000)
    .up(names)
}

/** Removes the containers; their data stays. */
export async function removeContainers(): Promise<void> {
  const { client } = await runtime()
  const options = { filePath: folder, files: await files(), projectName, environment: { ...stack.env, ...environmentOfStack() } }
  await client.compose.down(options, { removeVolumes: false, timeout: 0 })
}

const label = (what: string) => `com.docker.compose.${what}`
const ownContainers = async () =>
  (await (await runtime()).client.container.list()).filter(({ Labels }) => Labels[label('project')] === projectName)

async function containerOf(name: ServerName) {
  const found = (await ownContainers()).find(({ Labels }) => Labels[label('service')] === name)
  if (!found) throw new Error(`${name} does not run`)
  return (await runtime()).client.container.getById(found.Id)
}

export async function stopContainer(name: ServerName, signal: NodeJS.Signals): Promise<void> {
  const container = await containerOf(name)
  await (signal === 'SIGKILL' ? container.kill({ signal }) : container.stop())
}
/** Pauses every process of the container, or continues them. */
export async function signalContainer(name: ServerName, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  await pauseOrContinue(await containerOf(name), signal)
}
/** The parts of a container that a pause needs. */
export type Pausable = { inspect(): Promise<{ State: { Paused: boolean } }>; pause(): Promise<unknown>; unpause(): Promise<unknown> }
/** Docker refuses what is so already; to a process the signal does nothing then, and tests resume a server once more at their end. */
export async function pauseOrContinue(container: Pausable, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const paused = signal === 'SIGSTOP'
  if ((await container.inspect()).State.Paused === paused) return
  await (paused ? container.pause() : container.unpause())
}
export const containersRun = async (): Promise<string[]> =>
  (await ownContainers()).filter(({ State }) => State === 'running').map(({ Labels }) => Labels[label('service')] ?? '')
