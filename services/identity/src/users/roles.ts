// Rights to give and take a role: nobody gives one beyond their own permissions or outside their own department.
import type { Actor } from '@lyceum/kit/calls/actor'
import { forbidden, invalid, type Problem } from '@lyceum/kit/calls/errors'
import { rows, type Tx } from '@lyceum/kit/database/database'
import { departmentBinding, type Differences, isWide, namesIn, permissionsIn } from '../../mirror/permissions.ts'
import { differencesOf } from '../permissions/differences.ts'
import { accessNow, type CurrentAccess } from '../permissions/current-access.ts'

/** A person's roles in the organisation; undefined: they are no member. */
export type MemberRoles = { roles: readonly string[]; department: string | null } | undefined
/** The actor's rights of this moment; `within`: the departments in the one to which they are bound, null: they are bound to none. */
export type Giving = { own: CurrentAccess; differences: Differences; within: ReadonlySet<string> | null }

export async function readGiving(tx: Tx, actor: Actor): Promise<Giving> {
  const differences = await differencesOf(tx, actor.org)
  const own = await accessNow(tx, actor, differences)
  return { own, differences, within: own.binding ? new Set(await departmentsWithin(tx, own.binding)) : null }
}

const departmentsWithin = async (tx: Tx, department: string): Promise<string[]> =>
  (await rows<{ id: string }>(tx, 'select id::text from departments where $1::uuid = any(path)', department)).map(({ id }) => id)

/** 400 permission.notYours at the roles when one that is given or taken permits what the actor may not do; 403 department.only for whoever
 *  belongs, or with such a role reaches, beyond the department to which the actor is bound, before or after. */
export function refusalOf({ own, differences, within }: Giving, before: MemberRoles, after: MemberRoles): Problem | undefined {
  const changed = [...new Set(before?.roles ?? []).symmetricDifference(new Set(after?.roles ?? []))]
  const beyond = namesIn(permissionsIn(changed, differences) & ~own.can)
  if (beyond[0]) return invalid({ roles: ['permission.notYours', { permission: beyond[0] }] })
  for (const place of [before, after]) {
    if (!place) continue
    const { roles, department } = place
    const reach = roles.some(isWide) ? departmentBinding(roles, department) : department
    if (within && !(reach && within.has(reach))) return forbidden('department.only')
  }
  return undefined
}
