// Differences of an organisation's roles from their default permissions.
import { rows, run, type Tx } from '@lyceum/kit/database/database'
import type { SqlRow } from '@lyceum/kit/database/sql-row'
import { type Differences, namesIn, type PermissionSet, permissions, permissionsOf, type Role } from '../../mirror/permissions.ts'
import type { RolePermission } from '../generated/client.ts'

export type DifferenceRow = Pick<SqlRow<RolePermission>, 'role' | 'permission' | 'given'>

export function asDifferences(list: DifferenceRow[]): Differences {
  const differences: Differences = {}
  for (const { role, permission, given } of list) {
    differences[role] ??= { given: [], taken: [] }
    differences[role][given ? 'given' : 'taken'].push(permission)
  }
  return differences
}

export const differencesOf = async (tx: Tx, org: string): Promise<Differences> =>
  asDifferences(
    await rows<DifferenceRow>(tx, 'select role, permission, given from role_permissions where org_id = $1 order by role, permission', org),
  )

/** Keeps only what differs from the role's defaults. The caller emits the organisation. */
export async function writeRole(tx: Tx, org: string, role: Role, wanted: PermissionSet): Promise<void> {
  const defaults = permissionsOf(role)
  await run(tx, 'delete from role_permissions where org_id = $1 and role = $2', org, role)
  const differing = [
    ...namesIn(wanted & ~defaults).map((name) => ({ permission: permissions[name].number, given: true })),
    ...namesIn(defaults & ~wanted).map((name) => ({ permission: permissions[name].number, given: false })),
  ]
  await run(
    tx,
    `
    insert into role_permissions (org_id, role, permission, given)
    select $1::uuid, $2, d.* from jsonb_to_recordset($3::jsonb) as d(permission smallint, given boolean)`,
    org,
    role,
    JSON.stringify(differing),
  )
}
