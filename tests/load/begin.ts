// Cold start and warm start of the one process, and its memory at rest: without a school, with the demo school, and after work.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { smallFilms } from '../demo-films.ts'
import { end, type Product, startProduct } from '../flows/start.ts'
import { type Figure, mib, ms } from './figures.ts'
import { type Memory, memoryAtRest, totalOf } from './memory.ts'
import { work } from './work.ts'

const port = 19_900
/** Bytes. The first two are of the whole: process and database. */
const aims = { empty: 350 * 2 ** 20, demo: 400 * 2 ** 20, more: 1.1 }

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

export async function starts(): Promise<Figure[]> {
  const home = await mkdtemp(join(tmpdir(), 'lyceum-bench-'))
  const nothing = performance.now()
  await new Promise((resolve) => spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }).once('exit', resolve))
  const bare = performance.now() - nothing
  let school: Product | undefined
  try {
    const cold = await begin(home)
    await end(cold.child, 'SIGTERM')
    const warm = await begin(home)
    const empty = await memoryAtRest(warm.child.pid!)
    await end(warm.child, 'SIGTERM')

    school = await startProduct({ way: 'one', name: 'memory', env: { LYCEUM_DEMO: 'true', RATE_LIMIT: '0' }, furnish: smallFilms })
    const pid = school.process!.pid!
    while (!existsSync(join(school.home!, 'demo', 'finished'))) await sleep(1000)
    const demo = await memoryAtRest(pid)
    const calls = await work(school, { seconds: 60 })
    const after = await memoryAtRest(pid)
    return [
      {
        name: 'cold start to first page (empty folder)',
        value: ms(cold.took),
        baseline: `node alone ${ms(bare)}`,
        ratio: cold.took / bare,
      },
      { name: 'warm start to first page', value: ms(warm.took), baseline: `node alone ${ms(bare)}`, ratio: warm.took / bare },
      { ...figure('memory at rest, no school', empty), aim: `${mib(aims.empty)}`, met: totalOf(empty) <= aims.empty },
      { ...figure('memory at rest, the demo school', demo), aim: `${mib(aims.demo)}`, met: totalOf(demo) <= aims.demo },
      {
        ...figure('memory at rest after work', after),
        ratio: totalOf(after) / totalOf(demo),
        aim: `${aims.more} × the demo school before it`,
        met: totalOf(after) <= aims.more * totalOf(demo),
        note: `PSS of the process and all its descendants, the database's among them. The work: ${calls.toLocaleString('en')} calls in a minute by 32 clients of a teacher and a student, reads and writes.`,
      },
    ]
  } finally {
    await school?.stop()
    await rm(home, { recursive: true, force: true })
  }
}

const figure = (name: string, memory: Memory): Figure => ({
  name,
  value: mib(totalOf(memory)),
  baseline: `the process ${mib(memory.process)}, its database ${mib(memory.database)} with ${memory.connections} connections`,
})
