// The times of modules, as their activities follow them.
import { rows, type Tx } from '@lyceum/kit/database/database'
import type { ModuleTimes } from '../../times/rules.ts'
import type { Module } from './api.ts'

const date = (at: string | null) => (at === null ? null : new Date(at))
export const timesOfModule = ({ published, starts_at, ends_at }: Pick<Module, 'published' | 'starts_at' | 'ends_at'>): ModuleTimes => ({
  published,
  starts: date(starts_at),
  ends: date(ends_at),
})

/** Those of several modules by id. */
export async function timesOfModules(tx: Tx, ids: readonly string[]): Promise<Map<string, ModuleTimes>> {
  const found = await rows<ModuleTimes & { id: string }>(
    tx,
    'select id::text, published, starts_at as starts, ends_at as ends from modules where id = any($1)',
    [...ids],
  )
  return new Map(found.map(({ id, ...times }) => [id, times]))
}
export const moduleTimes = async (tx: Tx, id: string | null): Promise<ModuleTimes | undefined> =>
  id === null ? undefined : (await timesOfModules(tx, [id])).get(id)
