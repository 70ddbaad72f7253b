// Memory of a running product: the proportional set size (PSS) of its process and of that process's descendants, by now only PostgreSQL.
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** Bytes. Memory that processes share, as PostgreSQL's buffers, is counted once. `connections`: those that PostgreSQL serves by a process each. */
export type Memory = { process: number; database: number; connections: number }

/** Of /proc/<pid>/smaps_rollup; zero where a process has ended or the system has no such file. */
async function pssOf(pid: number): Promise<number> {
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
  const found: number[] = []
  for (let at = -1; at < found.length; at++)
    found.push(...parents.filter(([, parent]) => parent === (at < 0 ? pid : found[at])).map(([child]) => child))
  return found
}

export async function memoryOf(pid: number): Promise<Memory> {
  const others = await descendants(pid)
  const titles = await Promise.all(others.map((one) => readFile(`/proc/${one}/cmdline`, 'utf8').catch(() => '')))
  const database = (await Promise.all(others.map(pssOf))).reduce((sum, one) => sum + one, 0)
  return { process: await pssOf(pid), database, connections: titles.filter((title) => title.startsWith('postgres: lyceum ')).length }
}

export const totalOf = ({ process, database }: Memory): number => process + database

/**
 * The memory at rest: the least of those measured every five seconds, once 40 s have brought nothing lower by 2 %. A process returns memory after 15 s
 * without work, its database's connections end after ten of them.
 */
export async function memoryAtRest(pid: number): Promise<Memory> {
  let least = await memoryOf(pid)
  for (let since = 0; since < 8; since++) {
    await sleep(5000)
    const now = await memoryOf(pid)
    if (totalOf(now) < 0.98 * totalOf(least)) since = 0
    if (totalOf(now) < totalOf(least)) least = now
  }
  return least
}
