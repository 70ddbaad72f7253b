// The calls of an installation's operators: its organisations, and their own way into one. Being an operator gives no right in an organisation.
import { calls } from '../call-table.ts'
import { ById, Id, nullable, oneOf, paged, pageQuery, Time, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { Locale } from '../organisations/api.ts'

export const OrgState = oneOf('active', 'suspended')
const Quota = Type.Integer({ minimum: 0, maximum: 2 ** 50, description: 'bytes of all its files; 0: the limit of the installation' })
const Code = Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9._-]*$' })
const TimeZone = Type.String({ maxLength: 64, description: 'an IANA name; empty: that of the language' })
const Name = Type.String({ minLength: 1, maxLength: 200 })

/** An organisation as an operator sees it: nothing of its content. */
export const InstallationOrg = Type.Object({
  id: Type.String(),
  name: Type.String(),
  code: Type.String({ description: "the operators' own name for it; empty: none" }),
  locale: Locale,
  time_zone: Type.String(),
  state: OrgState,
  people: Type.Integer(),
  storage_quota: Quota,
  entry: nullable(Type.String({ ...Time, description: 'until when I am in it as its administrator' })),
  created_at: Time,
  version: Type.Integer(),
})
export type InstallationOrg = Static<typeof InstallationOrg>

export const InstallationOrgDraft = Type.Object({
  name: Name,
  code: Type.Optional(Code),
  locale: Locale,
  time_zone: Type.Optional(TimeZone),
  administrator: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 100 }),
    user_no: Type.String({ minLength: 1, maxLength: 50 }),
    email: Type.String({ minLength: 1, maxLength: 254 }),
  }),
})
export type InstallationOrgDraft = Static<typeof InstallationOrgDraft>

export const InstallationOrgChanges = Type.Object({
  name: Type.Optional(Name),
  state: Type.Optional(OrgState),
  storage_quota: Type.Optional(Quota),
  version: Type.Optional(Version),
})
export type InstallationOrgChanges = Static<typeof InstallationOrgChanges>

const Entry = Type.Object({ until: Type.String({ ...Time, description: 'at most a day from now' }) })

/** An operator, as the command line lists them. */
export const Operator = Type.Object({
  id: Type.String(),
  name: Type.String(),
  user_no: Type.String(),
  email: nullable(Type.String()),
  org: Type.String({ description: 'the name of the organisation that has made the account' }),
})
export type Operator = Static<typeof Operator>

export const installationCalls = calls({
  'GET /api/installation/orgs': {
    summary: 'The organisations of the installation by name; conditions: keyword, state',
    may: 'operator',
    scope: 'none',
    management: true,
    query: pageQuery({ conditions: Type.Optional(Type.String({ maxLength: 2000 })) }),
    reply: paged(InstallationOrg),
    errors: ['authCode.needed'],
  },
  'POST /api/installation/orgs': {
    summary: 'Make an organisation and the account of its first administrator, who gets a mail',
    may: 'operator',
    scope: 'none',
    management: true,
    status: 201,
    body: InstallationOrgDraft,
    reply: InstallationOrg,
    errors: ['authCode.needed', 'org.codeTaken', 'email.taken'],
    example: {
      name: 'Aldermoor University',
      locale: 'en',
      administrator: { name: 'Ada Moor', user_no: '1', email: 'ada@aldermoor.example' },
    },
  },
  'PUT /api/installation/orgs/:id': {
    summary: 'Change the name or the storage of an organisation, suspend or resume it: in a suspended one nobody signs in or acts',
    may: 'operator',
    scope: 'none',
    management: true,
    changesSession: true,
    params: ById,
    body: InstallationOrgChanges,
    reply: InstallationOrg,
    errors: ['authCode.needed', 'org.notFound', 'org.newer', 'operator.ownOrganisation'],
    example: { state: 'suspended', version: 1 },
  },
  'POST /api/installation/orgs/:id/entry': {
    summary: 'Enter an organisation as its administrator for a day at most; its administrators are notified',
    may: 'operator',
    scope: 'none',
    management: true,
    changesSession: true,
    status: 201,
    params: ById,
    body: Entry,
    reply: InstallationOrg,
    errors: ['authCode.needed', 'org.notFound', 'org.suspended', 'operator.member', 'operator.tooLong', 'user.untilPast', 'demo.closed'],
    example: { until: '2026-11-30T18:00:00Z' },
  },
  'PUT /api/installation/orgs/:id/entry': {
    summary: 'Change the end of my entry, at most a day from now',
    may: 'operator',
    scope: 'none',
    management: true,
    changesSession: true,
    params: ById,
    body: Entry,
    reply: InstallationOrg,
    errors: ['authCode.needed', 'org.notFound', 'org.suspended', 'operator.notEntered', 'operator.tooLong', 'user.untilPast'],
    example: { until: '2026-11-30T18:00:00Z' },
  },
  'DELETE /api/installation/orgs/:id/entry': {
    summary: 'Leave an organisation that I entered',
    may: 'operator',
    scope: 'none',
    management: true,
    changesSession: true,
    params: ById,
    reply: InstallationOrg,
    errors: ['authCode.needed', 'org.notFound', 'operator.notEntered'],
  },
  'GET /internal-api/operators': {
    summary: 'The operators of the installation',
    may: 'internal',
    scope: 'none',
    reply: Type.Object({ operators: Type.Array(Operator) }),
  },
  'POST /internal-api/operators': {
    summary: 'Make a person an operator, by e-mail address or user number',
    may: 'internal',
    scope: 'none',
    status: 201,
    body: Type.Object({ login: Type.String({ minLength: 1, maxLength: 254 }), org: Type.Optional(Id) }),
    reply: Operator,
    errors: ['person.notFound', 'operator.several'],
    example: { login: 'ada@aldermoor.example' },
  },
  'DELETE /internal-api/operators/:id': {
    summary: 'A person is no operator any more; their entries end',
    may: 'internal',
    tx: false,
    scope: 'none',
    params: ById,
    status: 204,
    reply: Type.Null(),
    errors: ['person.notFound'],
  },
})
