// Sharing groups: who is in them and what they may. Files shared into them: files.ts.
import { searchMembers } from '@lyceum/identity/mirror/persons'
import { likePattern } from '@lyceum/kit/like'
import { manages } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/actor'
import { one, rows } from '@lyceum/kit/db'
import { conflict, forbidden, invalid, notFound, unknownHere } from '@lyceum/kit/errors'
import { newId } from '@lyceum/kit/ids'
import { conditionsOf, limits, type PageQuery, pageOf } from '@lyceum/kit/shapes'
import { cleanTitle } from '@lyceum/kit/titles'
import type { Db, Deps } from '../deps.ts'
import type { GroupRole, ResourceGroup } from './api.ts'

type Query = PageQuery & { conditions?: string }
type Row = Omit<ResourceGroup, 'created_at'> & { created_at: Date }

const columns = `g.id::text, g.name, m.role, g.created_at,
  (select count(*)::int from resource_group_members where group_id = g.id) as member_count,
  (select count(*)::int from shared_resources s join uploads u on u.id = s.upload_id and not u.deleted where s.group_id = g.id) as file_count`
const shown = (row: Row): ResourceGroup => ({ ...row, created_at: row.created_at.toISOString() })

const rank: Record<GroupRole, number> = { owner: 3, manager: 2, member: 1 }

/** The group as the actor sees it. 404; 403 for who is not in it and does not manage the organisation, or has less than `least`. */
export async function groupFor(db: Db, actor: Actor, id: string, least: GroupRole = 'member'): Promise<ResourceGroup> {
  const row = await one<Row & { org: string }>(
    db,
    `
    select ${columns}, g.org_id::text as org from resource_groups g
    left join resource_group_members m on m.group_id = g.id and m.person_id = nullif($2, '')::uuid where g.id = $1::uuid and not g.deleted`,
    id,
    actor.person,
  )
  if (!row) throw notFound('group', id)
  const { org, ...group } = row
  if (org !== actor.org) throw group.role ? forbidden('scope.other', { org }) : forbidden()
  if (!manages(actor, org) && rank[group.role ?? 'member'] < rank[least]) throw forbidden()
  if (!group.role && !manages(actor, org)) throw forbidden()
  return shown(group)
}

export async function listGroups({ db }: Deps, actor: Actor, query: Query) {
  const { keyword = '' } = conditionsOf(query.conditions, ['keyword'])
  const { limit, offset } = limits(query)
  const found = await rows<Row & { total: string }>(
    db,
    `
    select ${columns}, count(*) over ()::text as total from resource_group_members m join resource_groups g on g.id = m.group_id and not g.deleted
    where m.person_id = $1::uuid and g.org_id = $2::uuid and ($3 = '' or g.name ilike $3) order by g.name, g.id limit $4::int offset $5::int`,
    actor.person,
    actor.org,
    likePattern(String(keyword)),
    limit,
    offset,
  )
  return pageOf(
    query,
    Number(found[0]?.total ?? 0),
    found.map(({ total: _, ...row }) => shown(row)),
  )
}

const named = (given: string): string => {
  const name = cleanTitle(given)
  if (name === '') throw invalid({ name: 'field.required' })
  return name
}

export async function makeGroup({ db, now }: Deps, actor: Actor, name: string): Promise<ResourceGroup> {
  const { id } = await db.resourceGroup.create({
    data: {
      id: newId(),
      orgId: actor.org,
      name: named(name),
      createdBy: actor.person,
      createdAt: now(),
      members: { create: { personId: actor.person, role: 'owner', joinedAt: now() } },
    },
  })
  return await groupFor(db, actor, id)
}

export async function renameGroup({ db }: Deps, actor: Actor, id: string, name: string): Promise<ResourceGroup> {
  await groupFor(db, actor, id, 'manager')
  await db.resourceGroup.update({ where: { id }, data: { name: named(name) } })
  return await groupFor(db, actor, id)
}

export async function deleteGroup({ db }: Deps, actor: Actor, id: string): Promise<null> {
  await groupFor(db, actor, id, 'owner')
  await db.resourceGroup.update({ where: { id }, data: { deleted: true } })
  return null
}

export async function listMembers({ db }: Deps, actor: Actor, id: string, query: Query) {
  await groupFor(db, actor, id)
  const { keyword = '' } = conditionsOf(query.conditions, ['keyword'])
  const { limit, offset } = limits(query)
  const found = await rows<{ id: string; name: string; user_no: string; avatar: string; role: GroupRole; joined_at: Date; total: string }>(
    db,
    `
    select m.person_id::text as id, coalesce(p.name, '') as name, coalesce(p.user_no, '') as user_no, coalesce(p.avatar, '') as avatar, m.role, m.joined_at,
      count(*) over ()::text as total
    from resource_group_members m left join mirror.persons p on p.id = m.person_id
    where m.group_id = $1::uuid and ($2 = '' or p.name ilike $2 or p.user_no ilike $2)
    order by array_position(array['owner', 'manager', 'member'], m.role), p.name, m.person_id limit $3::int offset $4::int`,
    id,
    likePattern(String(keyword)),
    limit,
    offset,
  )
  return pageOf(
    query,
    Number(found[0]?.total ?? 0),
    found.map(({ total: _, joined_at, ...member }) => ({ ...member, joined_at: joined_at.toISOString() })),
  )
}

/** 400 group.foreignPerson for who is not of the organisation. */
export async function addMembers(
  { db, now }: Deps,
  actor: Actor,
  id: string,
  people: string[],
  role: 'manager' | 'member',
): Promise<ResourceGroup> {
  await groupFor(db, actor, id, role === 'manager' ? 'owner' : 'manager')
  const known = await searchMembers(db, { org: actor.org, ids: people, limit: people.length })
  if (known.length < people.length) throw invalid({ person_ids: unknownHere('group.foreignPerson') })
  await db.resourceGroupMember.createMany({
    data: people.map((personId) => ({ groupId: id, personId, role, joinedAt: now() })),
    skipDuplicates: true,
  })
  return await groupFor(db, actor, id)
}

/** Held, so that two owners who leave at once do not both go. */
const holdGroup = (db: Db, id: string) => db.$queryRawUnsafe('select 1 from resource_groups where id = $1::uuid for update', id)

async function mustKeepOwner(db: Db, id: string): Promise<void> {
  if ((await db.resourceGroupMember.count({ where: { groupId: id, role: 'owner' } })) === 0) throw conflict('group.lastOwner')
}

async function memberOf(db: Db, id: string, person: string) {
  const member = await db.resourceGroupMember.findUnique({ where: { groupId_personId: { groupId: id, personId: person } } })
  if (!member) throw notFound('group.member', person)
  return member
}

export async function changeRole({ db }: Deps, actor: Actor, id: string, person: string, role: GroupRole): Promise<ResourceGroup> {
  await groupFor(db, actor, id, 'owner')
  await holdGroup(db, id)
  await memberOf(db, id, person)
  await db.resourceGroupMember.update({ where: { groupId_personId: { groupId: id, personId: person } }, data: { role } })
  await mustKeepOwner(db, id)
  return await groupFor(db, actor, id)
}

/** Everybody may leave; managers take members out, owners anybody. */
export async function endMembership({ db }: Deps, actor: Actor, id: string, person: string): Promise<null> {
  const own = person === actor.person
  const group = await groupFor(db, actor, id, own ? 'member' : 'manager')
  await holdGroup(db, id)
  const member = await memberOf(db, id, person)
  if (!own && member.role !== 'member' && group.role === 'manager') throw forbidden()
  await db.resourceGroupMember.delete({ where: { groupId_personId: { groupId: id, personId: person } } })
  await db.sharedResource.deleteMany({ where: { groupId: id, sharedBy: person } })
  await mustKeepOwner(db, id)
  return null
}
