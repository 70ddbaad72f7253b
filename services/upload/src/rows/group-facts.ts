// Facts of groups of teaching and research, which hold a bounded number of people; of sharing groups there are none.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import { emitAll, fact, nextVersion } from '@lyceum/kit/facts/outbox'
import { ResourceGroupChangedSchema } from '@lyceum/proto/upload'

type GroupRow = { id: string; org_id: string; kind: string; name: string; deleted: boolean; version: string }
type MemberRow = { group: string; person: string; role: string; school: string }

/**
 * Emits the groups as they are now, those of kind vtrs, under their next versions. `whom`: the people whose pages get a hint; 'all': every member;
 * 'nobody' in a resync.
 */
export async function emitGroups(tx: Tx, groups: readonly string[], whom: readonly string[] | 'all' | 'nobody'): Promise<void> {
  const written = await rows<GroupRow>(
    tx,
    `update resource_groups set version = ${nextVersion()} where id in (
       select id from resource_groups where id = any($1::uuid[]) and kind = 'vtrs' order by id for update)
     returning id::text, org_id::text, kind, name, deleted, version::text`,
    groups,
  )
  if (written.length === 0) return
  const members = await rows<MemberRow>(
    tx,
    `select m.group_id::text as group, m.person_id::text as person, m.role, coalesce(m.org_id, g.org_id)::text as school
     from resource_group_members m join resource_groups g on g.id = m.group_id where g.id = any($1::uuid[]) order by m.joined_at, m.person_id`,
    written.map(({ id }) => id),
  )
  const ofGroup = Map.groupBy(members, ({ group }) => group)
  await emitAll(
    tx,
    written.map(({ id, org_id, kind, name, deleted, version }) => {
      const list = ofGroup.get(id) ?? []
      return fact(
        ResourceGroupChangedSchema,
        {
          key: `resourceGroup:${id}`,
          org: org_id,
          ...(whom !== 'nobody' && { hint: { people: whom === 'all' ? list.map(({ person }) => person) : [...new Set(whom)] } }),
        },
        {
          id,
          orgId: org_id,
          kind,
          name,
          deleted,
          version: BigInt(version),
          members: list.map(({ person, role, school }) => ({ personId: person, role, orgId: school })),
        },
      )
    }),
  )
}

/** Groups without an owner get the first of their highest members, people of other schools left out. */
export const ownGroups = (tx: Tx, groups: readonly string[]): Promise<number> =>
  run(
    tx,
    `
    update resource_group_members m set role = 'owner' from (
      select distinct on (group_id) group_id, person_id from resource_group_members
      where group_id = any($1) and org_id is null order by group_id, array_position(array['owner', 'manager', 'member'], role), joined_at, person_id) first
    where m.group_id = first.group_id and m.person_id = first.person_id`,
    groups,
  )
