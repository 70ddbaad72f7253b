// Projection of upload's teaching-and-research groups: who is in them, of whichever school, and as what.
import { personBelowSql } from '@lyceum/identity/mirror/departments'
import { one, rows, run, type Tx } from '@lyceum/kit/database/database'
import type { HandledFact } from '@lyceum/kit/facts/consumer'
import type { ResourceGroupChanged } from '@lyceum/proto/upload'

/** The most people of a group, and of a fact about one of its meetings. */
const mostPeople = 500

/**
 * Writes only newer versions, with all who are in it then; groups of other kinds are left out. A deleted one stays as a row, marked, and has nobody. New members
 * wait to be let in, unless nobody may be notified.
 */
export async function upsertResearchGroup(
  tx: Tx,
  { id, orgId, kind, name, deleted, version, members }: ResourceGroupChanged,
  { time, mayNotify }: Pick<HandledFact, 'time' | 'mayNotify'>,
): Promise<void> {
  if (kind !== 'vtrs') return
  await run(
    tx,
    `
    with written as (
      insert into research_groups as g (id, org_id, name, deleted, version) values ($1, $2, $3, $4, $5)
      on conflict (id) do update set org_id = excluded.org_id, name = excluded.name, deleted = excluded.deleted, version = excluded.version
      where g.version < excluded.version
      returning g.id
    ), present as (
      select p.person_id, p.org_id, p.role from jsonb_to_recordset($6::jsonb) as p(person_id uuid, org_id uuid, role text)
    ), gone as (
      delete from research_group_members m using written w where m.group_id = w.id and m.person_id not in (select person_id from present)
    )
    insert into research_group_members (group_id, person_id, org_id, role, waits_since)
    select w.id, p.person_id, p.org_id, p.role, $7::timestamptz from written w, present p
    on conflict (group_id, person_id) do update set org_id = excluded.org_id, role = excluded.role`,
    id,
    orgId,
    name,
    deleted,
    String(version),
    JSON.stringify(deleted ? [] : members.map(({ personId, role, orgId: school }) => ({ person_id: personId, role, org_id: school }))),
    mayNotify ? time : null,
  )
}

/**
 * Whether member `gm` of group `g` is in it now: they belong to the school as whose person they came, and the group's own has not suspended them, nor is
 * either closed. The membership stays, and opens nothing.
 */
export const isInGroupSql = `(
  exists (select from mirror.memberships school where school.person_id = gm.person_id and school.org_id = gm.org_id)
  and not exists (select from mirror.persons held where held.id = gm.person_id and (held.deleted or g.org_id = any(held.suspended_in)))
  and not exists (select from mirror.orgs home where home.id in (g.org_id, gm.org_id) and (home.deleted or home.state = 'suspended')))`

/**
 * Whether somebody manages groups of the organisation of group `g`, all parameters: `manages` that they have the permission in `org`; of a department, where
 * one is named, are the groups whose owners all belong to it or below it.
 */
export const managesGroupSql = (
  manages: string,
  org: string,
  department: string,
): string => `(${manages}::bool and g.org_id = nullif(${org}, '')::uuid
  and (${department} = '' or exists (select from research_group_members o where o.group_id = g.id and o.role = 'owner') and not exists (
    select from research_group_members o where o.group_id = g.id and o.role = 'owner' and not ${personBelowSql('o.person_id', 'g.org_id', department)})))`

/** A person who is in a group from now on, and joined it at `since` or before. */
export type Newcomer = { group: string; person: string; since: Date }
/** Lets in the waiting members of a group, or those of these people, whose schools are known by now; their groups stay locked. */
export async function letIn(tx: Tx, whose: { group: string } | { people: readonly string[] }): Promise<Newcomer[]> {
  const ofGroup = 'group' in whose
  const found = await rows<Newcomer>(
    tx,
    // as whoever makes a meeting holds the group, each of the two sees what the other has written
    `select gm.group_id::text as group, gm.person_id::text as person, gm.waits_since as since
     from research_group_members gm join research_groups g on g.id = gm.group_id and not g.deleted
     where ${ofGroup ? 'gm.group_id = $1' : 'gm.person_id = any($1::uuid[])'} and gm.waits_since is not null and ${isInGroupSql}
     order by gm.group_id, gm.person_id for update of g, gm`,
    ofGroup ? whose.group : whose.people,
  )
  if (found.length > 0)
    await run(
      tx,
      `update research_group_members gm set waits_since = null from unnest($1::uuid[], $2::uuid[]) as come(group_id, person_id)
       where gm.group_id = come.group_id and gm.person_id = come.person_id`,
      found.map(({ group }) => group),
      found.map(({ person }) => person),
    )
  return found
}

/**
 * Everybody who is in a group now. Whoever waited although both facts are here is let in: where the two came at once, neither saw the other, and a school
 * that opens again lets nobody in by itself.
 */
export async function peopleOfGroup(tx: Tx, group: string): Promise<string[]> {
  await run(
    tx,
    `update research_group_members gm set waits_since = null from research_groups g
     where g.id = $1 and gm.group_id = g.id and not g.deleted and gm.waits_since is not null and ${isInGroupSql}`,
    group,
  )
  const people = await rows<{ id: string }>(
    tx,
    `select gm.person_id::text as id from research_groups g join research_group_members gm on gm.group_id = g.id
     where g.id = $1 and not g.deleted and ${isInGroupSql} order by gm.person_id limit ${mostPeople}`,
    group,
  )
  return people.map(({ id }) => id)
}

/** Whether the person is in the group now. */
export const isInGroup = async (tx: Tx, group: string, person: string): Promise<boolean> =>
  (await one(
    tx,
    `select from research_groups g join research_group_members gm on gm.group_id = g.id and gm.person_id = $2
     where g.id = $1 and not g.deleted and ${isInGroupSql}`,
    group,
    person,
  )) !== undefined

export async function groupNames(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await rows<{ id: string; name: string }>(tx, 'select id::text, name from research_groups where id = any($1)', [
    ...new Set(ids),
  ])
  return new Map(found.map(({ id, name }) => [id, name]))
}
