// The calls of an organisation's permissions.
import { calls } from '../call-table.ts'
import { nullable, oneOf, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'

/** The roles whose permissions an organisation changes. */
export const changeableRoles = ['instructor_assistant', 'faculty', 'educational_admin'] as const
export type ChangeableRole = (typeof changeableRoles)[number]

export const RolePermissions = Type.Object({
  role: Type.String(),
  changeable: Type.Boolean(),
  permissions: Type.Array(Type.String()),
  /** Without the organisation's changes. */
  defaults: Type.Array(Type.String()),
})
export type RolePermissions = Static<typeof RolePermissions>
export const OrgPermissions = Type.Object({
  roles: Type.Array(RolePermissions),
  /** Every permission, in its order, and where it is asked. */
  permissions: Type.Array(Type.Object({ name: Type.String(), place: oneOf('organisation', 'course') })),
  version: Type.Integer(),
})
export type OrgPermissions = Static<typeof OrgPermissions>

/** A permission that a role gains or loses, and the number of its people who have it from no other role of theirs; null: in each course for those who
 *  have the role there, which the organisation does not count. */
export const PermissionChange = Type.Object({
  role: Type.String(),
  permission: Type.String(),
  change: oneOf('gains', 'loses'),
  people: nullable(Type.Integer()),
})
export type PermissionChange = Static<typeof PermissionChange>

const RoleChanges = Type.Array(
  Type.Object({ role: oneOf(...changeableRoles), permissions: Type.Array(Type.String({ maxLength: 60 }), { maxItems: 100 }) }),
  { maxItems: changeableRoles.length },
)

export const permissionCalls = calls({
  'GET /api/org/permissions': {
    summary: 'What each role may do in the organisation',
    may: 'authz.change',
    wide: true,
    reply: OrgPermissions,
    errors: ['department.only', 'authCode.needed'],
  },
  'PUT /api/org/permissions': {
    summary: 'Change what roles may do: all permissions of each role that is named',
    may: 'authz.change',
    wide: true,
    changesSession: true,
    body: Type.Object({
      roles: RoleChanges,
      version: Type.Optional(Version),
    }),
    reply: OrgPermissions,
    errors: ['department.only', 'org.newer', 'permission.unknown', 'permission.notYours', 'authCode.needed'],
    example: { roles: [{ role: 'instructor_assistant', permissions: ['content.drafts', 'content.change'] }] },
  },
  'POST /api/org/permissions/preview': {
    summary: 'Permissions that people would gain and lose by a change of their roles; nothing is written',
    may: 'authz.change',
    wide: true,
    body: Type.Object({ roles: RoleChanges }),
    reply: Type.Object({ changes: Type.Array(PermissionChange) }),
    errors: ['department.only', 'permission.unknown', 'permission.notYours', 'authCode.needed'],
    example: { roles: [{ role: 'faculty', permissions: ['course.read', 'audit.read'] }] },
  },
})
