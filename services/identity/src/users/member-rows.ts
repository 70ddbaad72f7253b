// Rows of all members in an order of their list, from one row on: no page is counted from the first one, and nobody is left out or repeated where others
// come or go meanwhile.
import type { Actor } from '@lyceum/kit/calls/actor'
import { invalid } from '@lyceum/kit/calls/errors'
import { one } from '@lyceum/kit/database/database'
import type { Deps } from '../deps.ts'
import { managedOrganisation } from '../organisations/rules.ts'
import type { UserSort } from './api.ts'
import { type Fitting, fittingMembers } from './fitting.ts'
import { countMembers, inOrder, membersOf, orders } from './list.ts'

/** Rows of one answer, and members that are counted. */
const most = { rows: 500, counted: 1_000_001 }

/** The key of a row in an order with its id. Times are microseconds since 1970: a row has more of them than a date here. */
type Place = { key: string | null; id: string }

/** 400 at `after` for what is none. */
export async function memberRows(
  deps: Deps,
  actor: Actor,
  { sort = 'name', conditions, after }: { sort?: UserSort; conditions?: string; after?: string },
) {
  await managedOrganisation(deps, actor)
  const fitting = await fittingMembers(deps.db, actor, conditions)
  const total = after === undefined ? await countMembers(deps, `${fitting.from} ${fitting.where}`, fitting.values, most.counted) : null
  const [column, descends] = [sort.replace('-', ''), sort.startsWith('-')]
  const { where } = fitting
  if (after !== undefined) fitting.where = `${where} and ${beyond(fitting, column, descends, placeIn(after, column))}`
  const { ids } = await inOrder(deps, fitting, orders[column]![descends ? 1 : 0], `limit ${fitting.bind(most.rows)}::int`)
  const next = ids.length < most.rows ? null : await placeOf(deps, actor, column, ids)
  return { items: await membersOf(deps, actor.org, ids), next, total }
}

const columns: Record<string, string> = { name: 'p.name', user_no: 'p.user_no', seen_at: 'm.seen_at', created_at: 'm.created_at' }
const isTime = (column: string) => column.endsWith('_at')

/** People who were never seen come first, descending last. */
function beyond({ bind }: Fitting, column: string, descends: boolean, { key, id }: Place): string {
  const value = columns[column]!
  const person = isTime(column) ? 'm.person_id' : 'p.id'
  const sign = descends ? '<' : '>'
  if (key === null)
    return descends ? `(${value} is null and ${person} < ${bind(id)}::uuid)` : `(${value} is not null or ${person} > ${bind(id)}::uuid)`
  const at = isTime(column) ? `timestamptz 'epoch' + ${bind(key)}::bigint * interval '1 microsecond'` : bind(key)
  const further = `(${value}, ${person}) ${sign} (${at}, ${bind(id)}::uuid)`
  return descends && column === 'seen_at' ? `(${further} or ${value} is null)` : further
}

/** The place of the last of these members who is one still. */
async function placeOf({ db }: Deps, { org }: Actor, column: string, ids: readonly string[]): Promise<string | null> {
  const value = columns[column]!
  const row = await one<Place>(
    db,
    `
    select p.id::text, ${isTime(column) ? `(extract(epoch from ${value}) * 1000000)::bigint::text` : value} as key
    from unnest($2::uuid[]) with ordinality as shown(id, nth) join memberships m on m.org_id = $1 and m.person_id = shown.id
    join persons p on p.id = m.person_id order by shown.nth desc limit 1`,
    org,
    ids,
  )
  return row ? Buffer.from(JSON.stringify([row.key, row.id])).toString('base64url') : null
}

function placeIn(after: string, column: string): Place {
  try {
    const place: unknown = JSON.parse(Buffer.from(after, 'base64url').toString())
    if (Array.isArray(place) && place.length === 2) {
      const [key, id] = place as unknown[]
      const fits =
        key === null ? column === 'seen_at' : typeof key === 'string' && (isTime(column) ? /^\d{1,17}$/.test(key) : !key.includes('\0'))
      if (fits && typeof id === 'string' && /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(id)) return { key: key as string | null, id }
    }
  } catch {
    // no JSON
  }
  throw invalid({ after: 'field.type' })
}
