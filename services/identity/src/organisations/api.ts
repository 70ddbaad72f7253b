// The calls that create organisations, inside an installation.
import { calls } from '../call-table.ts'
import { ById, changes, nullable, oneOf, paged, pageQuery, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { Locale, OrgRules, OrgSettings, publicSettings } from '../org-settings/api.ts'

export { Accent, Locale, locales } from '../org-settings/api.ts'

export const Organisation = Type.Object({
  id: Type.String(),
  name: Type.String(),
  locale: Locale,
  ...publicSettings,
  asks_people: Type.Optional(
    Type.Boolean({ description: 'people have new passwords from time to time, or a task to do first: the page asks whether it is time' }),
  ),
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

/** An organisation as an operator creates it. */
export const OrgDraft = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  locale: Locale,
  hosts: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 255, pattern: '^[A-Za-z0-9.-]+$' }), {
      maxItems: 20,
      description: 'host names that show it; the oldest organisation is shown at all others',
    }),
  ),
})
export type OrgDraft = Static<typeof OrgDraft>
export const OperatorOrg = Type.Object({
  id: Type.String(),
  name: Type.String(),
  locale: Locale,
  hosts: Type.Array(Type.String()),
  people: Type.Integer(),
  created_at: Type.String(),
})
export type OperatorOrg = Static<typeof OperatorOrg>

/** The public view of a host name: its organisation, and the people of a demo school. */
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
  'GET /api/org': {
    summary: 'The organisations that I am in, the one of this call first',
    may: 'signedIn',
    reply: Type.Object({ orgs: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), time_zone: Type.String() })) }),
  },
  'GET /api/toggle-opened-orgs': {
    summary: 'The organisations in which a feature is on, mine before them: for team teaching, those whose people may be asked',
    may: 'people.search',
    query: Type.Object({ toggle: oneOf('org_team_teaching') }),
    reply: Type.Object({ orgs: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })) }),
  },
  'GET /api/org/settings': {
    summary: 'What is set for everybody of the organisation',
    may: 'org.change',
    wide: true,
    reply: OrgSettings,
    errors: ['department.only', 'authCode.needed'],
  },
  'PUT /api/org/settings': {
    summary: 'Change what is set for everybody of the organisation',
    may: 'org.change',
    wide: true,
    changesSession: true,
    body: Type.Interface([changes(OrgRules)], { version: Type.Optional(Version) }),
    reply: OrgSettings,
    errors: ['department.only', 'org.newer', 'org.noSmsGateway', 'authCode.needed'],
    example: { password_expires_days: 180, toggles: ['timetables'] },
  },
  'POST /api/org/association-code': {
    summary: 'A new association code; the one before ends',
    may: 'org.change',
    wide: true,
    status: 201,
    reply: OrgSettings,
    errors: ['department.only', 'authCode.needed', 'demo.closed'],
  },
  'DELETE /api/org/association-code': {
    summary: 'No association code any more',
    may: 'org.change',
    wide: true,
    reply: OrgSettings,
    errors: ['department.only', 'authCode.needed'],
  },
  'GET /internal-api/site': {
    summary: 'The organisation a host name stands for',
    may: 'internal',
    scope: 'none',
    query: Type.Object({ host: Type.String({ maxLength: 255 }) }),
    reply: Site,
  },
  'GET /internal-api/orgs': {
    summary: 'All organisations of the installation',
    may: 'internal',
    scope: 'none',
    query: pageQuery(),
    reply: paged(OperatorOrg),
  },
  'POST /internal-api/orgs': {
    summary: 'Make an organisation',
    may: 'internal',
    scope: 'none',
    status: 201,
    body: OrgDraft,
    reply: OperatorOrg,
    errors: ['org.hostTaken'],
    example: { name: 'Aldermoor University', locale: 'en', hosts: ['learn.aldermoor.example'] },
  },
})
