// People at the messenger of their organisation: found by a proven number or their e-mail address, and kept for some days under what they were found by.
import { createHash } from 'node:crypto'
import type { Actor } from '@lyceum/kit/calls/actor'
import { unavailable } from '@lyceum/kit/calls/errors'
import { rows, run } from '@lyceum/kit/database/database'
import type { Deps } from '../deps.ts'
import type { Contact } from './messengers/messenger.ts'
import { MessengerFailed } from './messengers/messenger.ts'
import { messengerOf, type OpenWorkplace } from './settings.ts'

type Row = {
  id: string
  name: string
  email: string | null
  mobile: string | null
  user_id: string | null
  found_by: string | null
  looked_at: Date | null
}
export type Found = { id: string; name: string; user: string | null }

/** Milliseconds for which an answer holds: of who is there, and of who is not. */
const [keptFound, keptUnknown] = [7 * 86_400_000, 10 * 60_000]
const atATime = 8

const foundBy = (kind: string, { mobile, email }: Contact) =>
  createHash('sha256')
    .update(`${kind} ${mobile ?? ''} ${email ?? ''}`)
    .digest('base64url')

/** People of the list with their ids at the messenger, in its order; those who are erased are left out. Throws MessengerFailed; what was found until then is kept. */
export async function findUsers(
  deps: Pick<Deps, 'sql' | 'now'>,
  org: string,
  { kind, messenger }: OpenWorkplace,
  people: readonly string[],
): Promise<Found[]> {
  const known = await rows<Row>(
    deps.sql,
    `
    select p.id::text, p.name, p.email, case when p.mobile_verified_at is not null then p.mobile_phone end as mobile, w.user_id, w.found_by, w.looked_at
    from persons p left join workplace_users w on w.person_id = p.id and w.org_id = $1 where p.id = any($2::uuid[]) and not p.deleted
    order by array_position($2::uuid[], p.id)`,
    org,
    people,
  )
  const time = deps.now().getTime()
  const isFresh = (row: Row) =>
    row.looked_at !== null &&
    row.found_by === foundBy(kind, row) &&
    time - row.looked_at.getTime() < (row.user_id ? keptFound : keptUnknown)
  const stale = known.filter((row) => !isFresh(row))
  const failures: unknown[] = []
  const queue = [...stale]
  await Promise.all(
    Array.from({ length: atATime }, async () => {
      for (let row = queue.shift(); row && failures.length === 0; row = queue.shift()) {
        try {
          row.user_id = row.mobile || row.email ? await messenger.findUser(row) : null
          await keep(deps, org, kind, row)
        } catch (error) {
          failures.push(error)
        }
      }
    }),
  )
  if (failures.length > 0) throw failures[0]
  return known.map(({ id, name, user_id }) => ({ id, name, user: user_id }))
}

const keep = ({ sql, now }: Pick<Deps, 'sql' | 'now'>, org: string, kind: string, row: Row) =>
  run(
    sql,
    `
    insert into workplace_users (org_id, person_id, user_id, found_by, looked_at) select $1, id, $3, $4, $5 from persons where id = $2
    on conflict (org_id, person_id) do update set user_id = excluded.user_id, found_by = excluded.found_by, looked_at = excluded.looked_at`,
    org,
    row.id,
    row.user_id,
    foundBy(kind, row),
    now(),
  )

/** The id of one person there, and the messenger; undefined where there is none or it does not know them. */
export async function findUser(deps: Pick<Deps, 'sql' | 'now' | 'kv' | 'config'>, org: string, person: string, signal?: AbortSignal) {
  const open = await messengerOf(deps, org, { ...(signal && { signal }) })
  if (!open) return undefined
  const [found] = await findUsers(deps, org, open, [person])
  return found?.user ? { ...open, user: found.user } : undefined
}

/** null for who is not there, and without a messenger; 503 workplace.failed when it does not answer. */
export async function ownUserId(deps: Deps, { org, person }: Actor): Promise<{ user_id: string | null }> {
  try {
    return { user_id: (await findUser(deps, org, person))?.user ?? null }
  } catch (error) {
    throw error instanceof MessengerFailed ? unavailable('workplace.failed', { retryAfter: 5 }) : error
  }
}
