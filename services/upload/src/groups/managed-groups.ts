// Sharing groups of an organisation for its management; those of kind vtrs have a list of their own.
import type { Actor } from '@lyceum/kit/calls/actor'
import { limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import { one, rows } from '@lyceum/kit/database/database'
import { foldedSql, heldSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import type { Deps } from '../deps.ts'
import type { ManagedGroup } from './api.ts'
import { ownedWithin } from './groups.ts'

type Query = PageQuery & { q?: string }
type Row = Omit<ManagedGroup, 'created_at'> & { created_at: Date }

/** Names of the owners of group `g`, as one text. */
const ownersSql = `(select string_agg(p.name, ' ') from resource_group_members o join mirror.persons p on p.id = o.person_id where o.group_id = g.id and o.role = 'owner')`

/** The group is read by its index of names; what is counted of it, for the groups of one page. */
export async function listManagedGroups({ db }: Pick<Deps, 'db'>, { org, department = '' }: Actor, { q = '', ...page }: Query) {
  const values: unknown[] = [org]
  const bind = (value: unknown) => `$${values.push(value)}`
  const clauses = ["g.org_id = $1 and g.kind = 'sharing' and not g.deleted"]
  // ownedWithin names the department $2
  clauses.push(department ? ownedWithin.replaceAll('$2', bind(department)) : `${bind(department)} = ''`)
  if (q.trim()) clauses.push(heldSql(foldedSql('g.name', ownersSql), bind(wordPatterns(q))))
  const found = `from resource_groups g where ${clauses.join(' and ')}`
  const total = await one<{ n: number }>(db, `select count(*)::int as n ${found}`, ...values)
  const { limit, offset } = limits(page)
  const list = await rows<Row>(
    db,
    `
    select g.id::text, g.kind, g.name, g.created_at,
      (select coalesce(jsonb_agg(jsonb_build_object('id', o.person_id, 'name', o.name)), '[]') from (
        select m.person_id, coalesce(p.name, '') as name from resource_group_members m left join mirror.persons p on p.id = m.person_id
        where m.group_id = g.id and m.role = 'owner' order by m.joined_at, m.person_id limit 3) o) as owners,
      (select count(*)::int from resource_group_members m where m.group_id = g.id and m.role = 'owner') as owner_count,
      (select count(*)::int from resource_group_members m where m.group_id = g.id) as member_count,
      (select count(*)::int from shared_resources s join uploads u on u.id = s.upload_id and not u.deleted
        where s.group_id = g.id and s.audit_status = 'agree') as file_count,
      (select count(*)::int from shared_resources s join uploads u on u.id = s.upload_id and not u.deleted
        where s.group_id = g.id and s.audit_status = 'wait') as waiting
    from (select g.* ${found} order by g.name, g.id limit ${limit} offset ${offset}) g order by g.name, g.id`,
    ...values,
  )
  return pageOf(
    page,
    total?.n ?? 0,
    list.map(({ created_at, ...group }) => ({ ...group, created_at: created_at.toISOString() })),
  )
}
