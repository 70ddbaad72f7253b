// Cold start, warm start, and memory at rest of the one process with its database.
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { end } from '../flows/start.ts'
import { type Figure, mib, ms } from './figures.ts'

const port = 19_900

/** Starts over `home`; answers milliseconds until the page and readiness are served, and the process. */
async function begin(home: string) {
  const began = performance.now()
  const child = spawn(process.execPath, ['runtime/main.ts', '--target=all'], {
    env: { ...process.env, PORT: String(port), LYCEUM_HOME: home, LYCEUM_DEMO: 'false', LOG_LEVEL: 'warn' },
    stdio: 'ignore',
  })
  for (;;) {
    const page = await fetch(`http://127.0.0.1:${port}/login`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (
      page &&
      (await fetch(`http://127.0.0.1:${port}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      ))
    )
      break
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`)
    await sleep(10)
  }
  return { child, took: performance.now() - began }
}

/** Proportional memory (PSS): memory shared between processes, as PostgreSQL's are, is counted once. Bytes. */
async function memoryOf(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) * 1024
}
async function descendants(pid: number): Promise<number[]> {
  const parents = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => {
        const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
        return [Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const
      }),
  )
  const found: number[] = [pid]
  for (let at = 0; at < found.length; at++) found.push(...parents.filter(([, parent]) => parent === found[at]).map(([child]) => child))
  return found
}

export async function starts(): Promise<Figure[]> {
  const home = await mkdtemp(join(tmpdir(), 'lyceum-bench-'))
  const nothing = performance.now()
  await new Promise((resolve) => spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }).once('exit', resolve))
  const bare = performance.now() - nothing
  try {
    const cold = await begin(home)
    await end(cold.child, 'SIGTERM')
    const warm = await begin(home)
    await sleep(10_000)
    const all = await Promise.all((await descendants(warm.child.pid!)).map(memoryOf))
    const total = all.reduce((sum, one) => sum + one, 0)
    await end(warm.child, 'SIGTERM')
    return [
      {
        name: 'cold start to first page (empty folder)',
        value: ms(cold.took),
        baseline: `node alone ${ms(bare)}`,
        ratio: cold.took / bare,
      },
      { name: 'warm start to first page', value: ms(warm.took), baseline: `node alone ${ms(bare)}`, ratio: warm.took / bare },
      {
        name: 'memory at rest, process and database',
        value: mib(total),
        baseline: `of it the process ${mib(all[0] ?? 0)}`,
        ratio: total / (all[0] || 1),
        aim: 'under 400 MB',
        met: total < 400e6,
      },
    ]
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}
