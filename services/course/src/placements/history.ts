// History of a set's groups: each student's stay in a group, from when to when.
import { conditionsOf, limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import { plain, rows } from '@lyceum/kit/database/database'
import type { Deps } from '../deps.ts'
import type { GroupPerson } from '../groups/api.ts'
import { heldSql } from '@lyceum/kit/database/like-pattern'
import { idOf, keywordOf } from '../groups/group-reads.ts'
import type { Stay } from './api.ts'

type Row = GroupPerson & { group_id: string; group_name: string; deleted: boolean; since: Date; until: Date | null; total: number }

export async function history({ pool }: Deps, set: string, { conditions, ...page }: PageQuery & { conditions?: string }) {
  const { keyword, group_id } = conditionsOf(conditions, ['keyword', 'group_id'])
  const { limit, offset } = limits(page)
  const stays = await rows<Row>(
    plain(pool),
    `
    select m.person_id::text as id, coalesce(p.name, '') as name, coalesce(p.user_no, '') as user_no, coalesce(p.avatar, '') as avatar,
      g.id::text as group_id, g.name as group_name, g.deleted, m.since, m.until, count(*) over ()::int as total
    from group_members m join groups g on g.id = m.group_id left join mirror.persons p on p.id = m.person_id
    where m.set_id = $1 and p.deleted is not true and ${heldSql('p.folded', '$2')} and ($3::uuid is null or m.group_id = $3)
    order by m.since desc, p.name, m.id limit ${limit} offset ${offset}`,
    set,
    keywordOf(keyword),
    idOf(group_id, 'group_id'),
  )
  return pageOf(
    page,
    stays[0]?.total ?? 0,
    stays.map(
      ({ id, name, user_no, avatar, group_id, group_name, deleted, since, until }): Stay => ({
        person: { id, name, user_no, avatar },
        group: { id: group_id, name: group_name, deleted },
        since: since.toISOString(),
        until: until?.toISOString() ?? null,
      }),
    ),
  )
}
