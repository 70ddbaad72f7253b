// Processor time of a process and its descendants: unlike a rate it means the same on a machine that is busy with other things.
import { readdir, readFile } from 'node:fs/promises'

/** Milliseconds since each began. `own`: of the process; `others`: of its `processes` descendants (in one process: PostgreSQL). */
export type Cpu = { own: number; others: number; processes: number }
/** Milliseconds of a piece of work; `least` and `leastOthers`: below them a figure is not distinguished from none. */
export type Spent = { own: number; others: number; least: number; leastOthers: number }

/** Milliseconds of one of Linux's clock ticks, 100 a second. */
const tick = 10
const attempts = 20

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

async function treeOf(pid: number) {
  const names = await readdir('/proc').catch(() => [])
  const all = (await Promise.all(names.filter((name) => /^\d+$/.test(name)).map((name) => used(Number(name))))).flatMap((one) => one ?? [])
  const tree = all.filter((one) => one.pid === pid)
  for (let at = 0; at < tree.length; at++) tree.push(...all.filter(({ parent }) => parent === tree[at]!.pid))
  return tree
}
const pidsOf = (tree: { pid: number }[]) => tree.map(({ pid }) => pid).join(' ')

/** Read again while processes begin or end: the time of one that ends between its reading and its parent's would be missing or count twice. */
export async function cpuOf(pid: number): Promise<Cpu> {
  let tree = await treeOf(pid)
  for (let nth = 0, before = ''; nth < attempts && pidsOf(tree) !== before; nth++) {
    before = pidsOf(tree)
    tree = await treeOf(pid)
  }
  const [own, ...others] = tree
  // with those that have ended: a connection of PostgreSQL that is closed takes its time along otherwise
  const ofOthers = others.reduce((sum, { ms, reaped }) => sum + ms + reaped, own?.reaped ?? 0)
  return { own: own?.ms ?? 0, others: ofOthers, processes: others.length }
}

/** Milliseconds per piece of work, while `count` pieces were done since `before`. Each process is read to a tick, so none is below 0 by more. */
export async function cpuSince(pid: number, before: Cpu, count: number): Promise<Spent> {
  const now = await cpuOf(pid)
  return {
    own: Math.max(0, now.own - before.own) / count,
    others: Math.max(0, now.others - before.others) / count,
    least: tick / count,
    // the errors of several processes are as likely up as down
    leastOthers: (tick * Math.sqrt(now.processes)) / count,
  }
}

const text = (ms: number) => (ms >= 10 ? `${ms.toFixed(0)} ms` : ms >= 0.1 ? `${ms.toFixed(2)} ms` : `${(ms * 1000).toFixed(0)} µs`)
const orLeast = (ms: number, least: number) => (ms < least ? `under ${text(least)}` : text(ms))
export const inProcess = ({ own, least }: Spent): string => orLeast(own, least)
export const inDatabase = ({ others, leastOthers }: Spent): string => orLeast(others, leastOthers)
export const inBoth = (spent: Spent): string => `${inProcess(spent)} in the process and ${inDatabase(spent)} in its database`
