// Sharing groups, their members and roles. Files shared into them: shared-files.ts.
import { searchMembers } from '@lyceum/identity/mirror/persons'
import { foldedSql, heldSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import { may } from '@lyceum/identity/mirror/permissions'
import type { Actor } from '@lyceum/kit/calls/actor'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import { columnsOf, type RowOf, type SqlRow } from '@lyceum/kit/database/sql-row'
import { conflict, forbidden, invalid, notFound, notKnownYet } from '@lyceum/kit/calls/errors'
import { newId } from '@lyceum/kit/ids'
import { conditionsOf, limits, type PageQuery, pageOf } from '@lyceum/kit/calls/shapes'
import { cleanTitle } from '@lyceum/kit/text/titles'
import type { ResourceGroup as GroupModel, ResourceGroupMember } from '../generated/client.ts'
import type { Db, Deps } from '../deps.ts'
import { keepRejections } from './rejections.ts'
import { knownShareSql } from '../rows/visible-shares.ts'
import { inDepartment } from '../storage/departments.ts'
import type { GroupKind, GroupRole, ResourceGroup } from './api.ts'

type Query = PageQuery & { conditions?: string; kind?: GroupKind }
const groupColumns = columnsOf<GroupModel>()('id', 'kind', 'name', 'created_at')
type Row = Omit<ResourceGroup, 'created_at'> & Omit<RowOf<typeof groupColumns>, 'kind'>

const groupSql = (person: string) => `${groupColumns('g')}, m.role,
  (select count(*)::int from resource_group_members where group_id = g.id) as member_count,
  array(select distinct d.name from resource_group_members gm join mirror.memberships ms on ms.person_id = gm.person_id and ms.org_id = g.org_id
    join mirror.departments d on d.id = ms.department_id and not d.deleted where gm.group_id = g.id order by d.name limit 5) as departments,
  (select count(*)::int from shared_resources s join uploads u on u.id = s.upload_id and not u.deleted
    where s.group_id = g.id and ${knownShareSql(person)}) as file_count`
const toResourceGroup = (row: Row): ResourceGroup => ({ ...row, created_at: row.created_at.toISOString() })

const rank: Record<GroupRole, number> = { owner: 3, manager: 2, member: 1 }

/** Of the department $2 of a manager are the groups `g` whose owners all belong to it; $1 is the organisation. */
export const ownedWithin = `(exists (select from resource_group_members o where o.group_id = g.id and o.role = 'owner')
  and not exists (select from resource_group_members o where o.group_id = g.id and o.role = 'owner' and not ${inDepartment('o.person_id')}))`
const managesGroup = async (tx: Tx, actor: Actor, group: string): Promise<boolean> =>
  may(actor, 'groups.manage') &&
  (!actor.department ||
    (await one(tx, `select from resource_groups g where g.id = $3 and ${ownedWithin}`, actor.org, actor.department, group)) !== undefined)

/** Reads a group for the actor. 404; 403 for actors who are neither members nor its managers, or have a role below `least`. */
export async function groupFor(db: Db, actor: Actor, id: string, least: GroupRole = 'member'): Promise<ResourceGroup> {
  const row = await one<Row & { org: string }>(
    db,
    `
    select ${groupSql('$2')}, g.org_id as org from resource_groups g
    left join resource_group_members m on m.group_id = g.id and m.person_id = nullif($2, '')::uuid where g.id = $1 and not g.deleted`,
    id,
    actor.person,
  )
  if (!row) throw notFound('group', id)
  const { org, ...group } = row
  if (org !== actor.org) throw group.role ? forbidden('scope.other', { org }) : forbidden()
  const manages = await managesGroup(db, actor, id)
  if (!manages && rank[group.role ?? 'member'] < rank[least]) throw forbidden()
  if (!group.role && !manages) throw forbidden()
  return toResourceGroup(group)
}

export async function listGroups({ db }: Deps, actor: Actor, query: Query) {
  const { keyword = '' } = conditionsOf(query.conditions, ['keyword'])
  const { limit, offset } = limits(query)
  const manages = query.kind === 'vtrs' && may(actor, 'groups.manage')
  const list = await rows<Row & { total: number }>(
    db,
    `
    select ${groupSql('$3')}, count(*) over ()::int as total from resource_groups g
    ${manages ? 'left join' : 'join'} resource_group_members m on m.group_id = g.id and m.person_id = nullif($3, '')::uuid
    where g.org_id = $1 and not g.deleted and ($4::text is null or g.kind = $4) and ${heldSql(foldedSql('g.name'), '$5')}
      and (m.person_id is not null or $2 = '' or ${ownedWithin})
    order by g.name, g.id limit $6 offset $7`,
    actor.org,
    actor.department ?? '',
    actor.person,
    query.kind ?? null,
    wordPatterns(String(keyword)),
    limit,
    offset,
  )
  return pageOf(
    query,
    list[0]?.total ?? 0,
    list.map(({ total: _, ...row }) => toResourceGroup(row)),
  )
}

const checkName = (draft: string): string => {
  const name = cleanTitle(draft)
  if (name === '') throw invalid({ name: 'field.required' })
  return name
}

/** 403 for one of kind vtrs by who does not manage groups. */
export async function createGroup(
  { db, now }: Deps,
  actor: Actor,
  { name, kind = 'sharing' }: { name: string; kind?: GroupKind },
): Promise<ResourceGroup> {
  if (kind === 'vtrs' && !may(actor, 'groups.manage')) throw forbidden()
  const { id } = await db.resourceGroup.create({
    data: {
      id: newId(),
      orgId: actor.org,
      kind,
      name: checkName(name),
      createdBy: actor.person,
      createdAt: now(),
      members: { create: { personId: actor.person, role: 'owner', joinedAt: now() } },
    },
  })
  return await groupFor(db, actor, id)
}

export async function renameGroup({ db }: Deps, actor: Actor, id: string, name: string): Promise<ResourceGroup> {
  await groupFor(db, actor, id, 'manager')
  await db.resourceGroup.update({ where: { id }, data: { name: checkName(name) } })
  return await groupFor(db, actor, id)
}

export async function deleteGroup({ db }: Deps, actor: Actor, id: string): Promise<null> {
  await groupFor(db, actor, id, 'owner')
  await db.resourceGroup.update({ where: { id }, data: { deleted: true } })
  return null
}

type MemberRow = Pick<SqlRow<ResourceGroupMember>, 'joined_at'> & {
  id: string
  name: string
  user_no: string
  avatar: string
  role: GroupRole
  total: number
}

export async function listMembers({ db }: Deps, actor: Actor, id: string, query: Query) {
  await groupFor(db, actor, id)
  const { keyword = '' } = conditionsOf(query.conditions, ['keyword'])
  const { limit, offset } = limits(query)
  const list = await rows<MemberRow>(
    db,
    `
    select m.person_id as id, coalesce(p.name, '') as name, coalesce(p.user_no, '') as user_no, coalesce(p.avatar, '') as avatar, m.role, m.joined_at,
      count(*) over ()::int as total
    from resource_group_members m left join mirror.persons p on p.id = m.person_id
    where m.group_id = $1 and ${heldSql('p.folded', '$2')}
    order by array_position(array['owner', 'manager', 'member'], m.role), p.name, m.person_id limit $3 offset $4`,
    id,
    wordPatterns(String(keyword)),
    limit,
    offset,
  )
  return pageOf(
    query,
    list[0]?.total ?? 0,
    list.map(({ total: _, joined_at, ...member }) => ({ ...member, joined_at: joined_at.toISOString() })),
  )
}

/** Adds members. 400 group.foreignPerson for persons outside of the organisation. */
export async function addMembers(
  { db, now }: Deps,
  actor: Actor,
  id: string,
  people: string[],
  role: 'manager' | 'member',
): Promise<ResourceGroup> {
  await groupFor(db, actor, id, role === 'manager' ? 'owner' : 'manager')
  const colleagues = await searchMembers(db, { org: actor.org, ids: people, limit: people.length })
  if (colleagues.length < people.length) throw invalid({ person_ids: notKnownYet('group.foreignPerson') })
  await db.resourceGroupMember.createMany({
    data: people.map((personId) => ({ groupId: id, personId, role, joinedAt: now() })),
    skipDuplicates: true,
  })
  return await groupFor(db, actor, id)
}

/** Locks the group, so that of its last two owners only one can leave at once. */
const lockGroup = (db: Db, id: string) => run(db, 'select 1 from resource_groups where id = $1 for update', id)

async function assertOwner(db: Db, id: string): Promise<void> {
  if ((await db.resourceGroupMember.count({ where: { groupId: id, role: 'owner' } })) === 0) throw conflict('group.lastOwner')
}

async function readMember(db: Db, id: string, person: string) {
  const member = await db.resourceGroupMember.findUnique({ where: { groupId_personId: { groupId: id, personId: person } } })
  if (!member) throw notFound('group.member', person)
  return member
}

export async function changeRole({ db }: Deps, actor: Actor, id: string, person: string, role: GroupRole): Promise<ResourceGroup> {
  await groupFor(db, actor, id, 'owner')
  await lockGroup(db, id)
  await readMember(db, id, person)
  await db.resourceGroupMember.update({ where: { groupId_personId: { groupId: id, personId: person } }, data: { role } })
  await assertOwner(db, id)
  return await groupFor(db, actor, id)
}

/** Ends a membership. Everybody may leave; managers remove members, owners anybody. 409 group.lastOwner. */
export async function endMembership({ db }: Deps, actor: Actor, id: string, person: string): Promise<null> {
  const own = person === actor.person
  const group = await groupFor(db, actor, id, own ? 'member' : 'manager')
  await lockGroup(db, id)
  const member = await readMember(db, id, person)
  if (!own && member.role !== 'member' && group.role === 'manager') throw forbidden()
  await db.resourceGroupMember.delete({ where: { groupId_personId: { groupId: id, personId: person } } })
  await keepRejections(db, id, person)
  await db.sharedResource.deleteMany({ where: { groupId: id, sharedBy: person } })
  await db.sharedOverride.deleteMany({ where: { personId: person, share: { groupId: id } } })
  await assertOwner(db, id)
  return null
}
