// A throw-away instance of the product for one part: its own data, ports and memory figures. Only loopback is ever attacked.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Product, startProduct } from '../flows/start.ts'

export type Instance = Product & {
  /** Bytes that the product's process holds now, and the most so far (VmRSS, VmHWM). */
  memory(): { now: number; most: number }
  /** Bytes that its child processes hold now: database, workers, converters. */
  childrenMemory(): number
}

/** Throws for an address that is not this machine's own. */
export function mustBeLoopback(url: string): void {
  const { hostname } = new URL(url)
  if (!/^(127(\.\d{1,3}){3}|\[::1\]|localhost)$/.test(hostname)) throw new Error(`only loopback is attacked, not ${hostname}`)
}

const live = new Set<Product>()
/** Ends the instances of a part that broke off, so that nothing of them stays behind. */
export const stopAll = () =>
  Promise.all(
    [...live].map((product) =>
      product
        .kill()
        .then(product.stop)
        .catch(() => {}),
    ),
  )

export async function startInstance(name: string, env: Record<string, string> = {}): Promise<Instance> {
  const product = await startProduct({ way: 'one', name: `attack-${name}`, env: { RATE_LIMIT: '0', ...env } })
  for (const url of [product.url, product.bytes]) mustBeLoopback(url)
  live.add(product)
  const { stop } = product
  return Object.assign(product, {
    stop: async () => {
      live.delete(product)
      await stop()
    },
    memory: () => memoryOf(product.process?.pid ?? 0),
    childrenMemory: () => descendants(product.process?.pid ?? 0).reduce((sum, pid) => sum + memoryOf(pid).now, 0),
  })
}

function memoryOf(pid: number): { now: number; most: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024
    return { now: bytes('VmRSS'), most: bytes('VmHWM') }
  } catch {
    return { now: 0, most: 0 } // it has ended
  }
}

function descendants(of: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one)))
    try {
      parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]))
    } catch {
      // it has ended meanwhile
    }
  const found = [of]
  for (const pid of found) for (const [child, parent] of parents) if (parent === pid) found.push(child)
  return found.slice(1)
}

export const mib = (bytes: number): number => Math.round(bytes / 1024 / 1024)

/** Watches memory during `work`; answers bytes at the worst moment above the start, of the product's process and of its children. */
export async function growth<T>(at: Instance, work: () => Promise<T>): Promise<{ own: number; children: number; result: T }> {
  const before = { own: at.memory().now, children: at.childrenMemory() }
  const most = { ...before }
  let going = true
  const watching = (async () => {
    while (going) {
      most.own = Math.max(most.own, at.memory().now)
      most.children = Math.max(most.children, at.childrenMemory())
      await sleep(100)
    }
  })()
  try {
    const result = await work()
    return { own: most.own - before.own, children: most.children - before.children, result }
  } finally {
    going = false
    await watching
  }
}

/** Whether the instance still answers. */
export const isUp = async (at: Instance): Promise<boolean> =>
  await fetch(`${at.url}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
    (answer) => answer.ok,
    () => false,
  )
