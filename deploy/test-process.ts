// Runs one process with its output in a file, and ends it with all its children when it exceeds its time.
import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ended } from './test-outcome.ts'

type Command = {
  args: string[]
  cwd: string
  env: NodeJS.ProcessEnv
  log: string
  /** Seconds until SIGTERM. */
  limit: number
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

/** Starts node with `args`; resolves when it has ended and, after its time, its children too. */
export async function runLimited({ args, cwd, env, log, limit, grace = 5 }: Command): Promise<Ended> {
  const out = openSync(log, 'w')
  const began = performance.now()
  // leads a group of its own, so that one signal reaches browsers and products too
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', out, out], detached: true })
  closeSync(out)
  const leader = child.pid
  if (leader === undefined) throw new Error(`could not start ${args[0]}`)
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  let ending: Promise<void> | undefined
  const timer = setTimeout(() => {
    ending = endGroup(leader, grace)
  }, limit * 1000)
  const interrupt = () => signalGroup(leader, 'SIGTERM')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt)
  const code = await closed
  const seconds = (performance.now() - began) / 1000
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt)
  clearTimeout(timer)
  await ending
  return { code, seconds, hung: ending !== undefined }
}

/** Sends SIGTERM, then SIGKILL to processes that are left after `grace` seconds. */
async function endGroup(leader: number, grace: number): Promise<void> {
  signalGroup(leader, 'SIGTERM')
  for (const end = performance.now() + grace * 1000; performance.now() < end; await sleep(50)) if (!signalGroup(leader, 0)) return
  signalGroup(leader, 'SIGKILL')
}
