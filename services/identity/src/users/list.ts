// The list of an organisation's members, for those who manage its people.
import type { Actor } from '@lyceum/kit/calls/actor'
import { limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { one, rows } from '@lyceum/kit/database/database'
import type { Deps } from '../deps.ts'
import { managedOrganisation } from '../organisations/rules.ts'
import type { ListedUser, UserSort } from './api.ts'
import { type Fitting, fittingMembers } from './fitting.ts'
import { memberColumns, places, withTimes } from './managed.ts'

/** Members that are counted and shown at most. */
const maxCounted = 10_000
/** So many are found and put in order rather than walked by the order's index. */
const few = 2000

/** Each order; who was never seen comes last, and first in the opposite one. The columns are those of `keys`. */
export const orders: Record<string, readonly [ascending: string, descending: string]> = {
  name: ['name, id', 'name desc, id desc'],
  user_no: ['user_no, id', 'user_no desc, id desc'],
  seen_at: ['seen_at nulls first, person_id', 'seen_at desc nulls last, person_id desc'],
  created_at: ['created_at, person_id', 'created_at desc, person_id desc'],
}
const keys = 'p.id, p.name, p.user_no, m.person_id, m.seen_at, m.created_at'
export type UsersQuery = PageQuery & { sort?: UserSort; conditions?: string }

/** Counts at most 10,000, and shows nothing beyond them. */
export async function listUsers(deps: Deps, actor: Actor, { sort = 'name', conditions, ...page }: UsersQuery) {
  await managedOrganisation(deps, actor)
  const fitting = await fittingMembers(deps.db, actor, conditions)
  const { from, where, bind } = fitting
  const values = [...fitting.values]
  const order = orders[sort.replace('-', '')]![sort.startsWith('-') ? 1 : 0]
  const { limit, offset } = limits(page)
  const range = `limit ${bind(Math.max(0, Math.min(limit, maxCounted - offset)))}::int offset ${bind(Math.min(offset, maxCounted))}::int`
  const { ids, n } = await inOrder(deps, fitting, order, range)
  const total = n <= few ? n : await countMembers(deps, `${from} ${where}`, values, maxCounted)
  const items = await membersOf(deps, actor.org, ids)
  return pageOf(page, total, items)
}

/**
 * The ids of a range. Few who fit are all found and put in order by one statement; of many the order's index is walked until the range is full: either
 * way far fewer than everybody is read. `n`: how many fit; of many just more than few.
 */
export async function inOrder(deps: Deps, { from, where, values }: Fitting, order: string, range: string) {
  const [first, ...others] = await rows<{ id: string | null; n: number }>(
    deps.db,
    `
    with fitting as materialized (select ${keys} ${from} ${where} limit ${few + 1}), counted as materialized (select count(*)::int as n from fitting)
    select n, shown.id::text from counted left join lateral (
      select person_id as id from fitting where n <= ${few} order by ${order} ${range}) shown on true`,
    ...values,
  )
  const found =
    first!.n <= few
      ? [first!, ...others]
      : await rows<{ id: string }>(
          deps.db,
          `select id::text from (select ${keys} ${from} ${where} order by ${order} ${range}) shown`,
          ...values,
        )
  return { n: first!.n, ids: found.flatMap(({ id }) => id ?? []) }
}

/** In the order of the ids. */
export async function membersOf({ db }: Deps, org: string, ids: readonly string[]): Promise<ListedUser[]> {
  if (ids.length === 0) return []
  const found = await rows<Row>(
    db,
    `
    select ${memberColumns} from unnest($2::uuid[]) with ordinality as shown(id, nth)
    join memberships m on m.person_id = shown.id and m.org_id = $1 join persons p on p.id = m.person_id ${places} order by nth`,
    org,
    ids,
  )
  return found.map((row): ListedUser => ({ ...row, ...withTimes(row) }))
}

export const countMembers = async ({ db }: Deps, fitting: string, values: unknown[], most: number): Promise<number> =>
  (await one<{ n: number }>(db, `select count(*)::int as n from (select ${fitting} limit ${most}) counted`, ...values))?.n ?? 0

type Row = Omit<ListedUser, 'version' | 'until' | 'seen_at' | 'created_at'> & Parameters<typeof withTimes>[0]
