// The calls of an organisation's permissions.
import { calls } from '../call-table.ts'
import { oneOf, Version } from '@lyceum/kit/calls/shapes'
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
export const OrgPermissions = Type.Object({ roles: Type.Array(RolePermissions), version: Type.Integer() })
export type OrgPermissions = Static<typeof OrgPermissions>

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
      roles: Type.Array(
        Type.Object({ role: oneOf(...changeableRoles), permissions: Type.Array(Type.String({ maxLength: 60 }), { maxItems: 100 }) }),
        {
          maxItems: changeableRoles.length,
        },
      ),
      version: Type.Optional(Version),
    }),
    reply: OrgPermissions,
    errors: ['department.only', 'org.newer', 'permission.unknown', 'permission.notYours', 'authCode.needed'],
    example: { roles: [{ role: 'instructor_assistant', permissions: ['content.drafts', 'content.change'] }] },
  },
})
