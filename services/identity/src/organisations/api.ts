import { calls } from '@lyceum/kit/calls'
import { ById, nullable, oneOf } from '@lyceum/kit/shapes'
import { type Static, Type } from 'typebox'

export const locales = ['zh-CN', 'zh-TW', 'en', 'th', 'id', 'ms'] as const
export const Locale = oneOf(...locales)
export type Locale = Static<typeof Locale>

/** hue in degrees 0–359; vividness 0–100 stands for a chroma of .04–.15. */
export const Accent = Type.Object({
  hue: Type.Integer({ minimum: 0, maximum: 359 }),
  vividness: Type.Integer({ minimum: 0, maximum: 100 }),
})
export type Accent = Static<typeof Accent>

export const Organisation = Type.Object({
  id: Type.String(),
  name: Type.String(),
  locale: Locale,
  accent: Accent,
  guest_preview: Type.Boolean(),
  user_action_tracking: Type.Boolean(),
  demo: Type.Boolean(),
  maxLevelInUploadFolder: Type.Integer(),
  maxFileCountInUploadFolder: Type.Integer(),
  toggles: Type.Array(Type.String()),
})
export type Organisation = Static<typeof Organisation>

export const Department = Type.Object({ id: Type.String(), name: Type.String(), parent_id: nullable(Type.String()) })
export type Department = Static<typeof Department>

export const DemoPerson = Type.Object({
  id: Type.String(),
  name: Type.String(),
  user_no: Type.String(),
  role: Type.String(),
  department: Type.String(),
})
export type DemoPerson = Static<typeof DemoPerson>

/** What may be shown to anybody at a host name: the organisation it stands for, and the people of a demo school. */
export const Site = Type.Object({ org: nullable(Organisation), demo_people: Type.Array(DemoPerson) })
export type Site = Static<typeof Site>

export const organisationCalls = calls({
  'GET /api/orgs/:id/departments': {
    summary: 'The departments of an organisation',
    may: 'signedIn',
    params: ById,
    reply: Type.Object({ departments: Type.Array(Department) }),
    errors: ['org.notFound'],
  },
  'GET /internal-api/site': {
    summary: 'The organisation a host name stands for',
    may: 'internal',
    scope: 'none',
    query: Type.Object({ host: Type.String({ maxLength: 255 }) }),
    reply: Site,
  },
})
