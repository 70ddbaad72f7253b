// The calls of persons and of their own preferences.
import { calls } from '../call-table.ts'
import { changes, Id, nullable, oneOf, pageFields, pageQuery } from '@lyceum/kit/calls/shapes'
import { externalIdQuery } from '@lyceum/kit/external-ids/api'
import { type Static, Type } from 'typebox'
import { Locale } from '../organisations/api.ts'

export const Theme = oneOf('system', 'light', 'dark')
export const Density = oneOf('default', 'compact', 'touch')

/** A person's settings of the player; captions: the language that they chose, null: that of the page. */
export const Player = Type.Object({
  speed: Type.Number({ minimum: 0.25, maximum: 4 }),
  volume: Type.Number({ minimum: 0, maximum: 1 }),
  muted: Type.Boolean(),
  captions: nullable(Type.String({ maxLength: 35 })),
  captions_shown: Type.Boolean(),
})
export type Player = Static<typeof Player>

/** A language of null is the browser's or the organisation's; a time zone (an IANA name) of null that of the device; a player of null has chosen nothing. */
export const Settings = Type.Object({
  locale: nullable(Locale),
  theme: Theme,
  density: Density,
  time_zone: nullable(Type.String({ maxLength: 64 })),
  player: nullable(Player),
})
export type Settings = Static<typeof Settings>

/** Organisation roles; a course's own roles are the course service's. */
export const orgRoles = ['student', 'instructor', 'instructor_assistant', 'faculty', 'educational_admin', 'admin', 'wg_admin'] as const
export type OrgRole = (typeof orgRoles)[number]
export const OrgRole = oneOf(...orgRoles)

export const OrgUser = Type.Object({
  id: Type.String(),
  name: Type.String(),
  user_no: Type.String(),
  email: nullable(Type.String()),
  avatar_big_url: nullable(Type.String()),
  org_id: Type.String(),
  department: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  roles: Type.Array(OrgRole),
})
export type OrgUser = Static<typeof OrgUser>

export const personCalls = calls({
  'PUT /api/user/settings': {
    summary: 'Change my language, theme, density, time zone or how I watch',
    may: 'signedIn',
    gate: 'account',
    changesSession: true,
    body: changes(Settings),
    reply: Settings,
    example: { theme: 'dark' },
  },
  'GET /api/user/search': {
    summary:
      'Find people of an organisation by name, user number or e-mail, or the one of an external id. For team teaching (exclude_student_role) an organisation and a department are chosen first; it may be another one that is open to it. Counts at most 10,000',
    may: 'people.search',
    query: pageQuery({
      keywords: Type.Optional(Type.String({ maxLength: 100 })),
      exclude_student_role: Type.Optional(Type.Boolean()),
      org_id: Type.Optional(Id),
      department_id: Type.Optional(Id),
      ...externalIdQuery,
    }),
    reply: Type.Object({ users: Type.Array(OrgUser), ...pageFields }),
    errors: ['org.notFound'],
  },
  'GET /api/blobstorage/open-client-url': {
    summary: 'Where the installation offers a program for large files; null: there is none',
    may: 'signedIn',
    reply: Type.Object({ url: nullable(Type.String()) }),
  },
  'GET /internal-api/names': {
    summary:
      'Names of people of an organisation and of its departments, grades, classes and programs by id; ids that are none are left out',
    may: 'internal',
    scope: 'none',
    query: Type.Object({ org: Id, ids: Type.Array(Id, { maxItems: 150 }) }),
    reply: Type.Object({ names: Type.Record(Type.String(), Type.String()) }),
  },
})
