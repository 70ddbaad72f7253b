import { calls } from '@lyceum/kit/calls'
import { changes, Id, nullable, oneOf } from '@lyceum/kit/shapes'
import { type Static, Type } from 'typebox'
import { Locale } from '../organisations/api.ts'

export const Theme = oneOf('system', 'light', 'dark')
export const Density = oneOf('default', 'compact', 'touch')

/** Null means: as the browser or the organisation says. */
export const Settings = Type.Object({ locale: nullable(Locale), theme: Theme, density: Density })
export type Settings = Static<typeof Settings>

/** Organisation roles; a course's own roles are the course service's. */
export const orgRoles = ['student', 'instructor', 'instructor_assistant', 'faculty', 'educational_admin', 'admin', 'wg_admin'] as const
export type OrgRole = (typeof orgRoles)[number]
export const OrgRole = oneOf(...orgRoles)

export const FoundUser = Type.Object({
  id: Type.String(),
  name: Type.String(),
  user_no: Type.String(),
  email: nullable(Type.String()),
  avatar_big_url: nullable(Type.String()),
  org_id: Type.String(),
  department: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  roles: Type.Array(OrgRole),
})
export type FoundUser = Static<typeof FoundUser>

export const personCalls = calls({
  'PUT /api/user/settings': {
    summary: 'Change my language, theme or density',
    may: 'signedIn',
    body: changes(Settings),
    reply: Settings,
    example: { theme: 'dark' },
  },
  'GET /api/user/search': {
    summary: 'Find people of an organisation by name, user number or e-mail (at most 50, by name)',
    may: 'teach',
    query: Type.Object({
      keywords: Type.Optional(Type.String({ maxLength: 100 })),
      exclude_student_role: Type.Optional(Type.Boolean()),
      org_id: Type.Optional(Id),
      department_id: Type.Optional(Id),
    }),
    reply: Type.Object({ users: Type.Array(FoundUser) }),
    errors: ['org.notFound'],
  },
})
