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

/** The roles whose permissions differ from what is stored, each with all of its permissions. */
export const changesOf = ({ roles }: OrgPermissions, edited: Partial<Record<string, readonly string[]>>): RoleChange[] =>
  roles.flatMap(({ role, permissions }) => {
    const wanted = edited[role]
    if (!wanted || new Set(wanted).symmetricDifference(new Set(permissions)).size === 0) return []
    return [{ role: role as RoleChange['role'], permissions: [...wanted] }]
  })
