// Ends a program that takes too much memory together with all that it has started: the system's own limit holds for each process alone.
import { readdir, readFile } from 'node:fs/promises'

const pace = 200

/** Megabytes that a process and its descendants have of their own: not the files they have mapped. 0 where there is no /proc. */
export async function memoryOf(pid: number): Promise<number> {
  let kb = 0
  const waiting = [pid]
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const status = await readFile(`/proc/${one}/status`, 'latin1').catch(() => '')
    for (const [, size] of status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB/gm)) kb += Number(size)
    for (const thread of await readdir(`/proc/${one}/task`).catch(() => []))
      waiting.push(
        ...(await readFile(`/proc/${one}/task/${thread}/children`, 'latin1').catch(() => '')).split(' ').filter(Boolean).map(Number),
      )
  }
  return kb / 1024
}

/** Calls `over` once. */
export function watchMemory(pid: number | undefined, limitMb: number, over: () => void): { stop(): void } {
  let looking = false
  const timer = setInterval(async () => {
    if (!pid || looking) return
    looking = true
    const used = await memoryOf(pid)
    looking = false
    if (used <= limitMb) return
    clearInterval(timer)
    over()
  }, pace)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
