// Groups, their members and roles: sharing groups of one organisation, and those of teaching and research, whose members are of several. Files shared
// into them: shared-files.ts.
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
import { emitGroups } from '../rows/group-facts.ts'
import { entersSql, presentSql, schoolSql } from '../rows/group-members.ts'
import { knownShareSql } from '../rows/visible-shares.ts'
import { inDepartment } from '../storage/departments.ts'
import { type GroupKind, type GroupRole, mostMembers, type ResourceGroup } from './api.ts'

type Query = PageQuery & { conditions?: string; kind?: GroupKind }
const groupColumns = columnsOf<GroupModel>()('id', 'kind', 'name', 'created_at')
type Row = Omit<ResourceGroup, 'created_at'> & Omit<RowOf<typeof groupColumns>, 'kind'>

const groupSql = (person: string, org: string) => `${groupColumns('g')}, case when ${entersSql(org)} then m.role end as role,
  jsonb_build_object('id', g.org_id, 'name', coalesce((select o.name from mirror.orgs o where o.id = g.org_id), '')) as org,
  array(select o.name from mirror.orgs o where o.id in (select coalesce(gm.org_id, g.org_id) from resource_group_members gm where gm.group_id = g.id)
    order by o.id <> g.org_id, o.name, o.id limit 5) as schools,
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

/**
 * Reads a group for the actor. 404; 403 for actors who are neither members nor its managers, or have a role below `least`. Groups are managed from
 * their own organisation alone.
 */
export async function groupFor(db: Db, actor: Actor, id: string, least: GroupRole = 'member'): Promise<ResourceGroup> {
  const row = await one<Row & { listed: boolean }>(
    db,
    `
    select ${groupSql('$2', '$3')}, m.person_id is not null as listed from resource_groups g
    left join resource_group_members m on m.group_id = g.id and m.person_id = nullif($2, '')::uuid where g.id = $1 and not g.deleted`,
    id,
    actor.person,
    actor.org,
  )
  if (!row) throw notFound('group', id)
  const { listed, ...group } = row
  const manages = group.org.id === actor.org && (await managesGroup(db, actor, id))
  if (!group.role && !manages)
    throw listed && group.kind === 'sharing' && group.org.id !== actor.org ? forbidden('scope.other', { org: group.org.id }) : forbidden()
  if (!manages && rank[group.role ?? 'member'] < rank[least]) throw forbidden()
  return toResourceGroup(group)
}

export async function listGroups({ db }: Deps, actor: Actor, query: Query) {
  const { keyword = '' } = conditionsOf(query.conditions, ['keyword'])
  const { limit, offset } = limits(query)
  const list = await rows<Row & { total: number }>(
    db,
    `
    select ${groupSql('$3', '$9')}, count(*) over ()::int as total from (
      select m.group_id as id from resource_group_members m join resource_groups g on g.id = m.group_id
        where m.person_id = nullif($3, '')::uuid and ${entersSql('$9')}
      union
      select g.id from resource_groups g where $8::bool and g.org_id = $1 and g.kind = 'vtrs' and not g.deleted
        and ($2 = '' or ${ownedWithin})) found
    join resource_groups g on g.id = found.id
    left join resource_group_members m on m.group_id = g.id and m.person_id = nullif($3, '')::uuid
    where not g.deleted and ($4::text is null or g.kind = $4) and ${heldSql(foldedSql('g.name'), '$5')}
    order by g.name, g.id limit $6 offset $7`,
    actor.org,
    actor.department ?? '',
    actor.person,
    query.kind ?? null,
    wordPatterns(String(keyword)),
    limit,
    offset,
    query.kind === 'vtrs' && may(actor, 'groups.manage'),
    actor.org,
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
  await emitGroups(db, [id], 'all')
  return await groupFor(db, actor, id)
}

export async function renameGroup({ db }: Deps, actor: Actor, id: string, name: string): Promise<ResourceGroup> {
  await groupFor(db, actor, id, 'manager')
  await db.resourceGroup.update({ where: { id }, data: { name: checkName(name) } })
  await emitGroups(db, [id], 'all')
  return await groupFor(db, actor, id)
}

export async function deleteGroup({ db }: Deps, actor: Actor, id: string): Promise<null> {
  await groupFor(db, actor, id, 'owner')
  await db.resourceGroup.update({ where: { id }, data: { deleted: true } })
  await emitGroups(db, [id], 'all')
  return null
}

type MemberRow = Pick<SqlRow<ResourceGroupMember>, 'joined_at'> & {
  id: string
  name: string
  user_no: string
  avatar: string
  role: GroupRole
  school: { id: string; name: string }
  former: boolean
  total: number
}

/** People of other schools than the reader's are found by their names, and shown without their numbers. */
export async function listMembers({ db }: Deps, actor: Actor, id: string, query: Query) {
  await groupFor(db, actor, id)
  const { keyword = '' } = conditionsOf(query.conditions, ['keyword'])
  const { limit, offset } = limits(query)
  const ofMySchool = `${schoolSql} = nullif($5, '')::uuid`
  const list = await rows<MemberRow>(
    db,
    `
    select m.person_id as id, coalesce(p.name, '') as name, case when ${ofMySchool} then coalesce(p.user_no, '') else '' end as user_no,
      coalesce(p.avatar, '') as avatar, m.role, m.joined_at, jsonb_build_object('id', ${schoolSql}, 'name', coalesce(o.name, '')) as school,
      g.kind = 'vtrs' and not ${presentSql} as former, count(*) over ()::int as total
    from resource_group_members m join resource_groups g on g.id = m.group_id
    left join mirror.persons p on p.id = m.person_id left join mirror.orgs o on o.id = ${schoolSql}
    where m.group_id = $1 and case when ${ofMySchool} then ${heldSql('p.folded', '$2')} else ${heldSql(foldedSql('p.name'), '$2')} end
    order by array_position(array['owner', 'manager', 'member'], m.role), p.name, m.person_id limit $3 offset $4`,
    id,
    wordPatterns(String(keyword)),
    limit,
    offset,
    actor.org,
  )
  return pageOf(
    query,
    list[0]?.total ?? 0,
    list.map(({ total: _, joined_at, ...member }) => ({ ...member, joined_at: joined_at.toISOString() })),
  )
}

/**
 * Adds members, from a session of the group's own organisation. 400 group.foreignPerson for persons outside of it, 409 group.full. Whoever was here as a member of another school, which
 * they have left, is one of the group's own now.
 */
export async function addMembers(
  { db, now }: Deps,
  actor: Actor,
  id: string,
  people: string[],
  role: 'manager' | 'member',
): Promise<ResourceGroup> {
  const { org } = await groupFor(db, actor, id, role === 'manager' ? 'owner' : 'manager')
  // whom it may take in is known to people of its home alone
  if (org.id !== actor.org) throw forbidden('scope.other', { org: org.id })
  const colleagues = await searchMembers(db, { org: org.id, ids: people, limit: people.length })
  if (colleagues.length < people.length) throw invalid({ person_ids: notKnownYet('group.foreignPerson') })
  await lockGroup(db, id)
  await assertRoom(db, id, people)
  const added = await rows<{ id: string }>(
    db,
    `insert into resource_group_members as m (group_id, person_id, role, joined_at)
     select $1::uuid, p.id, $3, $4::timestamptz from unnest($2::uuid[]) as p(id)
     on conflict (group_id, person_id) do update set org_id = null, role = excluded.role, joined_at = excluded.joined_at
       where m.org_id is not null and not exists (select from mirror.memberships l where l.person_id = m.person_id and l.org_id = m.org_id)
     returning person_id::text as id`,
    id,
    people,
    role,
    now(),
  )
  await emitGroups(
    db,
    [id],
    added.map((one) => one.id),
  )
  return await groupFor(db, actor, id)
}

/** Locks the group, so that of its last two owners only one can leave at once, and of two people only one takes its last place. */
export const lockGroup = (db: Db, id: string) => run(db, 'select 1 from resource_groups where id = $1 for update', id)

/** 409 group.full when a group of kind vtrs, which is locked, has no room for these people, those left out who are in it. */
export async function assertRoom(db: Db, id: string, people: string[]): Promise<void> {
  const full = await one(
    db,
    `select from resource_groups g where g.id = $1 and g.kind = 'vtrs' and $3 < cardinality($2::uuid[])
       + (select count(*) from resource_group_members m where m.group_id = g.id and m.person_id <> all($2::uuid[]))`,
    id,
    people,
    mostMembers,
  )
  if (full) throw conflict('group.full', { most: mostMembers })
}

async function assertOwner(db: Db, id: string): Promise<void> {
  if ((await db.resourceGroupMember.count({ where: { groupId: id, role: 'owner' } })) === 0) throw conflict('group.lastOwner')
}

async function readMember(db: Db, id: string, person: string) {
  const member = await db.resourceGroupMember.findUnique({ where: { groupId_personId: { groupId: id, personId: person } } })
  if (!member) throw notFound('group.member', person)
  return member
}

/** 400 group.foreignOwner for a member of another school, who never owns the group; 409 group.lastOwner. */
export async function changeRole({ db }: Deps, actor: Actor, id: string, person: string, role: GroupRole): Promise<ResourceGroup> {
  await groupFor(db, actor, id, 'owner')
  await lockGroup(db, id)
  const member = await readMember(db, id, person)
  if (role === 'owner' && member.orgId) throw invalid({ role: 'group.foreignOwner' })
  await db.resourceGroupMember.update({ where: { groupId_personId: { groupId: id, personId: person } }, data: { role } })
  if (member.role === 'owner') await assertOwner(db, id)
  await emitGroups(db, [id], [person])
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
  if (member.role === 'owner') await assertOwner(db, id)
  await emitGroups(db, [id], [person])
  return null
}
