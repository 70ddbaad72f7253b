// The servers as processes of this machine: each has a folder with its data, its log and its process id under LYCEUM_STACK.
import { spawn } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runningProcess } from '@lyceum/kit/child-processes'
import { type ServerName, type Stack, stack } from './config.ts'
import { kafka, quietly, readIfThere, redis, versitygw } from './obtain.ts'
import { metadataAnswers } from './probe.ts'

type Program = { command: string; args: string[]; env?: NodeJS.ProcessEnv; answers(): Promise<boolean> }

const folderOf = (name: ServerName) => join(stack.folder, name)

/** Each answers undefined when its program is not available here. */
const programs: Record<ServerName, (stack: Stack) => Promise<Program | undefined>> = {
  postgres: async ({ ports, root }) => ({
    command: process.execPath,
    args: [join(root, 'deploy/stack/postgres-server.ts'), join(folderOf('postgres'), 'cluster'), String(ports.postgres)],
    answers: () => accepts(ports.postgres),
  }),
  kafka: async (stack) => {
    const found = await kafka(stack)
    if (!found) return undefined
    const small = ['-Xms128m', '-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn']
    const java = [...small, '-cp', `${found.jars}/*`]
    const settings = await kafkaSettings(stack)
    const formatted = existsSync(join(folderOf('kafka'), 'data', 'meta.properties'))
    // any 22 letters suffice for a cluster of one
    const format = ['kafka.tools.StorageTool', 'format', '-t', 'bHljZXVtLXN0YWNrLTAwMA', '-c', settings]
    if (!formatted && !(await quietly(found.java, [...java, ...format]))) return undefined
    return { command: found.java, args: [...java, 'kafka.Kafka', settings], answers: () => metadataAnswers(stack.ports.kafka) }
  },
  redis: async ({ ports }) => {
    const command = await redis()
    const args = ['--port', String(ports.redis), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folderOf('redis')]
    return command ? { command, args, answers: () => accepts(ports.redis) } : undefined
  },
  s3: async (stack) => {
    const command = await versitygw(stack)
    const data = join(folderOf('s3'), 'data')
    await mkdir(data, { recursive: true })
    const env = { ROOT_ACCESS_KEY: stack.s3.accessKey, ROOT_SECRET_KEY: stack.s3.secretKey }
    const args = ['--port', `127.0.0.1:${stack.ports.s3}`, '--health', '/health', '--quiet', 'posix', data]
    return command ? { command, args, env, answers: () => accepts(stack.ports.s3) } : undefined
  },
}

async function kafkaSettings({ root, ports }: Stack): Promise<string> {
  const text = await readFile(join(root, 'deploy/stack/kafka/server.properties'), 'utf8')
  const values: Record<string, string> = {
    '@PORT@': String(ports.kafka),
    '@CONTROLLER@': String(ports.kafkaController),
    '@DATA@': join(folderOf('kafka'), 'data'),
  }
  const file = join(folderOf('kafka'), 'server.properties')
  await writeFile(
    file,
    text.replace(/@[A-Z]+@/g, (name) => values[name] ?? name),
  )
  return file
}

/** The id of the server's process while it runs. A later process with the same id by chance does not count. */
export async function processOf(name: ServerName): Promise<number | undefined> {
  const [pid, started] = (await readIfThere(join(folderOf(name), 'pid'))).split('\n')
  const found = await runningProcess(Number(pid))
  return found && found.started === started ? Number(pid) : undefined
}

/** Starts the server unless it runs; resolves when it answers. False when the program is not available; throws when it does not start. */
export async function startNative(name: ServerName): Promise<boolean> {
  const folder = folderOf(name)
  await mkdir(folder, { recursive: true })
  if (await processOf(name)) return true
  const program = await programs[name](stack)
  if (!program) return false
  if (await program.answers()) throw new Error(`${name}: another server answers on its port; set STACK_${name.toUpperCase()}_PORT`)
  const log = openSync(join(folder, 'log'), 'w')
  const child = spawn(program.command, program.args, {
    cwd: folder,
    env: { ...stack.env, ...program.env },
    detached: true,
    stdio: ['ignore', log, log],
  })
  child.unref()
  const died = new Promise<true>((resolve) => child.once('exit', () => resolve(true)).once('error', () => resolve(true)))
  const pid = child.pid ?? 0
  await writeFile(join(folder, 'pid'), `${pid}\n${(await runningProcess(pid))?.started}`)
  for (let i = 0; i < 1800; i++) {
    if (await program.answers()) return true
    if (await Promise.race([died, sleep(100, false)])) break
  }
  const lastLines = (await readIfThere(join(folder, 'log'))).trim().split('\n').slice(-12).join('\n')
  await stopNative(name)
  throw new Error(`${name} did not come up; its log ends with:\n${lastLines}`)
}

/** Ends the server and waits (Kafka takes 2 s); `signal` SIGKILL is for tests of faults. Answers whether it ran. */
export async function stopNative(name: ServerName, signal: NodeJS.Signals = 'SIGTERM'): Promise<boolean> {
  const pid = await processOf(name)
  if (!pid) return false
  process.kill(pid, 'SIGCONT')
  process.kill(pid, signal)
  for (let i = 0; i < 200 && (await processOf(name)); i++) await sleep(100)
  if (await processOf(name)) process.kill(pid, 'SIGKILL')
  await rm(join(folderOf(name), 'pid'), { force: true })
  return true
}

export async function signalNative(name: ServerName, signal: NodeJS.Signals): Promise<void> {
  const pid = await processOf(name)
  if (!pid) throw new Error(`${name} does not run`)
  process.kill(pid, signal)
}

/** Whether a process listens on the port of loopback. */
function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const answer = (yes: boolean) => {
      socket.destroy()
      resolve(yes)
    }
    socket
      .once('connect', () => answer(true))
      .once('error', () => answer(false))
      .setTimeout(1000, () => answer(false))
  })
}
