// Overrides: members of a group who see what is shared there although it is not agreed.
import { checkPeopleWithin } from '@lyceum/identity/mirror/departments'
import { audit } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import { notFound } from '@lyceum/kit/calls/errors'
import { limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import { one, rows, run } from '@lyceum/kit/database/database'
import type {} from '../audit-actions.ts'
import type { Deps } from '../deps.ts'

type Db = Pick<Deps, 'db'>
type Share = { id: string; group_id: string; upload_id: string; shared_by: string }

/** 404; 403 department.only for a share of somebody of another department. */
async function shareFor({ db }: Db, actor: Actor, id: string): Promise<Share> {
  const share = await one<Share>(
    db,
    `select s.id::text, s.group_id::text, s.upload_id::text, s.shared_by::text from shared_resources s
     join uploads u on u.id = s.upload_id and not u.deleted join resource_groups g on g.id = s.group_id and not g.deleted
     where s.id = $1 and s.org_id = $2`,
    id,
    actor.org,
  )
  if (!share) throw notFound('sharedResource', id)
  await checkPeopleWithin(db, actor, [share.shared_by])
  return share
}

export async function listOverrides(deps: Db, actor: Actor, id: string, page: PageQuery) {
  await shareFor(deps, actor, id)
  const { limit, offset } = limits(page)
  const list = await rows<{ id: string; name: string; user_no: string; total: number }>(
    deps.db,
    `select o.person_id::text as id, coalesce(p.name, '') as name, count(*) over ()::int as total,
       case when m.org_id is null then coalesce(p.user_no, '') else '' end as user_no
     from shared_overrides o join shared_resources s on s.id = o.share_id left join mirror.persons p on p.id = o.person_id
     left join resource_group_members m on m.group_id = s.group_id and m.person_id = o.person_id where o.share_id = $1
     order by p.name, o.person_id limit $2 offset $3`,
    id,
    limit,
    offset,
  )
  return pageOf(
    page,
    list[0]?.total ?? 0,
    list.map(({ total: _, ...person }) => person),
  )
}

/** Repeatable. 404 for a person outside of the group. */
export async function addOverride(deps: Db, actor: Actor, id: string, person: string): Promise<null> {
  const { db } = deps
  const share = await shareFor(deps, actor, id)
  const member = await one(db, 'select from resource_group_members where group_id = $1 and person_id = $2', share.group_id, person)
  if (!member) throw notFound('group.member', person)
  const added = await run(db, 'insert into shared_overrides (share_id, person_id) values ($1, $2) on conflict do nothing', id, person)
  if (added > 0) await auditOverride(deps, share, person, true)
  return null
}

/** Repeatable. */
export async function removeOverride(deps: Db, actor: Actor, id: string, person: string): Promise<null> {
  const share = await shareFor(deps, actor, id)
  const removed = await run(deps.db, 'delete from shared_overrides where share_id = $1 and person_id = $2', id, person)
  if (removed > 0) await auditOverride(deps, share, person, false)
  return null
}

const auditOverride = ({ db }: Db, { upload_id, group_id }: Share, person: string, seen: boolean) =>
  audit(db, {
    action: 'sharing.overridden',
    subject: `upload:${upload_id}`,
    person,
    before: { shared_override: !seen },
    after: { shared_override: seen, resource_group: group_id },
  })
