// The calls of sessions: signing in and out, and the session's person.
import { needs } from '@lyceum/kit/calls/actor'
import { calls } from '../call-table.ts'
import { ById, Id, nullable, oneOf, Time } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { Organisation } from '../organisations/api.ts'
import { OrgRole, Settings } from '../persons/api.ts'

/** By `login` (e-mail or user number) and `password`; in a demo school also by the `demo_person` alone, for people that the demo has made. */
export const SignIn = Type.Object(
  {
    login: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    demo_person: Type.Optional(Id),
  },
  { additionalProperties: false },
)
export type SignIn = Static<typeof SignIn>

export const Me = Type.Object({
  id: Type.String(),
  name: Type.String(),
  user_no: Type.String(),
  email: nullable(Type.String()),
  email_verified: Type.Boolean(),
  mobile_phone: nullable(Type.String()),
  mobile_bound: Type.Boolean(),
  avatar_big_url: nullable(Type.String()),
  settings: Settings,
})
export type Me = Static<typeof Me>

export const MyOrganisation = Type.Object({
  org: Organisation,
  roles: Type.Array(OrgRole),
  can: Type.String({ description: 'what the roles permit, as bits in hexadecimal' }),
  can_within: nullable(Type.String({ description: 'the department, with those below it, that permissions in courses are bound to' })),
  department: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  needs: Type.Optional(
    Type.Array(oneOf(...needs), {
      description:
        'what the organisation demands first: a code for its management, entered in this session within 8 hours; a bound mobile number; another password, where this one had expired when the session began',
    }),
  ),
  /** For a BFF of the previous release. */
  code_needed: Type.Optional(Type.Literal(true)),
})
export type MyOrganisation = Static<typeof MyOrganisation>

/** The signed-in person with every organisation they belong to. `org_id` is the organisation to begin in. */
export const Session = Type.Object({
  id: Type.String(),
  /** job: of work that goes on for the person; it ends a day after it began. Left out: person. */
  kind: Type.Optional(oneOf('person', 'job')),
  begun_by: Type.Optional(Type.String({ description: 'of a job: the call that began it, as `POST /api/data-import`' })),
  expires_at: Time,
  org_id: nullable(Type.String()),
  user: Me,
  memberships: Type.Array(MyOrganisation),
  /** An operator of the installation. Left out: none. */
  operator: Type.Optional(Type.Literal(true)),
})
export type Session = Static<typeof Session>

export const OpenSession = Type.Object({
  id: Type.String(),
  kind: oneOf('person', 'job'),
  agent: Type.String({ description: 'the browser as it calls itself; of a job, the call that began it' }),
  created_at: Time,
  seen_at: Time,
  current: Type.Boolean(),
})
export type OpenSession = Static<typeof OpenSession>

const ByHash = Type.Object({ hash: Type.String({ pattern: '^[0-9a-f]{64}$' }) })

/** Sessions by id are a person's own. The internal calls are for the BFF alone: it holds the cookie, identity holds the rows. A session is named by the sha256 of its token, in hex. */
export const sessionCalls = calls({
  'POST /internal-api/sessions': {
    summary: 'Sign in: check the password and make a session',
    may: 'internal',
    scope: 'none',
    status: 201,
    tx: false,
    secret: true,
    body: Type.Object({
      sign_in: SignIn,
      host: Type.String({ maxLength: 255 }),
      address: Type.String({ maxLength: 64 }),
      agent: Type.Optional(Type.String({ maxLength: 300 })),
    }),
    reply: Type.Object({ token: Type.String(), session: Session }),
    errors: ['session.wrong', 'account.suspended', 'session.demo', 'session.demoPerson'],
  },
  'POST /internal-api/sessions/:hash/delegations': {
    summary: 'A session of kind job, for work that goes on after a call of this session: with its rights, for a day',
    may: 'internal',
    scope: 'none',
    status: 201,
    secret: true,
    params: ByHash,
    body: Type.Object({ org_id: Id, call: Type.String({ maxLength: 200 }) }),
    reply: Type.Object({ token: Type.String() }),
    errors: ['session.notFound'],
  },
  'GET /api/user/sessions': {
    summary: 'Where I am signed in: this session first, then by use (at most 100)',
    may: 'signedIn',
    gate: 'account',
    reply: Type.Object({ sessions: Type.Array(OpenSession) }),
  },
  'DELETE /api/user/sessions': {
    summary: 'Sign out everywhere else',
    may: 'signedIn',
    gate: 'account',
    tx: false,
    reply: Type.Object({ ended: Type.Integer() }),
  },
  'DELETE /api/user/sessions/:id': {
    summary: 'End one of my other sessions',
    may: 'signedIn',
    gate: 'account',
    tx: false,
    status: 204,
    params: ById,
    reply: Type.Null(),
    errors: ['session.notFound', 'session.thisOne'],
  },
  'GET /internal-api/sessions/:hash': {
    summary: 'The session of a token; reading it makes it live longer',
    may: 'internal',
    scope: 'none',
    params: ByHash,
    reply: Session,
    errors: ['session.notFound'],
  },
  'DELETE /internal-api/sessions/:hash': {
    summary: 'End a session at once',
    may: 'internal',
    scope: 'none',
    status: 204,
    params: ByHash,
    reply: Type.Null(),
  },
})
