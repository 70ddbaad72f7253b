// Runs one process with its output in a file, and ends it with all its children when it hangs.
import { spawn } from 'node:child_process'
import { closeSync, openSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { processorOf } from './process-tree.ts'
import type { Ended } from './test-outcome.ts'
import type { Patience } from './test-times.ts'

type Command = {
  args: string[]
  cwd: string
  env: NodeJS.ProcessEnv
  log: string
  patience: Patience
  /** Seconds from SIGTERM to SIGKILL. */
  grace?: number
}

/** Signals the whole process group; false when it is empty. */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-leader, signal)
  } catch {
    return false
  }
}

/** Starts node with `args`; resolves when it has ended and, where it hung, its children too. */
export async function runLimited({ args, cwd, env, log, patience, grace = 5 }: Command): Promise<Ended> {
  const out = openSync(log, 'w')
  const began = performance.now()
  // leads a group of its own, so that one signal reaches browsers and products too
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', out, out], detached: true })
  closeSync(out)
  const leader = child.pid
  if (leader === undefined) throw new Error(`could not start ${args[0]}`)
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  const watch = watchProgress(leader, log, patience)
  let ending: Promise<void> | undefined
  const timer = setInterval(() => {
    if (watch.look()) ending ??= endGroup(leader, grace)
  }, patience.every)
  const interrupt = () => signalGroup(leader, 'SIGTERM')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt)
  const code = await closed
  const seconds = (performance.now() - began) / 1000
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt)
  clearInterval(timer)
  await ending
  return { code, seconds, processor: watch.processor(), hung: ending !== undefined }
}

/** Follows whether a run still works: it prints, or its processes compute. */
function watchProgress(leader: number, log: string, { silence, idle, processor: most }: Patience) {
  const read = processorOf(leader)
  const begun = performance.now()
  let used: number | undefined
  let printed = { size: 0, at: begun, used: 0 }
  // the processor seconds at the moment since which the run has been idle
  let resting = { at: begun, used: 0 }
  return {
    processor: () => used,
    /** True when it hangs. */
    look: (): boolean => {
      const now = performance.now()
      used = read()
      const { size } = statSync(log)
      const spent = used ?? (now - begun) / 1000
      if (size > printed.size) printed = { size, at: now, used: spent }
      // more than the pulse of a database at rest is work
      if (used !== undefined && used - resting.used > ((now - resting.at) / 1000) * idle + 0.05) resting = { at: now, used }
      // without /proc nothing says whether a silent run works
      const quiet = used === undefined ? 0 : (now - Math.max(printed.at, resting.at)) / 1000
      return quiet > silence || spent - printed.used > most
    },
  }
}

/** Sends SIGTERM, then SIGKILL to processes that are left after `grace` seconds. */
async function endGroup(leader: number, grace: number): Promise<void> {
  signalGroup(leader, 'SIGTERM')
  for (const end = performance.now() + grace * 1000; performance.now() < end; await sleep(50)) if (!signalGroup(leader, 0)) return
  signalGroup(leader, 'SIGKILL')
}
