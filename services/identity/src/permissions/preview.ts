// The people whom a change of roles would concern: permissions that they gain and lose, counted by the roles that they have together.
import type { Actor } from '@lyceum/kit/calls/actor'
import { rows } from '@lyceum/kit/database/database'
import { coursePermissions, has, isWide, namesIn, type Permission, permissionsOf, setOf } from '../../mirror/permissions.ts'
import type { Deps } from '../deps.ts'
import { activeSql } from '../memberships/active.ts'
import { managedOrganisation } from '../organisations/rules.ts'
import type { PermissionChange } from './api.ts'
import { differencesOf } from './differences.ts'
import { checkMayChange, type RoleChange } from './permissions.ts'

const ofCourses = setOf(coursePermissions)

/** Refused like the change itself. */
export async function previewOfPermissions(deps: Deps, actor: Actor, changes: RoleChange[]): Promise<PermissionChange[]> {
  await managedOrganisation(deps, actor)
  const differences = await differencesOf(deps.db, actor.org)
  await checkMayChange(deps.db, actor, changes, differences)
  // there are few sets of roles, however many people have them
  const held = await rows<{ roles: string[]; people: number }>(
    deps.db,
    `select m.roles, count(*)::int as people from memberships m where m.org_id = $1 and ${activeSql('m')} group by m.roles`,
    actor.org,
  )
  const changed = new Map(changes.map(({ role, permissions }) => [role as string, setOf(permissions as Permission[])]))
  const before = (role: string) => permissionsOf(role, differences[role])
  const after = (role: string) => changed.get(role) ?? before(role)
  /** People of the role who have the permission from no other role of theirs. */
  const counted = (role: string, name: Permission, setOfRole: (role: string) => bigint) =>
    has(ofCourses, name) && !isWide(role)
      ? null
      : held
          .filter(({ roles }) => roles.includes(role))
          .filter(({ roles }) =>
            roles.every((other) => other === role || (has(ofCourses, name) && !isWide(other)) || !has(setOfRole(other), name)),
          )
          .reduce((sum, { people }) => sum + people, 0)
  return changes.flatMap(({ role }) => [
    ...namesIn(after(role) & ~before(role)).map((permission) => ({
      role,
      permission,
      change: 'gains' as const,
      people: counted(role, permission, before),
    })),
    ...namesIn(before(role) & ~after(role)).map((permission) => ({
      role,
      permission,
      change: 'loses' as const,
      people: counted(role, permission, after),
    })),
  ])
}
