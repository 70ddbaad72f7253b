import { calls } from '@lyceum/kit/calls'
import { type Static, Type } from 'typebox'
import { Locale } from '../organisations/api.ts'

export const Theme = Type.Union([Type.Literal('system'), Type.Literal('light'), Type.Literal('dark')])
export const Density = Type.Union([Type.Literal('default'), Type.Literal('compact'), Type.Literal('touch')])

/** Null means: as the browser or the organisation says. */
export const Settings = Type.Object({ locale: Type.Union([Locale, Type.Null()]), theme: Theme, density: Density })
export type Settings = Static<typeof Settings>

/** Organisation roles; a course's own roles are the course service's. */
export const orgRoles = ['student', 'instructor', 'instructor_assistant', 'faculty', 'educational_admin', 'admin', 'wg_admin'] as const
export type OrgRole = (typeof orgRoles)[number]
export const OrgRole = Type.Unsafe<OrgRole>(Type.String({ enum: [...orgRoles] }))

export const FoundUser = Type.Object({
  id: Type.String(),
  name: Type.String(),
  user_no: Type.String(),
  email: Type.Union([Type.String(), Type.Null()]),
  avatar_big_url: Type.Union([Type.String(), Type.Null()]),
  org_id: Type.String(),
  department: Type.Union([Type.Object({ id: Type.String(), name: Type.String() }), Type.Null()]),
  roles: Type.Array(OrgRole),
})
export type FoundUser = Static<typeof FoundUser>

export const personCalls = calls({
  'PUT /api/user/settings': {
    summary: 'Change my language, theme or density',
    may: 'signedIn',
    body: Type.Partial(Settings),
    reply: Settings,
    example: { theme: 'dark' },
  },
  'GET /api/user/search': {
    summary: 'Find people of an organisation by name, user number or e-mail (at most 50, by name)',
    may: 'teach',
    query: Type.Object({
      keywords: Type.Optional(Type.String({ maxLength: 100 })),
      exclude_student_role: Type.Optional(Type.Boolean()),
      org_id: Type.Optional(Type.String({ format: 'uuid' })),
      department_id: Type.Optional(Type.String({ format: 'uuid' })),
    }),
    reply: Type.Object({ users: Type.Array(FoundUser) }),
    errors: ['org.notFound'],
  },
})
