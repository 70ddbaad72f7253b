// Rights to give and take a role: nobody gives one beyond their own permissions or outside their own department.
import type { Actor } from '@lyceum/kit/calls/actor'
import { forbidden, invalid } from '@lyceum/kit/calls/errors'
import { one, type Tx } from '@lyceum/kit/database/database'
import { departmentBinding, isWide, namesIn, permissionsIn } from '../../mirror/permissions.ts'
import { isWithin } from '../departments/binding.ts'
import { differencesOf } from '../permissions/differences.ts'
import { accessNow } from '../permissions/current-access.ts'

/** A person's roles in the organisation. */
export type MemberRoles = { roles: readonly string[]; department: string | null }
export const nobody: MemberRoles = { roles: [], department: null }

/** 400 permission.notYours at the roles when one that is given or taken permits what the actor may not do; 403 department.only for whoever
 *  belongs, or with such a role reaches, beyond the department to which the actor is bound, before or after. */
export async function checkMayGive(tx: Tx, actor: Actor, before: MemberRoles, after: MemberRoles): Promise<void> {
  const changed = [...new Set(before.roles).symmetricDifference(new Set(after.roles))]
  const differences = await differencesOf(tx, actor.org)
  const own = await accessNow(tx, actor, differences)
  const beyond = namesIn(permissionsIn(changed, differences) & ~own.can)
  if (beyond[0]) throw invalid({ roles: ['permission.notYours', { permission: beyond[0] }] })
  for (const place of [before, after]) {
    if (place === nobody) continue
    const { roles, department } = place
    const reach = roles.some(isWide) ? departmentBinding(roles, department) : department
    if (!(await isWithin(tx, own.binding, reach))) throw forbidden('department.only')
  }
}

/** Their place of now, locked until the transaction ends; of who is no member: nobody's. */
export const placeOf = async (tx: Tx, org: string, person: string): Promise<MemberRoles> =>
  (await one<{ roles: string[]; department: string | null }>(
    tx,
    'select roles, department_id::text as department from memberships where org_id = $1 and person_id = $2 for update',
    org,
    person,
  )) ?? nobody
