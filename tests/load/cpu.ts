// Processor time of a process and its descendants: unlike a rate it means the same on a machine that is busy with other things.
import { readdir, readFile } from 'node:fs/promises'

/** Milliseconds since each began. `own`: of the process; `others`: of its descendants (in one process: PostgreSQL). */
export type Cpu = { own: number; others: number }

/** Milliseconds of one of Linux's clock ticks, 100 a second. */
const tick = 10

/** `reaped`: of children that have ended and were waited for. */
export async function used(pid: number): Promise<{ pid: number; parent: number; ms: number; reaped: number } | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  if (stat === '') return undefined
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return {
    pid,
    parent: Number(fields[1]),
    ms: (Number(fields[11]) + Number(fields[12])) * tick,
    reaped: (Number(fields[13]) + Number(fields[14])) * tick,
  }
}

export async function cpuOf(pid: number): Promise<Cpu> {
  const names = await readdir('/proc').catch(() => [])
  const all = (await Promise.all(names.filter((name) => /^\d+$/.test(name)).map((name) => used(Number(name))))).flatMap((one) => one ?? [])
  const tree = all.filter((one) => one.pid === pid)
  for (let at = 0; at < tree.length; at++) tree.push(...all.filter(({ parent }) => parent === tree[at]!.pid))
  const [own, ...others] = tree
  // with those that have ended: a connection of PostgreSQL that is closed takes its time along otherwise
  return { own: own?.ms ?? 0, others: others.reduce((sum, { ms, reaped }) => sum + ms + reaped, own?.reaped ?? 0) }
}

/** Milliseconds per piece of work, while `count` pieces were done since `before`. */
export async function cpuSince(pid: number, before: Cpu, count: number): Promise<Cpu> {
  const now = await cpuOf(pid)
  return { own: (now.own - before.own) / count, others: (now.others - before.others) / count }
}
