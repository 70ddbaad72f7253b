// Processor time and memory of every process of a product on servers, and of the servers' work for it: PostgreSQL's by database.
import { readdir, readFile } from 'node:fs/promises'
import { targets } from '../../../deploy/cluster.ts'
import { processOf } from '../../../deploy/stack/native.ts'
import type { Product } from '../../flows/start.ts'
import { cpuOf, used } from '../cpu.ts'

/** Milliseconds of processor time, by target; `postgres <service>` is PostgreSQL's work in that service's database. */
export type Cost = Record<string, number>
type Moment = { at: number; cost: Cost }
export type Memory = { resident: number; own: number; most: number }

export function processesOf(product: Product, own: Record<string, number> = {}) {
  const { cluster } = product
  if (!cluster) throw new Error('each target must be a process of its own')
  const prefix = new URL(product.databases.course!).pathname.slice(1).replace(/_course$/, '')
  const pids = { ...Object.fromEntries(targets.map((target) => [target, cluster.process(target).pid!])), ...own }

  /** The processes' cost at rest, milliseconds a second: looking for jobs, writing positions, cleaning up. Not the cost of people's work. */
  let idle: Cost = {}

  async function now(): Promise<Moment> {
    const at = performance.now()
    const cost: Cost = {}
    for (const [target, pid] of Object.entries(pids)) {
      const { own, others } = await cpuOf(pid)
      cost[target] = own + others
    }
    for (const server of ['kafka', 'redis', 's3'] as const) {
      const pid = await processOf(server)
      if (pid) cost[server] = (await used(pid))?.ms ?? 0
    }
    for (const name of await readdir('/proc')) {
      if (!/^\d+$/.test(name)) continue
      const title = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
      const service = new RegExp(`^postgres: .* ${prefix}_(\\w+) `).exec(title)?.[1]
      if (service) cost[`postgres ${service}`] = (cost[`postgres ${service}`] ?? 0) + ((await used(Number(name)))?.ms ?? 0)
    }
    return { at, cost }
  }
  return {
    prefix,
    now,
    /** Measures the processes at rest; no calls may be sent meanwhile. */
    async rest(ms: number): Promise<Cost> {
      const before = await now()
      await new Promise((resolve) => setTimeout(resolve, ms))
      const after = await now()
      const took = (after.at - before.at) / 1000
      idle = Object.fromEntries(Object.entries(after.cost).map(([name, used]) => [name, (used - (before.cost[name] ?? 0)) / took]))
      return idle
    },
    /** Processor time since `before`, beyond the cost at rest, for one of `count` pieces of work. */
    async since(before: Moment, count: number): Promise<Cost> {
      const { at, cost } = await now()
      const took = (at - before.at) / 1000
      const beyond = (name: string, used: number) => Math.max(0, used - (before.cost[name] ?? 0) - (idle[name] ?? 0) * took)
      return Object.fromEntries(Object.entries(cost).map(([name, used]) => [name, beyond(name, used) / count]))
    },
    /** Bytes: resident; of that its own, not files; and its maximum so far. */
    async memory(): Promise<Record<string, Memory>> {
      const sizes = await Promise.all(
        Object.entries(pids).map(async ([target, pid]) => {
          const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
          const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1024
          return [target, { resident: of('VmRSS'), own: of('RssAnon'), most: of('VmHWM') }] as const
        }),
      )
      return Object.fromEntries(sizes)
    },
  }
}
export type Processes = ReturnType<typeof processesOf>

export const postgresOf = (cost: Cost): number =>
  Object.entries(cost).reduce((sum, [name, ms]) => sum + (name.startsWith('postgres ') ? ms : 0), 0)
