// Read your writes: a request waits until the facts of the session's earlier writes are applied here.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { type Consumers, handlersOf } from './consumer.ts'
import type { Mark } from '../calls/context.ts'

/** Interval of queries of the inbox, milliseconds. */
const pollInterval = 20

/**
 * True when every mark that this service handles is in its inbox (a parked fact counts as applied); queries it every 20 ms, for at most
 * `ms`. Facts that it does not handle are not waited for.
 */
export async function marksApplied(pool: Pool, consumers: Consumers, marks: Mark[], ms: number): Promise<boolean> {
  const handled = handlersOf(consumers)
  let missing = marks.filter(({ type, id }) => handled.has(type) && isUuid.test(id)).map(({ id }) => id)
  const until = Date.now() + ms
  while (missing.length > 0) {
    const applied = await pool.query<{ id: string }>({
      name: 'kit_inbox',
      text: 'select id from kit.inbox where id = any($1)',
      values: [missing],
    })
    missing = missing.filter((id) => !applied.rows.some((row) => row.id === id))
    if (missing.length === 0) break
    const remaining = until - Date.now()
    if (remaining <= 0) return false
    await sleep(Math.min(pollInterval, remaining))
  }
  return true
}
const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
