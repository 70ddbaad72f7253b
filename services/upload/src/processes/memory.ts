// The memory limit of a program and its descendants together: the system's own limit holds for each process alone.
import { readdir, readFile } from 'node:fs/promises'

const interval = 200

/** Megabytes of a process and its descendants, without mapped files. 0 without /proc. */
export async function memoryOf(pid: number): Promise<number> {
  let kb = 0
  const queue = [pid]
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const status = await readFile(`/proc/${next}/status`, 'latin1').catch(() => '')
    for (const [, size] of status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB/gm)) kb += Number(size)
    for (const thread of await readdir(`/proc/${next}/task`).catch(() => []))
      queue.push(
        ...(await readFile(`/proc/${next}/task/${thread}/children`, 'latin1').catch(() => '')).split(' ').filter(Boolean).map(Number),
      )
  }
  return kb / 1024
}

/** Calls `over` once, when the limit is exceeded. */
export function watchMemory(pid: number | undefined, limitMb: number, over: () => void): { stop(): void } {
  let reading = false
  const timer = setInterval(async () => {
    if (!pid || reading) return
    reading = true
    const used = await memoryOf(pid)
    reading = false
    if (used <= limitMb) return
    clearInterval(timer)
    over()
  }, interval)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
