// Permissions of an actor at this moment: a token is up to a minute old, and so are its permissions.
import type { Actor } from '@lyceum/kit/calls/actor'
import { one, type Tx } from '@lyceum/kit/database/database'
import { activeSql } from '../memberships/active.ts'
import { departmentBinding, type Differences, type PermissionSet, permissionsHeld, permissionsIn } from '../../mirror/permissions.ts'

export type CurrentAccess = { can: PermissionSet; binding: string | null }

/** By the person's membership, which stays as it is until the transaction ends; a job has what its token says. */
export async function accessNow(tx: Tx, actor: Actor, differences: Differences): Promise<CurrentAccess> {
  if (actor.kind === 'job') return { can: permissionsHeld(actor), binding: actor.department ?? null }
  const { roles = [], department = null } =
    (await one<{ roles: string[]; department: string | null }>(
      tx,
      `select m.roles, m.department_id::text as department from memberships m where m.person_id = $1 and m.org_id = $2 and ${activeSql('m')} for share`,
      actor.person,
      actor.org,
    )) ?? {}
  return { can: permissionsIn(roles, differences), binding: departmentBinding(roles, department) }
}
