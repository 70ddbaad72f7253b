// Measures how slow this machine is now: a fixed piece of work like that of the tests, compared with its time on a quiet machine.
import { execFile } from 'node:child_process'
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { maxSlowness } from '@lyceum/kit/test/wait'

/** The fastest of ten runs on the quiet machine (2 cores of an AMD EPYC, Node 24) that test-times.json stands for. */
const referenceSeconds = 1.5

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

/** Seconds that the fixed work takes now. */
export async function measureWork(): Promise<number> {
  const began = performance.now()
  await javascript()
  await processes()
  durableWrites()
  return (performance.now() - began) / 1000
}

/** `times` the reference's time; `slowness`, the factor of all limits. */
export type Machine = { times: number; slowness: number }

/** How the measured time compares with the reference, and the factor of all limits: never below 1, and bounded, so that a run ends. */
export function judgeMachine(seconds: number): Machine {
  const times = seconds / referenceSeconds
  const slowness = Math.round(Math.min(maxSlowness, Math.max(1, times)) * 10) / 10
  return { times, slowness }
}

export const machineLine = ({ times, slowness }: Machine) =>
  `this machine: ${times.toFixed(1)} × the reference's time; limits are scaled by ${slowness.toFixed(1)}`
