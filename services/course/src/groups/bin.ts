// The bin of group sets and groups: what was deleted can be restored for 30 days. Then sets are purged with their groups; a deleted group of a set
// that stands is kept for its history.
import { limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import { plain, rows, run, type Tx } from '@lyceum/kit/database/database'
import { binLifetime, endedAt } from '../courses/bin-lifetime.ts'
import type { Deps } from '../deps.ts'
import type { DeletedGroup } from './api.ts'

type Row = Pick<DeletedGroup, 'id' | 'kind' | 'name' | 'set_name'> & {
  deleted_at: Date
  by: string | null
  by_name: string | null
  total: number
}

export async function deletedGroups({ pool, now }: Deps, course: string, page: PageQuery) {
  const { limit, offset } = limits(page)
  const deleted = await rows<Row>(
    plain(pool),
    `
    select d.id::text, d.kind, d.name, d.set_name, d.deleted_at, p.id::text as by, p.name as by_name, count(*) over ()::int as total from (
      select id, 'group_set' as kind, name, null::text as set_name, deleted_at, deleted_by from group_sets
      where course_id = $1 and deleted and deleted_at > $2
      union all
      select g.id, 'group', g.name, s.name, g.deleted_at, g.deleted_by from groups g join group_sets s on s.id = g.set_id and not s.deleted
      where g.course_id = $1 and g.deleted and g.deleted_at > $2) d
    left join mirror.persons p on p.id = d.deleted_by and not p.deleted
    order by d.deleted_at desc, d.id limit ${limit} offset ${offset}`,
    course,
    endedAt(now()),
  )
  return pageOf(
    page,
    deleted[0]?.total ?? 0,
    deleted.map(
      ({ id, kind, name, set_name, deleted_at, by, by_name }): DeletedGroup => ({
        id,
        kind,
        name,
        set_name,
        deleted_at: deleted_at.toISOString(),
        deleted_by: by === null ? null : { id: by, name: by_name ?? '' },
        purge_at: new Date(deleted_at.getTime() + binLifetime).toISOString(),
      }),
    ),
  )
}

/** Purges at most `size` group sets that were deleted more than 30 days ago; answers their number. */
export async function purgeGroups(tx: Tx, now: Date, size: number): Promise<number> {
  const gone = await rows<{ id: string }>(
    tx,
    `select id::text from group_sets where deleted and deleted_at <= $1 order by deleted_at limit ${size} for update skip locked`,
    endedAt(now),
  )
  const ids = gone.map(({ id }) => id)
  for (const [table, column] of [
    ['group_members', 'set_id'],
    ['groups', 'set_id'],
    ['group_sets', 'id'],
  ])
    await run(tx, `delete from ${table} where ${column} = any($1)`, ids)
  return ids.length
}
