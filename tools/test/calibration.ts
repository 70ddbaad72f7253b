// Measures how slow this machine is now: a fixed piece of work like that of the tests, compared with its time on a quiet machine. While tests run,
// a smaller one says how long work waits for a core.
import { execFile } from 'node:child_process'
import { closeSync, fsyncSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { maxSlowness } from '@lyceum/kit/test/wait'
import type { Pace } from './test-runner.ts'

/** The fastest of ten runs on the quiet machine (2 cores of an AMD EPYC, Node 24) that test-times.json stands for. */
const referenceSeconds = 1.5
/** Processor seconds of its JavaScript there. */
const referenceProcessor = 1.2

/** Both cores at once, as vitest's two workers have them, or a browser beside the product. */
const javascript = () =>
  Promise.all(
    [1, 2].map(
      () =>
        new Promise<void>((resolve, reject) => {
          new Worker(new URL('./calibration-worker.ts', import.meta.url)).once('error', reject).once('exit', () => resolve())
        }),
    ),
  )

async function processes(): Promise<void> {
  const start = () => promisify(execFile)(process.execPath, ['-e', ''])
  for (let nth = 0; nth < 12; nth++) await Promise.all([start(), start()])
}

function durableWrites(): void {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-calibration-'))
  const file = openSync(join(folder, 'pages'), 'w')
  for (let nth = 0; nth < 200; nth++) {
    writeSync(file, Buffer.alloc(8192, nth))
    fsyncSync(file)
  }
  closeSync(file)
  rmSync(folder, { recursive: true })
}

type Work = { seconds: number; processor: number }
const processorSince = (begun: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1e6
}

/** Seconds that the fixed work takes now, and processor seconds of its JavaScript. */
export async function measureWork(): Promise<Work> {
  const [began, used] = [performance.now(), process.cpuUsage()]
  await javascript()
  const processor = processorSince(used)
  await processes()
  durableWrites()
  return { seconds: (performance.now() - began) / 1000, processor }
}

/** The factor by which a short computation takes longer now than on a free core. */
function contention(): number {
  const [began, used] = [performance.now(), process.cpuUsage()]
  while (processorSince(used) < 0.05) JSON.parse(JSON.stringify({ began }))
  return Math.max(1, (performance.now() - began) / 1000 / Math.max(0.001, processorSince(used)))
}

/** `times` the reference's time, `slowness` the factor of waiting that follows; `processor` times its processor seconds. */
export type Machine = { times: number; slowness: number; processor: number }

/** A factor of limits: never below 1, and bounded, so that a run ends. */
const factorOf = (times: number) => Math.round(Math.min(maxSlowness, Math.max(1, times)) * 10) / 10

/** The measured times beside the reference. */
export function judgeMachine({ seconds, processor }: Work): Machine {
  const times = seconds / referenceSeconds
  return { times, slowness: factorOf(times), processor: Math.round((processor / referenceProcessor) * 100) / 100 }
}

/** Milliseconds between two looks at the machine while tests run. */
const lookEvery = 30_000

/** Keeps the present factor of waiting in a file that the tests read (kit/src/test/wait.ts): measured at each stage, and looked at while it runs. */
export function followMachine(file: string, machine: Machine): Pace {
  let staged = machine.slowness
  const write = (slowness: number) => writeFileSync(file, String(slowness))
  mkdirSync(dirname(file), { recursive: true })
  write(staged)
  const timer = setInterval(() => write(factorOf(Math.max(staged, contention() * machine.processor))), lookEvery)
  timer.unref()
  return {
    file,
    async stage() {
      staged = judgeMachine(await measureWork()).slowness
      write(staged)
      return staged
    },
    stop: () => clearInterval(timer),
  }
}

export const machineLine = ({ times, slowness, processor }: Machine) =>
  `this machine: ${times.toFixed(1)} × the reference's time, ${processor.toFixed(1)} × its processor time; waiting is scaled by ${slowness.toFixed(1)}`
