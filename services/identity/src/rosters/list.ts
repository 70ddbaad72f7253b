// Departments and people of an organisation as a roster has them, page by page in the order of their ids.
import type { Actor } from '@lyceum/kit/calls/actor'
import { rows } from '@lyceum/kit/database/database'
import { mostRosterRows, type RosterList } from '@lyceum/kit/rosters/api'
import type { Static } from 'typebox'
import type { Deps } from '../deps.ts'
import { activeSql } from '../memberships/active.ts'
import { managedOrganisation } from '../organisations/rules.ts'
import { joinedNumber } from '../users/joined-number.ts'
import type { ListedDepartment, ListedPerson } from './api.ts'

type Query = Static<typeof RosterList>
const first = '00000000-0000-0000-0000-000000000000'
const pageOf = <T extends { id: string }>(items: T[]) => ({
  items,
  next: items.length === mostRosterRows ? items.at(-1)!.id : null,
})
const externalSql = (kind: string, subject: string) =>
  `(select x.external_id from kit.external_ids x where x.subject = ${subject} and x.kind = '${kind}' and x.org_id = $1 and x.source = $2)`

export async function listDepartments(deps: Deps, actor: Actor, { source, after = first }: Query) {
  await managedOrganisation(deps, actor)
  return pageOf(
    await rows<ListedDepartment>(
      deps.db,
      `
      select d.id::text, ${externalSql('department', 'd.id')} as external_id, d.name, d.code, d.parent_id::text from departments d
      where d.org_id = $1 and not d.deleted and d.id > $3::uuid order by d.id limit ${mostRosterRows}`,
      actor.org,
      source,
      after,
    ),
  )
}

/** Of a guest nothing that their own organisation keeps. */
export async function listPeople(deps: Deps, actor: Actor, { source, after = first }: Query) {
  await managedOrganisation(deps, actor)
  return pageOf(
    await rows<ListedPerson>(
      deps.db,
      `
      select p.id::text, ${externalSql('person', 'p.id')} as external_id, p.name,
        case when p.org_id = m.org_id then p.user_no else coalesce((select x.external_id from kit.external_ids x where x.subject = p.id
          and x.kind = 'person' and x.org_id = $1 and x.source = '${joinedNumber}'), '') end as user_no,
        case when p.org_id = m.org_id then p.email end as email, case when p.org_id = m.org_id then p.mobile_phone end as mobile_phone, m.roles,
        m.department_id::text, case when ${activeSql('m')} then 'active' else 'suspended' end as state
      from memberships m join persons p on p.id = m.person_id and not p.deleted
      where m.org_id = $1 and m.person_id > $3::uuid order by m.person_id limit ${mostRosterRows}`,
      actor.org,
      source,
      after,
    ),
  )
}
