// Read your writes: a request that follows a write waits until what the write said has arrived here.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { type Consumers, handlersOf } from './consumer.ts'
import type { Mark } from './context.ts'

/** Between two looks, milliseconds. */
const pace = 20

/**
 * True when every mark that this service handles is in its inbox (a parked fact counts as seen); looks every 20 ms, at most `ms` long.
 * Types it does not handle are not waited for.
 */
export async function caughtUp(pool: Pool, consumers: Consumers, marks: Mark[], ms: number): Promise<boolean> {
  const handled = handlersOf(consumers)
  let missing = marks.filter(({ type, id }) => handled.has(type) && isUuid.test(id)).map(({ id }) => id)
  const until = Date.now() + ms
  while (missing.length > 0) {
    const seen = await pool.query<{ id: string }>({
      name: 'kit_inbox',
      text: 'select id from kit.inbox where id = any($1::uuid[])',
      values: [missing],
    })
    missing = missing.filter((id) => !seen.rows.some((row) => row.id === id))
    if (missing.length === 0) break
    const left = until - Date.now()
    if (left <= 0) return false
    await sleep(Math.min(pace, left))
  }
  return true
}
const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
