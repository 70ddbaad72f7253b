// Permissions of the roles of an organisation, and the right to change them.
import { audit, changesOf } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, type Fields, forbidden, invalid, notFound } from '@lyceum/kit/calls/errors'
import { one, type Tx } from '@lyceum/kit/database/database'
import {
  type Differences,
  has,
  namesIn,
  type Permission,
  permissionNames,
  permissions,
  permissionsOf,
  roles,
  setOf,
} from '../../mirror/permissions.ts'
import type {} from '../audit-actions.ts'
import type { Deps } from '../deps.ts'
import { emitOrgChanged } from '../facts.ts'
import { managedOrganisation } from '../organisations/rules.ts'
import { type ChangeableRole, changeableRoles, type OrgPermissions } from './api.ts'
import { differencesOf, writeRole } from './differences.ts'
import { accessNow } from './current-access.ts'

export async function orgPermissions(deps: Deps, actor: Actor): Promise<OrgPermissions> {
  await managedOrganisation(deps, actor)
  return await read(deps.db, actor.org)
}

export type RoleChange = { role: ChangeableRole; permissions: string[] }
/** 409 org.newer; 400 at the role's field for a permission that does not exist, or that the actor gives without having it. */
export async function changePermissions(
  deps: Deps,
  actor: Actor,
  { roles: changes, version }: { roles: RoleChange[]; version?: number },
): Promise<OrgPermissions> {
  await managedOrganisation(deps, actor)
  const row = await one<{ version: string }>(deps.db, 'select version::text from organisations where id = $1 for update', actor.org)
  if (!row) throw notFound('org', actor.org)
  if (version !== undefined && version < Number(row.version)) throw conflict('org.newer', { version: Number(row.version) })
  const differences = await differencesOf(deps.db, actor.org)
  await checkMayChange(deps.db, actor, changes, differences)
  for (const { role, permissions: wanted } of changes) await writeRole(deps.db, actor.org, role, setOf(wanted as Permission[]))
  await emitOrgChanged(deps.db, actor.org)
  const change = changesOf(differences, await differencesOf(deps.db, actor.org))
  if (change) await audit(deps.db, { action: 'org.permissionsChanged', subject: `org:${actor.org}`, ...change })
  return await read(deps.db, actor.org)
}

/** 400 at the role's field for a permission that does not exist, or that the actor gives without having it. */
export async function checkMayChange(tx: Tx, actor: Actor, changes: RoleChange[], differences: Differences): Promise<void> {
  const { can: own } = await accessNow(tx, actor, differences)
  if (!has(own, 'authz.change')) throw forbidden()
  const faults: Fields = {}
  for (const [at, { role, permissions: wanted }] of changes.entries()) {
    const unknown = wanted.find((name) => !Object.hasOwn(permissions, name))
    const before = permissionsOf(role, differences[role])
    const foreign = (wanted as Permission[]).find((name) => unknown === undefined && !has(before, name) && !has(own, name))
    if (unknown !== undefined) faults[`roles.${at}.permissions`] = ['permission.unknown', { permission: unknown }]
    else if (foreign) faults[`roles.${at}.permissions`] = ['permission.notYours', { permission: foreign }]
  }
  if (Object.keys(faults).length > 0) throw invalid(faults)
}

async function read(tx: Tx, org: string): Promise<OrgPermissions> {
  const differences = await differencesOf(tx, org)
  const row = await one<{ version: string }>(tx, 'select version::text from organisations where id = $1', org)
  return {
    roles: roles.map((role) => ({
      role,
      changeable: (changeableRoles as readonly string[]).includes(role),
      permissions: namesIn(permissionsOf(role, differences[role])),
      defaults: namesIn(permissionsOf(role)),
    })),
    permissions: permissionNames.map((name) => ({ name, place: permissions[name].place })),
    version: Number(row?.version ?? 0),
  }
}
