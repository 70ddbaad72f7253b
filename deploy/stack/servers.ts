// The four servers of a system on servers, as containers or as processes. Used by `npm run stack`, by tests and by benchmarks.
import { join } from 'node:path'
import { type ServerName, serverNames, serviceEnv, stack } from './config.ts'
import {
  containerPassword,
  containersRun,
  dockerAnswers,
  refusalOfContainers,
  removeContainers,
  signalContainer,
  startContainers,
  stopContainer,
} from './containers.ts'
import { processOf, signalNative, startNative, stopNative } from './native.ts'
import { readIfThere } from './obtain.ts'

let chosen: Promise<boolean> | undefined
/** Containers if Docker answers and can run them, else processes; STACK_WAY overrides it. */
const byDocker = () => (chosen ??= stack.way === 'auto' ? containersWork() : Promise.resolve(stack.way === 'docker'))
async function containersWork(): Promise<boolean> {
  if (!(await dockerAnswers())) return false
  const refusal = await refusalOfContainers()
  // not on standard output: a shell evaluates what is printed there
  if (refusal) console.error(`· ${refusal}: the servers run as processes`)
  return refusal === undefined
}

/** Starts the servers that do not run; answers the names of those that are not available on this machine. */
export async function startServers(names: readonly ServerName[] = serverNames): Promise<{ missing: ServerName[] }> {
  if (await byDocker()) {
    await startContainers(...names)
    return { missing: [] }
  }
  const missing: ServerName[] = []
  // in turn: a second package manager would only wait for the first one's lock
  for (const name of names) if (!(await startNative(name))) missing.push(name)
  return { missing }
}

/** Ends the stack's servers and nothing else; answers the names of those that ran. Their data stays. */
export async function stopServers(): Promise<string[]> {
  if (await byDocker()) {
    const running = await containersRun()
    await removeContainers()
    return running
  }
  const stopped = await Promise.all(serverNames.map(async (name) => ((await stopNative(name)) ? [name] : [])))
  return stopped.flat()
}

export async function runningServers(): Promise<string[]> {
  if (await byDocker()) return containersRun()
  const found = await Promise.all(serverNames.map(async (name) => ((await processOf(name)) ? [name] : [])))
  return found.flat()
}

/** One server at a time, for tests of faults. */
export const startServer = async (name: ServerName) => void (await startServers([name]))
export const stopServer = async (name: ServerName, signal: NodeJS.Signals = 'SIGTERM') =>
  void ((await byDocker()) ? await stopContainer(name, signal) : await stopNative(name, signal))
/** A paused server keeps its connections and answers nothing: an outage that looks like slowness. */
export const haltServer = async (name: ServerName) =>
  void ((await byDocker()) ? await signalContainer(name, 'SIGSTOP') : await signalNative(name, 'SIGSTOP'))
export const resumeServer = async (name: ServerName) =>
  void ((await byDocker()) ? await signalContainer(name, 'SIGCONT') : await signalNative(name, 'SIGCONT'))

/** The environment of services that use the stack. */
export async function stackEnv(): Promise<Record<string, string>> {
  const own = await readIfThere(join(stack.folder, 'postgres', 'cluster', 'password'))
  return serviceEnv(stack, (await byDocker()) ? containerPassword : own)
}
