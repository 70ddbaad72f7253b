// The permissions of an organisation's roles as the page edits them: the sentence of each, their groups, and the changes to send.
import type { Answer, CallInput } from '../../../client.ts'
import { translateIfPresent } from '../../../i18n.ts'
import { query } from '../../../queries.ts'

export type OrgPermissions = Answer<'GET /api/org/permissions'>
export type Role = OrgPermissions['roles'][number]
export type RoleName =
  | 'student'
  | 'instructor'
  | 'instructor_assistant'
  | 'faculty'
  | 'educational_admin'
  | 'admin'
  | 'wg_admin'
  | 'visitor'
export type RoleChange = CallInput<'PUT /api/org/permissions'>['body']['roles'][number]

export const permissionsQuery = query('GET /api/org/permissions')

/** A permission without a text, of a newer release, has its name. */
export const sentenceOf = (name: string): string => translateIfPresent('permissions', name) ?? name

/** Permissions asked in the organisation, and those asked in a course. */
export const groupsOf = ({ permissions }: OrgPermissions) =>
  (['organisation', 'course'] as const).map((place) => ({
    place,
    names: permissions.filter((one) => one.place === place).map(({ name }) => name),
  }))

/** Permissions that were turned on and off in the page, by role: what somebody else changes meanwhile stays. */
export type Edited = Partial<Record<string, Readonly<Record<string, boolean>>>>

/** The permissions of a role with what was turned in the page. */
export const editedOf = ({ role, permissions }: Role, edited: Edited): string[] => {
  const turned = Object.entries(edited[role] ?? {})
  const off = turned.flatMap(([name, on]) => (on ? [] : [name]))
  return [
    ...permissions.filter((name) => !off.includes(name)),
    ...turned.flatMap(([name, on]) => (on && !permissions.includes(name) ? [name] : [])),
  ]
}

/** The roles whose permissions differ from what is stored, each with all of its permissions. */
export const changesOf = ({ roles }: OrgPermissions, edited: Edited): RoleChange[] =>
  roles.flatMap((role) => {
    const wanted = editedOf(role, edited)
    const same = new Set(wanted).symmetricDifference(new Set(role.permissions)).size === 0
    return same ? [] : [{ role: role.role as RoleChange['role'], permissions: wanted }]
  })
