// Calls of a service: those of its contract compared with its routes, and its routes by listener.
import type { Table } from './contract.ts'
import type { Routes } from './routes.ts'

/** Throws unless contracts.ts, which other processes read, and the routes have the same calls; calls of kind bytes have an origin of their own and stand in no contract. */
export function compareCalls({ name, contracts }: { name: string; contracts: Table }, mounts: Routes[]): void {
  const keys = mounts.flatMap(({ table }) => Object.keys(table).filter((key) => table[key]?.kind !== 'bytes'))
  const twice = keys.filter((key, index) => keys.indexOf(key) !== index)
  const missing = Object.keys(contracts).filter((key) => !keys.includes(key))
  const undeclared = keys.filter((key) => !(key in contracts))
  if (twice.length + missing.length + undeclared.length === 0) return
  const list = (keys: string[]) => keys.join(', ') || 'none'
  throw new Error(
    `calls of ${name}: in contracts but not mounted ${list(missing)}; mounted but not in contracts ${list(undeclared)}; mounted twice ${list(twice)}`,
  )
}

/** Splits routes by listener: calls of kind bytes have one of their own, with another origin and no cookie. */
export function splitByListener(mounts: Routes[], worker: string | undefined) {
  const pick = (bytes: boolean) =>
    mounts
      .map(({ table, handlers }) => ({
        table: Object.fromEntries(Object.entries(table).filter(([, call]) => (call.kind === 'bytes') === bytes)),
        handlers,
      }))
      .filter(({ table }) => Object.keys(table).length > 0)
  return worker ? { calls: [], bytes: [] } : { calls: pick(false), bytes: pick(true) }
}
