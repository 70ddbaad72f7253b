// Counts over whole organisations: counted once in a while, and kept with the time they are of.
import type { Kv } from './kv.ts'

export type Counted<T> = T & { counted_at: string }

/** Seconds for which a count is kept. */
const keptFor = 600

/** The count under this key, made anew after ten minutes. Two readers at once may both count. */
export async function counted<T extends object>(
  { kv, now }: { kv: Kv; now(): Date },
  key: string,
  count: () => Promise<T>,
): Promise<Counted<T>> {
  const kept = await kv.get(`count:${key}`)
  if (kept !== undefined) return JSON.parse(kept) as Counted<T>
  const fresh = { ...(await count()), counted_at: now().toISOString() }
  await kv.set(`count:${key}`, JSON.stringify(fresh), keptFor)
  return fresh
}

/** The next reader counts anew. */
export const endCounted = (kv: Kv, key: string): Promise<void> => kv.delete(`count:${key}`)
