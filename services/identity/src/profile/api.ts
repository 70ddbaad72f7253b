// The calls of a person's own profile.
import { calls } from '../call-table.ts'
import { changes, Day, nullable, oneOf, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { Code, codeErrors } from '../auth-codes/api.ts'
import { OrgRole } from '../persons/api.ts'

const line = (most: number) => Type.String({ maxLength: most })

export const Address = Type.Object({
  type: oneOf('home', 'shipping'),
  country: Type.Optional(line(100)),
  region: Type.Optional(line(100)),
  city: Type.Optional(line(100)),
  street: Type.Optional(line(300)),
  postcode: Type.Optional(line(20)),
  recipient: Type.Optional(line(100)),
  phone: Type.Optional(line(40)),
})
export const External = Type.Object({ provider: oneOf('qq', 'wechat', 'weibo'), account: Type.String({ minLength: 1, maxLength: 200 }) })

/** A person's own details; empty and null mean none. */
export const ProfileDraft = Type.Object({
  sex: nullable(oneOf('female', 'male', 'other')),
  education: nullable(line(100)),
  teaching_date: nullable(Type.String({ ...Day, description: 'since when they teach' })),
  occupation_type: nullable(line(100)),
  user_attributes: Type.Record(Type.String({ pattern: '^[a-z][a-z0-9_]{0,39}$' }), line(500), {
    maxProperties: 40,
    additionalProperties: false,
  }),
  user_addresses: Type.Array(Address, { maxItems: 2, description: 'one of each type' }),
  user_auth_externals: Type.Array(External, { maxItems: 3, description: 'one of each provider; said by the person, proven by nobody' }),
})
export type ProfileDraft = Static<typeof ProfileDraft>

/** A person as spec §3 has them. Only the organisation changes its own fields (name, number, role, department …). */
export const Profile = Type.Interface([ProfileDraft], {
  id: Type.String(),
  user_no: Type.String(),
  name: Type.String(),
  role: nullable(Type.Integer({ description: '0 instructor, 1 student, 2 admin, 3 workgroup admin' })),
  roles: Type.Array(OrgRole),
  org: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  department: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  klass: nullable(Type.String()),
  program: nullable(Type.String()),
  group_name: nullable(Type.String({ description: 'groups are of a course: null here' })),
  is_leader: Type.Boolean({ description: 'of a group: false here' }),
  avatar_big_url: nullable(Type.String()),
  email: nullable(Type.String()),
  email_verified: Type.Boolean(),
  mobile_phone: nullable(Type.String()),
  mobile_bound: Type.Boolean({ description: 'the person has proven that the number is theirs' }),
  has_password: Type.Boolean(),
  webex_auth: Type.Boolean(),
  lark_auth: Type.Boolean(),
  version: Type.Integer(),
})
export type Profile = Static<typeof Profile>

export const profileCalls = calls({
  'GET /api/user/profile': {
    summary: 'Me, with everything that is kept of me',
    may: 'signedIn',
    gate: 'account',
    reply: Profile,
    errors: ['person.notFound'],
  },
  'PUT /api/user/profile': {
    summary: 'Change what I say of myself',
    may: 'signedIn',
    gate: 'account',
    body: Type.Interface([changes(ProfileDraft)], { version: Version }),
    reply: Profile,
    errors: ['person.newer', 'person.notFound'],
  },
  'PUT /api/user/mobile': {
    summary: 'Bind a number, proven by the code sent to it',
    may: 'signedIn',
    gate: 'account',
    changesSession: true,
    tx: false,
    secret: true,
    body: Type.Object({ mobile_phone: Type.String({ minLength: 1, maxLength: 40 }), auth_code: Code }),
    reply: Profile,
    errors: [...codeErrors, 'mobile.taken'],
    example: { mobile_phone: '+6281234567890', auth_code: 'K7QM2X' },
  },
  'PUT /api/user/email': {
    summary: 'Take another e-mail address, proven by the code sent to it',
    may: 'signedIn',
    gate: 'account',
    changesSession: true,
    tx: false,
    secret: true,
    body: Type.Object({ email: Type.String({ minLength: 1, maxLength: 254 }), auth_code: Code }),
    reply: Profile,
    errors: [...codeErrors, 'email.taken'],
  },
  'PUT /api/user/association-code': {
    summary: 'Add an organisation to my account by its association code; as a student there',
    may: 'signedIn',
    gate: 'account',
    changesSession: true,
    tx: false,
    secret: true,
    body: Type.Object({ association_code: Type.String({ minLength: 1, maxLength: 100 }) }),
    reply: Type.Object({ org: Type.Object({ id: Type.String(), name: Type.String() }), roles: Type.Array(OrgRole) }),
    errors: ['associationCode.unknown', 'account.suspended', 'demo.closed'],
    example: { association_code: 'K7QM2XB4TN' },
  },
})
